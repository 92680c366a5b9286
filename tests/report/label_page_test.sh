#!/usr/bin/env bash
# Three people label every kind on pages of the program in Chromium, reload and undo in between; what
# they saved is read by agreement, calibrate, consensus and report.
#
#     label_page_test.sh PAPERT [ITEMS]
set -euo pipefail
papert=$(realpath "$1")
cd "$(dirname "$0")/../../web"
PAPERT=$papert PAPERT_LABEL_SIZE=${2:-6} node --test test/label.test.mjs
