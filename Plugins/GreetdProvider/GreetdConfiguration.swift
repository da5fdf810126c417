import Glibc
import ProviderSDK

/// What the operator has set.
struct GreetdConfiguration: Sendable {
  var folders: [String]
  /// The one command; empty for the sessions of the folders.
  var command: String
  var xStarter: String
  var showsUsers: Bool
  var memory: Memory
  var hasPower: Bool
  var restartCommand: String
  var powerOffCommand: String

  /// What can be started; none when there is nothing.
  var programs: [LoginProgram] {
    if !command.isEmpty { return [LoginProgram(command: command)] }
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy
      .compactMap { (name: String) in unsafe getenv(name).map { unsafe String(cString: $0) } }.first { !$0.isEmpty }
    return LoginProgram.sessions(
      in: folders, starter: xStarter, languages: DesktopEntry.languages(ofLocale: locale ?? ""),
      isProgram: SystemFile.isProgram)
  }
}

extension GreetdConfiguration {
  init(_ settings: ProviderSettings) {
    self.init(
      folders: settings.sessions.split(separator: ":").map(String.init), command: settings.command,
      xStarter: settings.xStarter, showsUsers: settings.users, memory: Memory(folder: settings.remember),
      hasPower: settings.power, restartCommand: settings.restartCommand, powerOffCommand: settings.powerOffCommand)
  }
}

/// Who has logged in last, and to which session.
struct RememberedChoice: Sendable, Equatable {
  var user: String
  var session: String
}

/// Where the last choice is kept; a folder that is not there, or cannot be written, keeps nothing.
struct Memory: Sendable {
  private static let name = "last-login"

  /// The folder; empty for none.
  let folder: String

  var choice: RememberedChoice? {
    guard !folder.isEmpty, let bytes = SystemFile.read("\(folder)/\(Self.name)", atMost: 1024) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    guard lines.count == 2, Machine.isName(lines[0]) else { return nil }
    return RememberedChoice(user: lines[0], session: lines[1])
  }

  func keep(_ choice: RememberedChoice) {
    if folder.isEmpty || choice == self.choice { return }
    _ = SystemFile.replace(Self.name, in: folder, with: "\(choice.user)\n\(choice.session)\n")
  }
}
