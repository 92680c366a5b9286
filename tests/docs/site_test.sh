#!/usr/bin/env bash
# The documentation site builds strictly, fetches nothing, and its search knows every verb and works from a file.
#
#     site_test.sh PAPERT
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
command -v mkdocs >/dev/null || { echo "mkdocs is missing: script/setup docs"; exit 1; }
"$root/script/write-docs-pages" "$1" "$out/pages"
sed "s|^docs_dir: .*|docs_dir: $out/pages|; s|^site_dir: .*|site_dir: $out/site|;
  s|^hooks: .*|hooks: [$root/script/offline_search.py]|" "$root/mkdocs.yml" >"$out/mkdocs.yml"
mkdocs build --quiet --strict --config-file "$out/mkdocs.yml"
python3 - "$1" "$out/site" <<'P'
import html.parser, json, pathlib, re, subprocess, sys
papert, site = sys.argv[1], pathlib.Path(sys.argv[2])

class Fetched(html.parser.HTMLParser):
    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        wanted = given.get("src") if tag in ("script", "img", "iframe", "source") else given.get("href") if tag == "link" else None
        if wanted and re.match(r"(https?:)?//", wanted) and given.get("rel") != "canonical":
            problems.append(f"{page.name} fetches {wanted}")

problems, pages = [], sorted(site.rglob("*.html"))
for page in pages:
    Fetched().feed(page.read_text())
entries = json.loads((site / "search/search_index.json").read_text())["docs"]
titles = {entry["title"] for entry in entries}
top = subprocess.run([papert, "--help"], capture_output=True, text=True, check=True).stdout
verbs = re.findall(r"^  ([a-z][a-z-]*) ", top.split("Subcommands:\n")[1].split("\n\n")[0], re.M)
problems += [f"search does not know papert {verb}" for verb in verbs if verb != "help" and f"papert {verb}" not in titles]
problems += [] if len(pages) > 40 else [f"only {len(pages)} pages"]
print("\n".join(problems) or f"{len(pages)} pages, {len(entries)} entries of the search")
sys.exit(1 if problems else 0)
P
node "$root/tests/docs/search_test.mjs" "$out/site"
