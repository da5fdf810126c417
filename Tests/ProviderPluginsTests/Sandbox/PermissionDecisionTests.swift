import AppControllerKit
import Foundation
import TestSupport
import Testing

@testable import ProviderPlugins

@Suite struct `The decision about permissions` {
  private static let port = DeclaredPermission(.ports([443]), why: "W")
  private static let moreports = DeclaredPermission(.ports([80, 443]), why: "W")
  private static let server = DeclaredPermission(.portsOf(settings: ["server", "other"]), why: "W")
  private static let socket = DeclaredPermission(.socket(name: "greetd", path: "$GREETD_SOCK"), why: "W")
  private static let bus = DeclaredPermission(.unknown("bus"), why: "")

  private static func photos(_ path: String = "$XDG_PICTURES_DIR", isWritable: Bool = false) -> DeclaredPermission {
    DeclaredPermission(.folder(name: "photos", path: path, isWritable: isWritable), why: "W")
  }

  private static func decision(
    _ granted: Set<ProviderPermission> = [], agreed: [DeclaredPermission] = []
  ) -> PermissionDecision {
    PermissionDecision(
      granted: granted, agreed: Set(agreed.map(\.words)), support: SandboxSupport(landlock: 7, filtersCalls: true),
      variable: { _ in nil })
  }

  /// A case of what nobody has granted: what is declared, granted and agreed to, and what is missing.
  private static let cases:
    [(declared: [DeclaredPermission], Set<ProviderPermission>, agreed: [DeclaredPermission], missing: Int)] = [
      ([], [], [], 0), ([bus], [], [], 0), ([port], [], [], 1), ([port, server], [.network], [], 0),
      ([port], [], [port], 0), ([moreports], [], [port], 1), ([port], [], [moreports], 1),
      ([port, bus], [], [port], 0),
      // The reason may change.
      ([DeclaredPermission(.ports([443]), why: "Another")], [], [port], 0),
      ([photos()], [.folder("photos")], [], 0), ([photos()], [.folder("others"), .network], [], 1),
      ([photos("/srv")], [], [photos()], 1), ([photos(isWritable: true)], [], [photos()], 1),
      ([socket], [.socket("greetd")], [], 0), ([socket], [.socket("other")], [], 1), ([socket], [], [socket], 0),
      ([port, photos()], [], [port], 1), ([port, photos()], [.folder("photos")], [port], 0),
    ]

  @Test func `misses what is declared and neither granted nor agreed to, as it is declared`() {
    for (declared, granted, agreed, missing) in Self.cases {
      let found = Self.decision(granted, agreed: agreed).missing(of: declared)
      #expect(found.count == missing, "\(declared.map(\.words)) \(granted.names) \(agreed.map(\.words))")
    }
  }

  @Test func `gives the ports that were agreed to, and the whole network to whom it is granted`() throws {
    let settings: ProviderSettings = ["server": "https://id.example.com:8443/a", "other": "http://a"]
    let declared = [Self.moreports, Self.server]
    let agreed = try Self.decision(agreed: declared).rights(of: declared, settings: settings)
    #expect(!agreed.hasNetwork && agreed.ports == [80, 443, 8443] && agreed.names == ["network"])
    let granted = try Self.decision([.network], agreed: declared).rights(of: declared, settings: settings)
    #expect(granted.hasNetwork && granted.ports.isEmpty && granted.names == ["network"])
    let undeclared = try Self.decision([.network, .folder("photos")]).rights(of: [], settings: settings)
    #expect(undeclared.hasNetwork && undeclared.folders.isEmpty && undeclared.names == ["network"])
    let told = try Self.decision(agreed: [Self.socket]).rights(of: [Self.socket], settings: [:])
    #expect(told.names == ["socket:greetd"])
    // Without a value there is no port, and nothing is told.
    let without = try Self.decision(agreed: declared).rights(of: [Self.server, Self.bus], settings: [:])
    #expect(without == ProviderRights())
  }

  @Test func `opens the sockets and resolves the names for whom that is granted`() {
    var decision = Self.decision(agreed: [Self.socket])
    #expect(decision.services(of: [Self.socket, Self.port]) == LocalServices(sockets: ["greetd": ""]))
    decision.variable = { $0 == "GREETD_SOCK" ? "/run/greetd.sock" : nil }
    #expect(decision.services(of: [Self.socket]).sockets == ["greetd": "/run/greetd.sock"])
    decision.agreed = [Self.port.words, Self.bus.words]
    #expect(decision.services(of: [Self.socket, Self.port, Self.bus]) == LocalServices(resolvesNames: true))
    decision = Self.decision([.network])
    #expect(decision.services(of: [Self.socket]) == LocalServices(resolvesNames: true))
  }

