/// What runs after a login: a session of a desktop, or the command that the operator has set.
struct LoginProgram: Sendable, Equatable {
  /// Unique among the programs of a machine.
  let id: String
  let name: String
  /// The words of a command line, each quoted for a shell, because greetd joins them for one.
  let command: [String]
  let environment: [String]

  /// The command that everybody gets, as a shell reads it.
  init(command: String) {
    (id, name, self.command, environment) = ("command", command, [command], ["XDG_SESSION_TYPE=tty"])
  }

  /// A session of a desktop.
  ///
  /// - Parameters:
  ///   - entry: Its file.
  ///   - stem: The file's name without its extension.
  ///   - starter: What stands before the command of a session of X; `nil` for one of Wayland.
  init(_ entry: DesktopEntry, stem: String, starter: String?) {
    let type = starter == nil ? "wayland" : "x11"
    (id, name) = ("\(type):\(stem)", entry.name)
    command = (starter.map { [$0] } ?? []) + entry.command.map(Self.quoted)
    let desktops = entry.desktopNames.isEmpty ? [stem] : entry.desktopNames
    environment = [
      "XDG_SESSION_TYPE=\(type)", "XDG_SESSION_DESKTOP=\(stem)",
      "XDG_CURRENT_DESKTOP=\(desktops.joined(separator: ":"))",
    ]
  }

  /// A word as a shell takes it literally.
  static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "/._-+:,@%".utf8.contains(byte)
      }
    }
    if isPlain, !word.isEmpty { return word }
    return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }
}

extension LoginProgram {
  /// The largest command line and environment that greetd can hand on, in bytes.
  private static let sizeLimit = 8 << 10
  private static let maximumFiles = 200

  /// Finds the sessions in some folders; the first of two files of one name counts.
  ///
  /// - Parameters:
  ///   - folders: The folders; those with `xsessions` in their name have sessions of X.
  ///   - starter: What stands before the command of a session of X.
  ///   - languages: The user's languages, as in the names of keys: `de_AT`, then `de`.
  ///   - isProgram: Whether a program can be run, by its path or its name.
  /// - Returns: The sessions, sorted by name.
  static func sessions(
    in folders: [String], starter: String, languages: [String], isProgram: (String) -> Bool
  ) -> [LoginProgram] {
    var programs: [LoginProgram] = []
    var seen: Set<String> = []
    for folder in folders {
      let isX = folder.split(separator: "/").last?.contains("xsessions") == true
      let files = SystemFile.names(in: folder).filter { $0.hasSuffix(".desktop") }.sorted().prefix(maximumFiles)
      for file in files {
        let stem = String(file.dropLast(".desktop".count))
        // A name goes into the environment and into an option's value.
        guard !stem.isEmpty, stem.utf8.count <= 128, PlainText.line(stem, atMost: 128) == stem,
          seen.insert("\(isX):\(stem)").inserted,
          let bytes = SystemFile.read("\(folder)/\(file)", atMost: 64 << 10),
          let entry = DesktopEntry(String(decoding: bytes, as: UTF8.self), languages: languages),
          entry.tried.map(isProgram) ?? true
        else { continue }
        let program = LoginProgram(entry, stem: stem, starter: isX ? starter : nil)
        let size = (program.command + program.environment).reduce(0) { $0 + $1.utf8.count + 3 }
        if size <= sizeLimit { programs.append(program) }
      }
    }
    return programs.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
  }
}
