import Foundation
import Glibc
import TestSupport

/// A terminal of tmux, and what runs in it.
///
/// tmux draws what is written as a terminal does, so that a test sees what somebody would see, and types as somebody would.
final class TerminalUnderTest {
  /// Whether tmux is here.
  static var isAvailable: Bool { Tool.find("tmux") != nil }

  private let socket: String
  private let folder: TestFolder
  private let tmux: String

  /// Opens a terminal with a shell.
  init(columns: Int = 80, rows: Int = 24) throws {
    folder = try TestFolder()
    socket = folder.path(of: "tmux")
    tmux = Tool.find("tmux") ?? "/usr/bin/tmux"
    // The server would hold whatever files it was started with, and who reads their other ends would wait for it.
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

  /// What is seen, with a line for each row.
  var screen: String { get throws { try run("capture-pane", "-p") } }

  /// Types a text.
  func type(_ text: String) throws { try run("send-keys", "-l", text) }

  /// Presses keys by the names that tmux has for them.
  func press(_ keys: String...) throws { for key in keys { try run("send-keys", key) } }

  /// Gives the terminal another size.
  func resize(columns: Int, rows: Int) throws { try run("resize-window", "-x", "\(columns)", "-y", "\(rows)") }

  /// Whether the terminal shows its other screen, and whether it shows its cursor.
  var modes: String { get throws { try run("display-message", "-p", "#{alternate_on} #{cursor_flag}").trimmed } }

  /// Where the cursor is.
  var cursor: String { get throws { try run("display-message", "-p", "#{cursor_x},#{cursor_y}").trimmed } }

  /// The settings, as stty says them.
  var settings: String {
    get throws {
      let file = try run("display-message", "-p", "#{pane_tty}").trimmed
      return try Tool.run("/usr/bin/stty", ["-a", "-F", file]).output
    }
  }

  /// Keeps every byte that is written from now on.
  func record() throws -> String {
    let path = folder.path(of: "bytes")
    try run("pipe-pane", "-O", "cat >\(path)")
    return path
  }

  /// Looks until something is so.
  ///
  /// - Returns: What was seen last.
  @discardableResult
  func wait(until isSo: (String) throws -> Bool) throws -> String {
    let deadline = ContinuousClock.now + .seconds(120)
    while true {
      let screen = try screen
      if try isSo(screen) { return screen }
      if ContinuousClock.now > deadline { throw Never(screen: screen) }
    }
  }

  /// Looks until a text is seen.
  @discardableResult
  func wait(for text: String) throws -> String { try wait { $0.contains(text) } }

  struct Never: Error {
    let screen: String
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
