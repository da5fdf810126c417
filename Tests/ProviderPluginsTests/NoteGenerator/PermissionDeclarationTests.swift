import AppControllerJSON
import AppControllerKit
import ProviderNoteGenerator
import ProviderPlugins
import TestSupport
import Testing

@Suite struct `The declaration of a permission` {
  /// A declaration with a fault, and what is said about it.
  struct Fault: Sendable, CustomTestStringConvertible {
    let permissions: String
    let message: String
    var testDescription: String { message }

    init(_ permissions: String, _ message: String) { (self.permissions, self.message) = (permissions, message) }

    /// A fault of the first permission, whose other members are right.
    init(of members: String, _ message: String) {
      self.init(#"[{"why":"W",\#(members)}]"#, "permissions[0].\(message)")
    }

    /// A fault of a path.
    init(path: String, _ problem: String) {
      self.init(of: #""kind":"folder","name":"a","access":"read","path":"\#(path)""#, "path \(problem)")
    }
  }

  private static let variables = "$GREETD_SOCK, $XDG_RUNTIME_DIR, $XDG_PICTURES_DIR, $HOME"
  private static let portOf = "portOf is neither the name of a setting of the type url, nor an array of such names"
  private static let ports = "ports is not an array of 1 to 16 distinct numbers from 1 to 65535"

  static let faults = [
    Fault("{}", "permissions is an object, and has to be an array of permissions"),
    Fault("[1]", "permissions[0] is an integer, and has to be an object"),
    Fault(#"[{"why":"W"}]"#, "permissions[0].kind is missing"),
    Fault(#"[{"kind":"network","ports":[1]}]"#, "permissions[0].why is missing"),
    Fault(
      #"[{"kind":"network","ports":[1],"why":"\u0007"}]"#, "permissions[0].why has a character that cannot be shown"),
    Fault(of: #""kind":"bus""#, #"kind is "bus", and has to be one of network, folder, socket"#),
    Fault(of: #""kind":"network""#, #"ports is missing, and so is "portOf""#),
    Fault(of: #""kind":"network","ports":[1],"portOf":"server""#, #"ports is given beside "portOf""#),
    Fault(of: #""kind":"network","ports":[]"#, ports), Fault(of: #""kind":"network","ports":[0]"#, ports),
    Fault(of: #""kind":"network","ports":[65536]"#, ports), Fault(of: #""kind":"network","ports":[1,1]"#, ports),
    Fault(of: #""kind":"network","ports":["443"]"#, ports), Fault(of: #""kind":"network","ports":443"#, ports),
    Fault(of: #""kind":"network","portOf":"name""#, portOf),
    Fault(of: #""kind":"network","portOf":[]"#, portOf), Fault(of: #""kind":"network","portOf":["server",1]"#, portOf),
    Fault(of: #""kind":"network","portOf":["server","server"]"#, portOf),
    Fault(of: #""kind":"network","portOf":7"#, portOf),
    Fault(of: #""kind":"network","portOf":"other""#, portOf),
    Fault(of: #""kind":"network","ports":[1],"path":"/a""#, "path is not a member of a permission of the kind network"),
    Fault(of: #""kind":"network","ports":[1],"ports":[2]"#, "ports stands there twice"),
    Fault(of: #""kind":"folder","name":"a","access":"read""#, "path is missing"),
    Fault(of: #""kind":"folder","name":"a","path":"/a""#, "access is missing"),
    Fault(
      of: #""kind":"folder","name":"a","path":"/a","access":"run""#, #"access is "run", and has to be read or write"#),
    Fault(
      of: #""kind":"socket","name":"A","path":"/a""#,
      #"name is "A"; it is a lower-case letter, and at most 31 letters and digits"#),
    Fault(
      #"[{"kind":"socket","name":"a","path":"/a","why":"W"},{"kind":"socket","name":"a","path":"/b","why":"W"}]"#,
      "permissions[1].name is that of another permission, whose name may differ in case only"),
    Fault(
      "[\((0..<17).map { #"{"kind":"network","ports":[\#($0 + 1)],"why":"W"}"# }.joined(separator: ","))]",
      "permissions has 17 entries; at most 16"),
    Fault(path: "", "is not a line of 1 to 1024 bytes"), Fault(path: #"/a\nb"#, "is not a line of 1 to 1024 bytes"),
    Fault(path: "a/b", "does not begin with / or with one of \(variables)"),
    Fault(path: "~/a", "does not begin with / or with one of \(variables)"),
    Fault(path: "$PWD/a", "does not begin with / or with one of \(variables)"),
    Fault(path: "$HOMES/a", "does not begin with / or with one of \(variables)"),
    Fault(path: "/a  b", "has spaces side by side"), Fault(path: "/", "is /, which has everything"),
    Fault(path: "$HOME", "is all that the user has; name a folder in it"),
    Fault(path: "$HOME/", "has an empty part, or . or .. in it"),
    Fault(path: "$HOME/.", "has an empty part, or . or .. in it"),
    Fault(path: "$HOME/a/../..", "has an empty part, or . or .. in it"),
    Fault(path: "//proc", "has an empty part, or . or .. in it"),
    Fault(path: "/proc", "is in /proc, which is never granted"),
    Fault(path: "/proc/self", "is in /proc, which is never granted"),
    Fault(path: "/dev/shm", "is in /dev, which is never granted"),
    Fault(path: "/sys", "is in /sys, which is never granted"),
  ]

  private static let settings =
    #"[{"name":"server","type":"url","label":"S"},{"name":"second","type":"url","label":"S","default":"https://a:81"},"#
    + #"{"name":"name","type":"text","label":"N"}]"#

  /// All kinds, as they are written and as they are read.
  private static let right =
    #"[{"kind":"network","ports":[443,80],"why":"W"},{"kind":"network","portOf":"server","why":"W"},"#
    + #"{"kind":"network","portOf":["second","server"],"why":"W"},"#
    + #"{"kind":"socket","name":"greetd","path":"$GREETD_SOCK","why":"W"},"#
    + #"{"kind":"folder","name":"photos","path":"$HOME/Pictures","access":"read","why":"W"},"#
    + #"{"kind":"folder","name":"own","path":"/srv/own","access":"write","why":"W"}]"#
  private static let read = [
    DeclaredPermission(.ports([80, 443]), why: "W"), DeclaredPermission(.portsOf(settings: ["server"]), why: "W"),
    DeclaredPermission(.portsOf(settings: ["second", "server"], usual: [81]), why: "W"),
    DeclaredPermission(.socket(name: "greetd", path: "$GREETD_SOCK"), why: "W"),
    DeclaredPermission(.folder(name: "photos", path: "$HOME/Pictures", isWritable: false), why: "W"),
    DeclaredPermission(.folder(name: "own", path: "/srv/own", isWritable: true), why: "W"),
  ]

  private func manifest(_ permissions: String) throws(ManifestFaults) -> ProviderManifest {
    let members = #""class": "Tea", "settings": \#(Self.settings), "permissions": \#(permissions)"#
    return try ProviderManifest(
      json: Array(ManifestMistake.right.replacing(#""class": "TeaProvider""#, with: members).utf8))
  }

  private func note(_ permissions: String) throws(PluginError) -> ProviderNote {
    let members = #","settings":\#(Self.settings),"permissions":\#(permissions)}"#
    return try NoteBytes(json: Array(NoteBytes.json.dropLast().utf8) + Array(members.utf8)).read()
  }

  private static func fix(of message: String) -> String {
    message.hasSuffix("is missing")
      ? "add it" : message.contains("is not a member") || message.contains("twice") ? "leave it out" : "correct it"
  }

  @Test(arguments: faults)
  func `with a fault is refused in a provider.json`(_ fault: Fault) {
    let error = #expect(throws: ManifestFaults.self) { try manifest(fault.permissions) }
    #expect(error?.faults.map(\.message) == ["\(fault.message); \(Self.fix(of: fault.message))"])
  }

  @Test func `goes from a provider.json into the note, and is read there`() throws {
    let manifest = try manifest(Self.right)
    #expect(manifest.declarations.permissions == Self.read)
    #expect(try note(Self.right).permissions == Self.read)
    let source = EntrySource(manifest, path: "/provider.json").text
    for permission in [#"{"kind":"network","ports":[80,443],"why":"W"}"#, #""access":"write","why":"W"}]}"#] {
      #expect(source.contains(permission))
    }
    #expect(try NoteBytes().read().permissions == [])
  }

  @Test func `with a fault makes the note wrong`() {
    let error = #expect(throws: PluginError.self) { try note(#"[{"kind":"network","ports":[0],"why":"W"}]"#) }
    #expect(error?.code == .badNote)
    #expect(
      error?.what == "the note of /provider.so is wrong: its \"permissions[0].\(Self.ports.prefix(5))\" "
        + Self.ports.dropFirst(6))
  }

  @Test func `of an unknown kind leaves the note readable, whatever else it has`() throws {
    let note = try note(#"[{"kind":"bus","why":7,"name":["a"]},{"kind":"network","ports":[1],"udp":true,"why":"W"}]"#)
    #expect(
      note.permissions == [
        DeclaredPermission(.unknown("bus"), why: ""), DeclaredPermission(.ports([1]), why: "W"),
      ])
    #expect(note.permissions[0].grantName == nil && note.incompatibility(with: .host, path: "/provider.so") == nil)
  }

  @Test func `has words in which everything is that it allows`() {
    #expect(
      Self.read.map(\.words) == [
        "network: TCP to the ports 80, 443", "network: TCP to the port of the setting server",
        "network: TCP to the ports of the settings second, server, by default 81",
        "socket:greetd: talks to the service at $GREETD_SOCK", "folder:photos: reads what is in $HOME/Pictures",
        "folder:own: reads and writes what is in /srv/own",
      ])
    #expect(
      Self.read.map(\.grantName) == ["network", "network", "network", "socket:greetd", "folder:photos", "folder:own"])
  }
}
