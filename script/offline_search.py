"""Lets the search of the documentation site work from a file, where a browser gives a page neither the index nor a worker: mkdocs calls this
(mkdocs.yml, hooks). A page that was opened as a file loads search/offline.js, which holds both; one from a server does not.
"""

import json
import pathlib

BUNDLE = '<script src="'


def on_post_page(output, page, config):
    """Before the theme's own script, which looks for __search."""
    root = "../" * page.url.count("/")
    loader = (f"<script>if(location.protocol===\"file:\")document.write('<script src=\"{root}search/offline.js\"><\\/script>')</script>")
    place = output.find(f"{BUNDLE}{root}assets/javascripts/bundle.")
    if place < 0:
        raise ValueError(f"{page.url}: the theme's script is not where it was")
    return output[:place] + loader + output[place:]


def on_post_build(config):
    site = pathlib.Path(config["site_dir"])
    index = (site / "search/search_index.json").read_text()
    workers = list((site / "assets/javascripts/workers").glob("search.*.min.js"))
    if len(workers) != 1:
        raise ValueError("the theme's search worker is not where it was")
    # A worker may be made of a text, but not of a file beside the page.
    (site / "search/offline.js").write_text(
        f"var __search={{index:Promise.resolve({index.strip()}),"
        f"worker:URL.createObjectURL(new Blob([{json.dumps(workers[0].read_text())}],{{type:'text/javascript'}}))}};\n")
