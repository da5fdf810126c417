"""Applies patches with the page's own script, in a browser, and compares each page with the one that is drawn anew.

    patches.py APPCTL FILE
"""

import json
import pathlib
import sys

from browsers import Chromium
from server import Server

AT_ONCE = 500

APPLY = """(cases => cases.map(([old, patch, anew]) => {
  const parsed = html => Object.assign(document.createElement('template'), { innerHTML: html })
  const box = document.createElement('div')
  box.innerHTML = old
  document.body.replaceChildren(box)
  const ids = new Map(all('[id]').map(e => [e.id, e]))
  for (const e of parsed(patch).content.children) if (ids.has(e.id)) morph(ids.get(e.id), e, ids)
  return box.innerHTML === parsed(anew).innerHTML ? null : [old, patch, anew, box.innerHTML]
}).filter(Boolean).slice(0, 1))(%s)"""


def main():
    appctl, path = sys.argv[1:]
    cases = json.loads(pathlib.Path(path).read_text())
    storyboard = "Tests/Gallery/gallery.json"
    browser = Chromium()
    try:
        with Server(
            appctl, "--storyboard", storyboard, "--logged-out", "login", "--logged-in", "feed"
        ) as server:
            page = browser.page()
            page.open(server.url)
            for start in range(0, len(cases), AT_ONCE):
                wrong = page.evaluate(APPLY % json.dumps(cases[start:start + AT_ONCE]))
                if wrong:
                    raise SystemExit("\n".join(wrong[0]))
    finally:
        browser.close()
    print(f"{len(cases)} random patches make of the page before the page that is drawn anew")


main()
