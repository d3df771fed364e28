"""That a page's elements are closed in the order in which they were opened."""

import html.parser
import sys

VOID = {"meta", "rect", "line"}


class Checker(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attributes):
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            sys.exit("line %d: </%s> closes nothing" % (self.getpos()[0], tag))


checker = Checker()
with open(sys.argv[1], encoding="utf-8") as page:
    checker.feed(page.read())
checker.close()
if checker.open:
    sys.exit("not closed: %s" % checker.open)
