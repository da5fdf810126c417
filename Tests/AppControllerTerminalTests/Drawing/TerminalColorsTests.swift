import AppControllerTerminal
import Testing

@Suite struct `The colours of a terminal` {
  @Test(
    arguments: [
      ([:], .none), (["TERM": ""], .none), (["TERM": "dumb"], .none),
      (["TERM": "dumb", "COLORTERM": "truecolor"], .none),
      (["TERM": "vt100-m"], .none), (["TERM": "linux"], .sixteen), (["TERM": "xterm"], .sixteen),
      (["TERM": "xterm-256color"], .indexed), (["TERM": "tmux-256color", "COLORTERM": "truecolor"], .trueColor),
      (["TERM": "xterm", "COLORTERM": "24bit"], .trueColor), (["TERM": "xterm-direct"], .trueColor),
      (["TERM": "xterm-256color", "NO_COLOR": "1"], .none), (["TERM": "xterm-256color", "NO_COLOR": ""], .indexed),
      (["TERM": "xterm-256color", "COLORTERM": "yes"], .indexed),
    ] as [([String: String], TerminalColors)]
  )
  func `are what the environment says`(environment: [String: String], colors: TerminalColors) {
    #expect(TerminalColors(environment: environment) == colors)
  }
}
