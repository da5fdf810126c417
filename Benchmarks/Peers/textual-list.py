"""An input above a list of items, with Textual. Usage: textual-list.py COUNT"""

import sys

from textual.app import App
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option


class Items(App):
    def compose(self):
        search = Input(placeholder="Search")
        # Nothing is drawn but what a key changes.
        search.cursor_blink = False
        yield search
        yield OptionList(*(Option(f"Item {number}\n  More about it") for number in range(int(sys.argv[1]))))


Items().run()
