import Glibc

/// What a greeter reads of the machine: who lives there, and how its keyboard is.
struct Machine: Sendable {
  struct User: Sendable, Equatable {
    let name: String
    /// The name for people; empty when there is none.
    let fullName: String

    /// Who it is, for people.
    var label: String { fullName.isEmpty || fullName == name ? name : "\(fullName) (\(name))" }
  }

  /// The most users that are listed; where there are more, a name is typed.
  static let maximumUsers = 50

  /// What stands before every path: empty, or the folder of a test.
  var root = ""

  /// The people who have an account here: by their numbers, and with a shell to log in with.
  ///
  /// - Returns: They, sorted by name; none when there are too many to choose from.
  var users: [User] {
    let limits = Self.words(SystemFile.text("\(root)/etc/login.defs"))
    let numbers = (limits["UID_MIN"].flatMap { Int($0) } ?? 1000, limits["UID_MAX"].flatMap { Int($0) } ?? 60_000)
    let shells = SystemFile.text("\(root)/etc/shells").split(separator: "\n").map(String.init)
    var users: [User] = []
    for line in SystemFile.text("\(root)/etc/passwd").split(separator: "\n") {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 7, let number = Int(fields[2]), number >= numbers.0, number <= numbers.1 else { continue }
      let shell = fields[6].isEmpty ? "/bin/sh" : fields[6]
      let isClosed = ["nologin", "false"].contains(shell.split(separator: "/").last)
      guard !isClosed, shells.isEmpty || shells.contains(shell), Self.isName(fields[0]) else { continue }
      let fullName = fields[4].split(separator: ",", omittingEmptySubsequences: false).first.map(String.init) ?? ""
      users.append(User(name: fields[0], fullName: PlainText.line(fullName, atMost: 48)))
    }
    return users.count > Self.maximumUsers ? [] : users.sorted { $0.name < $1.name }
  }

  /// Whether a text can be the name of a user.
  static func isName(_ name: String) -> Bool {
    1...256 ~= name.utf8.count && PlainText.line(name, atMost: 256) == name
  }

  /// The layout of the keyboard, such as `de`; `nil` when it is not known.
  var keyboardLayout: String? {
    for line in SystemFile.text("\(root)/etc/default/keyboard").split(separator: "\n") {
      guard line.hasPrefix("XKBLAYOUT=") else { continue }
      let value = line.dropFirst("XKBLAYOUT=".count).filter { $0 != "\"" && $0 != "'" }
      let layout = PlainText.line(String(value), atMost: 64)
      return layout.isEmpty ? nil : layout
    }
    return nil
  }

  /// Whether Caps Lock is on at some keyboard; `nil` when it is not known.
  var isCapsLockOn: Bool? {
    let folder = "\(root)/sys/class/leds"
    let names = SystemFile.names(in: folder).filter { $0.hasSuffix("::capslock") }
    return names.isEmpty
      ? nil
      : names.contains { name in
        let brightness = SystemFile.read("\(folder)/\(name)/brightness", atMost: 4096) ?? []
        return brightness.contains { UInt8(ascii: "1")...UInt8(ascii: "9") ~= $0 }
      }
  }

  /// The machine's name.
  var name: String {
    var bytes = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&bytes, bytes.count - 1) == 0 else { return "this machine" }
    let text = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let name = PlainText.line(text, atMost: 64)
    return name.isEmpty ? "this machine" : name
  }

  /// The lines of a file with two words each.
  private static func words(_ text: String) -> [String: String] {
    var words: [String: String] = [:]
    for line in text.split(separator: "\n") where line.first != "#" {
      let parts = line.split { $0 == " " || $0 == "\t" }
      if parts.count >= 2 { words[String(parts[0])] = String(parts[1]) }
    }
    return words
  }
}
