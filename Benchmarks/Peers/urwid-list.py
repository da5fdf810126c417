"""An input above a list of items, with urwid. Usage: urwid-list.py COUNT"""

import sys

import urwid

items = [urwid.SelectableIcon(f"Item {number}\n  More about it") for number in range(int(sys.argv[1]))]
search = ("pack", urwid.Edit("Search "))
urwid.MainLoop(urwid.Pile([search, urwid.ListBox(urwid.SimpleFocusListWalker(items))])).run()