  @Test(arguments: [
    ("https://a", 443), ("https://a/b:1", 443), ("HTTPS://a:8443", 8443), ("http://localhost:1/", 1),
    ("http://[::1]", 80), ("http://[::1]:81/", 81), ("https://a:", 443), ("https://a?b:2", 443),
    ("mailto:a@b", nil), ("https://a:0", nil), ("https://a:65536", nil), ("", nil), ("://", nil),
  ])
  func `takes the port of a URL`(_ url: String, _ port: UInt16?) {
    #expect(DeclaredPermission.port(of: url) == port)
  }

  @Test(arguments: [
    (SandboxSupport(landlock: 3, filtersCalls: true), "version 3"),
    (.init(landlock: nil, filtersCalls: true), "Landlock"),
    (.init(landlock: 7, filtersCalls: false), "seccomp"),
  ])
  func `gives some ports only where the kernel keeps the others`(_ support: SandboxSupport, _ lack: String) throws {
    var decision = Self.decision(agreed: [Self.port])
    decision.support = support
    let error = #expect(throws: PluginError.self) { try decision.rights(of: [Self.port], settings: [:]) }
    #expect(error?.code == .permissionUnavailable && error?.what.contains(lack) == true)
    #expect(error?.fix == "allow it the whole network with --allow network")
    decision.granted = [.network]
    #expect(try decision.rights(of: [Self.port], settings: [:]).hasNetwork)
  }

  @Test func `gives folders as their links resolve, and never those of the kernel, the user or the app`() throws {
    let folder = try TestFolder()
    let root = try LibraryFile.resolve(folder.path)
    for name in ["home", "home/Pictures", "state", "state/a"] {
      try FileManager.default.createDirectory(atPath: "\(root)/\(name)", withIntermediateDirectories: true)
    }
    try folder.write("".utf8, to: "home/file")
    for (name, target) in [
      ("proc", "/proc"), ("root", "/"), ("up", root), ("app", "\(root)/state/a"), ("near", "\(root)/home/Pictures"),
    ] {
      try FileManager.default.createSymbolicLink(atPath: "\(root)/\(name)", withDestinationPath: target)
    }
    var decision = Self.decision([.folder("photos")])
    decision.privateFolders = ["\(root)/state"]
    decision.variable = { ["HOME": "\(root)/home", "XDG_PICTURES_DIR": "\(root)/near", "XDG_RUNTIME_DIR": "here"][$0] }
    func rights(_ path: String) throws(PluginError) -> ProviderRights {
      try decision.rights(of: [Self.photos(path, isWritable: true)], settings: [:])
    }
    for path in ["$HOME/Pictures", "$XDG_PICTURES_DIR", "\(root)/near"] {
      let rights = try rights(path)
      #expect(rights.folders == [try Place(at: "\(root)/home/Pictures", isWritable: true)])
      #expect(rights.names == ["folder:photos"])
    }
    for (path, reason) in [
      ("\(root)/proc", "never given"), ("\(root)/proc/self", "never given"), ("\(root)/root", "never given"),
      ("\(root)/home", "never given"), ("\(root)/up", "never given"), ("\(root)/app", "never given"),
      ("\(root)/state", "never given"), ("\(root)/home/file", "is no folder"),
    ] {
      let error = #expect(throws: PluginError.self) { try rights(path) }
      #expect(error?.code == .permissionUnavailable, "\(path)")
      #expect(error?.what.contains(reason) == true, "\(path): \(error?.what ?? "")")
    }
    for path in ["\(root)/none", "$XDG_RUNTIME_DIR/a", "$NONE/a"] {
      var warnings: [String] = []
      #expect(try decision.rights(of: [Self.photos(path)], settings: [:]) { warnings.append($0) } == ProviderRights())
      #expect(warnings.count == 1, "what is not there is left out, and said")
    }
    // What is read from a library's folder changes nothing.
    decision.programs = ["\(root)/home/Pictures/libkitty.so"]
    #expect(try decision.rights(of: [Self.photos("$HOME/Pictures")], settings: [:]).folders.count == 1)
    #expect(throws: PluginError.self) { try rights("$HOME/Pictures") }
    decision.programs = []
    // The app's folder that is made later, over a link.
    decision.privateFolders = ["\(root)/up/home/Pictures/later/app"]
    #expect(throws: PluginError.self) { try rights("$HOME/Pictures") }
  }

  @Test(arguments: ["network", "folder:photos", "folder:a1", "socket:greetd"])
  func `has names that are read as they are written`(_ name: String) {
    #expect(ProviderPermission(rawValue: name)?.rawValue == name)
  }

  @Test(arguments: [
    "", "disk", "network:", "network:443", "folder", "folder:", "folder:a:b", "folder:A", "folder:a,b", "socket:",
    "socket:a:b", ":a",
  ])
  func `has no other names`(_ name: String) { #expect(ProviderPermission(rawValue: name) == nil) }
}
