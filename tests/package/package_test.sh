#!/usr/bin/env bash
# Builds the Debian packages and works with them in a Debian 12 of their own (script/package, script/check-package).
# 77: this machine cannot; which of the things that are needed is missing is said.
#
#     package_test.sh BUILD
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
export PATH=$PATH:/usr/sbin:/sbin
skip() { echo "skipped: $1"; exit 77; }
[ "$(realpath "$1")" = "$(realpath -m "$root/build/release")" ] || skip "script/package packs build/release, and this is $1"
[ "$(id -u)" -eq 0 ] || skip "only root can install packages below another root"
for tool in debootstrap lintian help2man dpkg-shlibdeps cpack wget; do
  command -v "$tool" >/dev/null || skip "there is no $tool (script/setup package)"
done
unshare --mount true 2>/dev/null || skip "nothing can be mounted here"
mirror=http://deb.debian.org/debian/dists/bookworm/InRelease
wget -q --spider --timeout=20 --tries=2 "$mirror" || skip "no packages can be fetched: $mirror does not answer"
"$root/script/package"
"$root/script/check-package"
