import Foundation
import Glibc
import TestSupport

/// A terminal of tmux with a shell.
///
/// tmux interprets the output like a terminal, so that a test sees the user's screen, and types like a user.
final class TerminalUnderTest {
  /// Whether tmux is installed.
  static var isAvailable: Bool { Tool.find("tmux") != nil }

  private let socket: String
  private let folder: TestFolder
  private let tmux: String
  private var recordings = 0

  /// Opens a terminal with a shell.
  init(columns: Int = 80, rows: Int = 24) throws {
    folder = try TestFolder()
    socket = folder.path(of: "tmux")
    tmux = Tool.find("tmux") ?? "/usr/bin/tmux"
    // The server would inherit all open files of its parent, and readers of their other ends would wait for it.
    let closing = "for n in $(ls /proc/$$/fd); do [ $n -gt 2 ] && eval \"exec $n>&-\"; done; "
    _ = try Tool.run(
      "/bin/bash",
      [
        "-c", closing + #"exec "$@" >/dev/null 2>&1 </dev/null"#, "bash", tmux, "-S", socket, "-f", "/dev/null", "-u",
        "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "env", "-i", "PATH=/usr/bin:/bin", "LANG=C.UTF-8",
        "TERM=xterm-256color", "PS1=$ ", "HOME=\(folder.path)", "sh",
      ])
  }

  deinit { _ = try? Tool.run(tmux, ["-S", socket, "kill-server"]) }

  @discardableResult
  private func run(_ arguments: String...) throws -> String {
    try Tool.run(tmux, ["-S", socket, "-f", "/dev/null"] + arguments).output
  }

  /// The visible text, with a line for each row.
  var screen: String { get throws { try run("capture-pane", "-p") } }

  /// Types a text.
  func type(_ text: String) throws { try run("send-keys", "-l", text) }

  /// Presses keys, given by tmux's names.
  func press(_ keys: String...) throws { for key in keys { try run("send-keys", key) } }

  /// Changes the terminal's size.
  func resize(columns: Int, rows: Int) throws { try run("resize-window", "-x", "\(columns)", "-y", "\(rows)") }

  /// Whether the terminal shows its alternate screen, shows its cursor, wraps lines, and reports the mouse.
  var modes: String {
    get throws {
      try run(
        "display-message", "-p",
        "#{alternate_on} #{cursor_flag} #{wrap_flag} #{mouse_standard_flag}#{mouse_sgr_flag}"
      ).trimmed
    }
  }
  /// The modes of a full screen, and those of a shell.
  static let (screenModes, shellModes) = ("1 1 0 11", "0 1 1 00")

  /// The private modes that were turned on in recorded bytes, and not off again.
  static func modesLeft(in path: String) throws -> Set<String> {
    let text = try String(decoding: Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    var left: Set<String> = []
    for match in text.matches(of: #/\u{1B}\[\?(\d+)([hl])/#) {
      // Lines are wrapped and the cursor is shown without having been asked for.
      let (mode, isOn) = (String(match.1), match.2 == "h")
      if isOn == !["7", "25"].contains(mode) { left.insert(mode) } else { left.remove(mode) }
    }
    return left
  }

  /// The position of the cursor.
  var cursor: String { get throws { try run("display-message", "-p", "#{cursor_x},#{cursor_y}").trimmed } }

  /// The terminal settings in stty's format.
  var settings: String {
    get throws {
      let file = try run("display-message", "-p", "#{pane_tty}").trimmed
      return try Tool.run("/usr/bin/stty", ["-a", "-F", file]).output
    }
  }

  /// Records every byte that is written from now on.
  ///
  /// - Returns: The file of the bytes, which come there a moment after they are on the screen.
  func record() throws -> String {
    recordings += 1
    let path = folder.path(of: "bytes-\(recordings)")
    try run("pipe-pane", "-O", "cat >\(path)")
    // tmux does not wait for the program.
    try wait { _ in FileManager.default.fileExists(atPath: path) }
    return path
  }

  /// Waits until recorded bytes contain a text, and returns them.
  func recorded(in path: String, through text: String) throws -> String {
    var written = ""
    try wait { _ in
      written = try String(decoding: Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
      return written.contains(text)
    }
    return written
  }

  /// Waits until the screen meets a condition.
  ///
  /// - Returns: The text that was visible last.
  @discardableResult
  func wait(until isSo: (String) throws -> Bool) throws -> String {
    let deadline = ContinuousClock.now + .seconds(1800)
    while true {
      let screen = try screen
      if try isSo(screen) { return screen }
      if ContinuousClock.now > deadline { throw Never(screen: screen) }
    }
  }

  /// Waits until a text is visible.
  @discardableResult
  func wait(for text: String) throws -> String { try wait { $0.contains(text) } }

  /// Waits until the shell asks for a command.
  @discardableResult
  func waitForPrompt() throws -> String { try wait { $0.trimmed.hasSuffix("$") } }

  struct Never: Error {
    let screen: String
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
