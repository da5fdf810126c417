import AppControllerKit
import Testing

@testable import AppControllerTerminal

@Suite struct `A line that is edited` {
  private func type(_ text: String, into editor: inout FieldEditor) {
    for scalar in text.unicodeScalars { _ = editor.handle(.character(scalar)) }
  }

  @Test func `takes what is typed at the caret, by whole characters`() {
    var editor = FieldEditor("né")
    #expect(editor.count == 2 && editor.caret == 2)
    type("👨‍👩‍👧", into: &editor)
    #expect(editor.text == "né👨‍👩‍👧" && editor.count == 3 && editor.caret == 3)
    _ = editor.handle(.left)
    #expect(editor.caret == 2)
    _ = editor.handle(.backspace)
    #expect(editor.text == "n👨‍👩‍👧" && editor.caret == 1)
    _ = editor.handle(.delete)
    #expect(editor.text == "n" && editor.caret == 1)
    for key in [TerminalKey.delete, .right, .end] { _ = editor.handle(key) }
    #expect(editor.text == "n" && editor.caret == 1)
    _ = editor.handle(.home)
    for key in [TerminalKey.left, .backspace] { _ = editor.handle(key) }
    type("i", into: &editor)
    #expect(editor.text == "in" && editor.caret == 1)
  }

  @Test func `loses words and its beginning`() {
    var editor = FieldEditor("one two  three")
    _ = editor.handle(.deleteWord)
    #expect(editor.text == "one two  ")
    _ = editor.handle(.deleteWord)
    #expect(editor.text == "one ")
    type("more", into: &editor)
    for _ in 0..<2 { _ = editor.handle(.left) }
    _ = editor.handle(.deleteToStart)
    #expect(editor.text == "re" && editor.caret == 0)
  }

  @Test func `takes no controls, no line feeds, and no more than fits`() {
    var editor = FieldEditor()
    for scalar in "a\n\u{0}\u{1B}\u{7F}\u{9B}\u{2028}b".unicodeScalars { _ = editor.handle(.pasted(scalar)) }
    #expect(editor.text == "a b")
    var full = FieldEditor(String(repeating: "x", count: 20_000))
    #expect(full.count == 16 << 10)
    _ = full.handle(.character("y"))
    #expect(full.count == 16 << 10)
  }

  @Test(arguments: [
    ("one\ntwo", "one two"), ("one\r\n\n\ttwo", "one two"), ("one \n two", "one  two"), ("\none\n", "one"),
    ("\u{2028}", ""), ("one\ttwo\n", "one two"),
  ])
  func `keeps words apart that line feeds part in a paste`(pasted: String, text: String) {
    var editor = FieldEditor()
    for scalar in pasted.replacing("\r", with: "\n").unicodeScalars { _ = editor.handle(.pasted(scalar)) }
    #expect(editor.text == text)
    _ = editor.handle(.left)
    for scalar in "\nx".unicodeScalars { _ = editor.handle(.pasted(scalar)) }
    #expect(!editor.text.contains(" x"), "what comes before the first word parts nothing")
  }

  @Test func `takes changes back, by words, pastes and runs of deleting`() {
    var editor = FieldEditor("a")
    type(" bc def", into: &editor)
    for scalar in "12 34".unicodeScalars { _ = editor.handle(.pasted(scalar)) }
    for _ in 0..<3 { _ = editor.handle(.backspace) }
    _ = editor.handle(.home)
    type("x", into: &editor)
    var seen = [editor.text]
    for _ in 0..<8 {
      _ = editor.handle(.undo)
      seen.append(editor.text)
    }
    #expect(seen == ["xa bc def12", "a bc def12", "a bc def12 34", "a bc def", "a bc ", "a ", "a", "a", "a"])
    type("b", into: &editor)
    #expect(editor.text == "ab", "the caret is at the end, where it was then")
  }

  @Test func `of a secret keeps no former text`() {
    var editor = FieldEditor(isSecret: true)
    type("canary", into: &editor)
    _ = editor.handle(.deleteToStart)
    _ = editor.handle(.undo)
    #expect(editor.count == 0)
  }

  @Test func `leaves other keys to others`() {
    var editor = FieldEditor("x")
    for key in [
      TerminalKey.enter, .tab, .backTab, .escape, .up, .down, .pageUp, .pageDown, .endOfInput, .redraw, .help, .reveal,
    ] {
      let isTaken = editor.handle(key)
      #expect(!isTaken)
    }
    #expect(editor.text == "x")
  }

  @Test func `of a secret shows nothing, and gives it as a secret`() {
    var editor = FieldEditor(isSecret: true)
    type("pässword one", into: &editor)
    #expect(editor.text == "" && editor.count == 12 && editor.caret == 12)
    #expect(editor.value == .secret(Secret("pässword one")))
    _ = editor.handle(.left)
    _ = editor.handle(.backspace)
    #expect(editor.value == .secret(Secret("pässword oe")))
    _ = editor.handle(.deleteWord)
    #expect(editor.value == .secret(Secret("e")))
    editor.wipe()
    #expect(editor.count == 0 && editor.value == .secret(Secret("")))
  }
}
