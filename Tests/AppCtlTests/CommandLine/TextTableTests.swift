import AppControllerKit
import Testing

@testable import appctl

@Suite struct `A table of texts` {
  private let table = TextTable(
    titles: ["", "ID", "NAME", "STATE", "LIBRARY"],
    rows: [
      ["", "com.example.kitty", "Kitty", "", "/usr/lib/kitty/libKitty.so"], ["", "org.example.ko", "고양이", "", "/a.so"],
    ])
  private let plain = Paint(isOn: false)

  @Test func `leaves out columns without a text, and blanks at the end`() {
    #expect(
      table.text(columns: nil, plain) == """
        ID                 NAME    LIBRARY
        com.example.kitty  Kitty   /usr/lib/kitty/libKitty.so
        org.example.ko     고양이  /a.so

        """)
  }

  @Test func `fits the width, cuts the first column last, and keeps the end of a path`() {
    #expect(
      table.text(columns: 40, plain) == """
        ID                 NAME    LIBRARY
        com.example.kitty  Kitty   …/libKitty.so
        org.example.ko     고양이  /a.so

        """)
    #expect(table.text(columns: 26, plain).contains("com.example.k…  Kit…  ….so\n"))
  }

  @Test(arguments: [1, 8, 26, 40, 200])
  func `is never wider than it has to be`(columns: Int) {
    // Three columns of four and what is between them.
    for line in table.text(columns: columns, plain).split(separator: "\n") { #expect(line.count <= max(columns, 16)) }
  }
}

@Suite struct `Colours of the output` {
  @Test(
    arguments: [
      (ColorUse.auto, true, ["TERM": "xterm"], true), (.auto, false, ["TERM": "xterm"], false),
      (.auto, true, ["TERM": "xterm", "NO_COLOR": "1"], false), (.auto, true, ["TERM": "xterm", "NO_COLOR": ""], true),
      (.auto, true, ["TERM": "dumb"], false), (.auto, true, [:], false),
      (.always, false, ["NO_COLOR": "1"], true), (.never, true, ["TERM": "xterm"], false),
    ] as [(ColorUse, Bool, [String: String], Bool)])
  func `are those that somebody wants`(
    use: ColorUse, isTerminal: Bool, environment: [String: String], isOn: Bool
  ) {
    #expect(Paint(use, isTerminal: isTerminal, environment: environment).isOn == isOn)
  }

  @Test func `mark the heads of messages, and nothing of their texts`() {
    let error = "error[ACK5001]: it is: so\n  why: error: a\n  fix: b\nplain: c"
    #expect(
      Paint(isOn: true).messages(error)
        == "\u{1B}[1;31merror[ACK5001]:\u{1B}[0m it is: so\n\u{1B}[2m  why:\u{1B}[0m error: a\n"
        + "\u{1B}[1m  fix:\u{1B}[0m b\nplain: c")
    #expect(Paint(isOn: false).messages(error) == error)
  }
}

@Suite struct `A time` {
  @Test(
    arguments: [
      (0, "just now"), (-59, "just now"), (-60, "1 min ago"), (-7199, "1 h ago"), (-86400, "1 day ago"),
      (-172_800, "2 days ago"), (59, "in less than 1 min"), (600, "in 10 min"), (-2_592_000, "1969-12-02"),
    ] as [(Int64, String)])
  func `is said as people say it`(seconds: Int64, words: String) {
    let time = Timestamp(secondsSince1970: seconds)
    #expect(RelativeTime(time: time, now: Timestamp(secondsSince1970: 0)).description == words)
  }
}
