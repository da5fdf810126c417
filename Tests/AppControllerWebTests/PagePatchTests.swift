import AppControllerWeb
import TestSupport
import Testing

/// What is sent to a page that is open.
@Suite struct `A patch` {
  private func patch(_ old: String, _ new: String) -> String {
    let patch = PagePatch(from: MarkupTree(Array(old.utf8)), to: MarkupTree(Array(new.utf8)))
    return String(decoding: patch.markup, as: UTF8.self)
  }

  @Test func `is empty for the same markup`() {
    #expect(patch("<div id=\"a\"><p>x</p></div>", "<div id=\"a\"><p>x</p></div>").isEmpty)
  }

  @Test func `is the smallest element with an id that differs`() {
    let old = "<div id=\"a\"><ul id=\"b\"><li id=\"c\">1</li><li id=\"d\">2</li></ul></div>"
    #expect(patch(old, old.replacing(">2<", with: ">3<")) == "<li id=\"d\">3</li>")
  }

  @Test func `names what stays inside an element that differs`() {
    let old = "<ul id=\"b\"><li id=\"c\">1</li><li id=\"d\"><input id=\"e\"></li></ul>"
    let new = "<ul id=\"b\"><li id=\"d\"><input id=\"e\"></li><li id=\"f\">new</li><li id=\"c\">1</li></ul>"
    #expect(
      patch(old, new) == "<ul id=\"b\"><li id=\"d\" same></li><li id=\"f\">new</li><li id=\"c\" same></li></ul>")
    #expect(
      patch("<p id=\"a\"><input id=\"b\">1</p>", "<p id=\"a\"><input id=\"b\">2</p>")
        == "<p id=\"a\"><input id=\"b\" same>2</p>")
  }

  @Test func `makes of the page before the page that is drawn anew`() {
    var random = SeededGenerator(seed: 26)
    for sequence in 0..<10_000 {
      var markup = RandomMarkup(using: &random)
      var page = markup.bytes
      for _ in 0..<3 {
        for _ in 0...random.number(below: 4) { markup.change(using: &random) }
        let (old, new) = (MarkupTree(page), MarkupTree(markup.bytes))
        let patch = PagePatch(from: old, to: new).markup
        page = old.applying(patch)
        guard page == new.bytes else {
          Issue.record("sequence \(sequence): \(String(decoding: patch, as: UTF8.self))")
          return
        }
      }
    }
  }
}
