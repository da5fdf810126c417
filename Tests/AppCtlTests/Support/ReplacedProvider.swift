import Foundation
import ProviderPlugins
import TestSupport
import Testing

@testable import appctl

/// A way in which a provider can be missing or broken after a user has logged in with it.
struct Replacement: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The code of the required warning; empty when no warning is required.
  let code: String
  /// The name of the file; for deadly.c it selects the deed.
  var file = "deadly.none.so"
  /// Additional options of the command line.
  var options: [String] = []
  /// Whether the provider is remembered by its id instead of its path.
  var isInstalled = false
  /// Replaces the provider.
  var replace: @Sendable (_ path: String, _ state: StateFolder) throws -> Void = { _, _ in }

  init(
    _ description: String, _ code: String, file: String = "deadly.none.so", options: [String] = [],
    isInstalled: Bool = false,
    _ replace: @escaping @Sendable (_ path: String, _ state: StateFolder) throws -> Void = { _, _ in }
  ) {
    (testDescription, self.code, self.file, self.options) = (description, code, file, options)
    (self.isInstalled, self.replace) = (isInstalled, replace)
  }

  var isStoryboard: Bool { file.hasSuffix(".json") }

  /// A replacement for every situation that has an error code.
  static let all: [Replacement] = libraries + deeds + state + storyboards

  private static let libraries = [
    Replacement("missing", "ACK2001") { path, _ in try remove(path) },
    Replacement("a folder", "ACK2012") { path, _ in
      try remove(path)
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    },
    Replacement("an empty file", "ACK2014") { path, _ in try write([], to: path) },
    Replacement("a text", "ACK2016") { path, _ in try write("hello\n".utf8, to: path) },
    Replacement("a script", "ACK2017") { path, _ in try write("#!/bin/sh\nexit 1\n".utf8, to: path) },
    Replacement("garbage", "ACK2002") { path, _ in
      try write((0..<9000).map { UInt8(truncatingIfNeeded: $0 &* 167) }, to: path)
    },
    Replacement("garbage with an ELF header", "ACK2") { path, _ in
      let bytes = try NotedLibrary.contents(path)
      try write(bytes[..<64] + (0..<9000).map { UInt8(truncatingIfNeeded: $0 &* 167) }, to: path)
    },
    Replacement("for another processor", "ACK2") { path, _ in
      try write(try NotedLibrary.contents(path).replacing(at: 18, with: [8, 0]), to: path)
    },
    Replacement("cut off", "ACK2") { path, _ in try write(try NotedLibrary.contents(path).prefix(3000), to: path) },
    Replacement("a program", "ACK2") { path, _ in
      try write(try NotedLibrary.contents(AppCtlProcess.buildFolder.appendingPathComponent("appctl").path), to: path)
    },
    Replacement("without a note", "ACK2") { path, _ in
      try compile(NotedLibrary.source.replacingOccurrences(of: NotedLibrary.note, with: ""), to: path)
    },
    Replacement("another provider", "ACK2") { path, _ in try compile(NotedLibrary.source, to: path) },
    Replacement("without an entry", "ACK2") { path, _ in
      try compile("#include \"appcontroller_provider.h\"\n\(note)", to: path)
    },
    Replacement("of another version of the ABI", "ACK2004") { path, _ in
      try compile(NotedLibrary.source.replacingOccurrences(of: NotedLibrary.note, with: note), to: path)
    },
    Replacement("another one than its note says", "ACK2") { path, _ in
      try compile(provider.replacingOccurrences(of: "TEXT(\"com.example.deadly\")", with: "TEXT(\"x\")"), to: path)
    },
    Replacement("one that makes no instance", "ACK2") { path, _ in
      try compile(
        provider.replacingOccurrences(of: "return ACK_OK; /* create */", with: "return ACK_FAILED;"), to: path)
    },
    Replacement("one that describes nothing", "ACK") { path, _ in
      try compile(
        provider.replacingOccurrences(of: "return ACK_OK; /* describe */", with: "return ACK_FAILED;"), to: path)
    },
    Replacement("without a library that it needs", "ACK2006") { path, _ in
      let needed = path + ".needed.so"
      try Tool.compile(["-shared", "-fPIC", "-o", needed, "-x", "c", "/dev/null"])
      try compile(provider, to: path, ["-Wl,--no-as-needed", needed])
      try remove(needed)
    },
    Replacement("without a symbol that it needs", "ACK2007") { path, _ in
      try compile(
        provider.replacingOccurrences(of: "return ACK_OK; /* create */", with: "extern int gone(void); return gone();"),
        to: path)
    },
    Replacement(
      "not to be read", "ACK2",
      { path, _ in
        if geteuid() == 0 { try Test.leaveOut("the superuser may read every file") }
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
      }),
    Replacement("no longer where providers are found", "ACK2038", isInstalled: true) { path, _ in try remove(path) },
    Replacement("open to others where providers are found", "ACK2038", isInstalled: true) { path, _ in
      try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: path)
    },
  ]

  private static let deeds =
    [
      "constructor.abort", "constructor.exit", "query.abort", "query.exit", "query.close", "create.fault",
      "create.exit",
      "initial.trap", "describe.abort", "describe.exit", "describe.close", "ended.abort", "destroy.abort",
    ].map { deed in
      // An abort after the command's work is done needs no warning.
      Replacement(deed, deed == "destroy.abort" ? "" : "ACK", file: "deadly.\(deed).so")
    } + [
      Replacement("describe.hang", "ACK2203", file: "deadly.describe.hang.so", options: ["--timeout", "0.2"]),
      Replacement("initial.hang", "ACK2203", file: "deadly.initial.hang.so", options: ["--timeout", "0.2"]),
    ]

  private static let state = [
    Replacement("not the one of --pin", "ACK2037", options: ["--pin", String(repeating: "0", count: 64)]),
    Replacement("not the pinned one", "ACK2037") { _, state in
      try state.pins.change { $0[id] = ProviderPin(sha256: String(repeating: "0", count: 64)) }
    },
    Replacement("with damaged pins", "ACK5014") { _, state in try write("{".utf8, to: state.path + "/pins.json") },
    Replacement("with a damaged quarantine", "ACK2209") { _, state in
      try write("{".utf8, to: state.path + "/quarantine.json")
    },
    Replacement("in quarantine", "ACK2208", file: "deadly.describe.abort.so") { path, state in
      // Nobody is logged in, because other processes have no access to the vaults of the test.
      let other = state.path + "-other"
      let show = ["show", "--isolated", "--provider", path, "--state", "logged-in"]
      let crashed = try AppCtlProcess(stateFolder: other)(arguments: show)
      try #require(crashed.errors.contains("ACK2201"))
      try FileManager.default.copyItem(atPath: other + "/quarantine.json", toPath: state.path + "/quarantine.json")
    },
  ]

  private static let storyboards = [
    Replacement("a storyboard that is missing", "ACK1006", file: "Main.json") { path, _ in try remove(path) },
    Replacement("a storyboard that is no JSON", "ACK1002", file: "Main.json") { path, _ in try write("{".utf8, to: path)
    },
    Replacement("a storyboard that is invalid", "ACK1004", file: "Main.json") { path, _ in
      try write(storyboard.replacing("screen", with: "tab").utf8, to: path)
    },
    Replacement("a storyboard without its interface", "ACK1005", file: "Main.json") { path, _ in
      try write(storyboard.replacing("logged-in", with: "elsewhere").utf8, to: path)
    },
    Replacement("another storyboard", "ACK2", file: "Main.json") { path, _ in
      try write(storyboard.replacing(id, with: "com.example.other").utf8, to: path)
    },
  ]
}

// MARK: - The original provider

extension Replacement {
  /// The id under which the session is stored.
  static let id = "com.example.deadly"
  static let storyboard = """
    {"id":"\(id)","interfaces":{"logged-out":{"root":{"kind":"screen","id":"out","label":"Out"}},\
    "logged-in":{"root":{"kind":"screen","id":"in","label":"In"}}}}
    """
  private static let note = "ACK_PROVIDER_NOTE(\"\(id)\", \"Deadly\", \"1.0.0\", \"Example Ltd.\");"
  private static let provider = """
    #include "appcontroller_provider.h"
    #define TEXT(text) { text, sizeof text - 1 }
    \(note)
    static ack_status create(const ack_creation *creation, ack_instance **instance) {
      (void)creation;
      *instance = 0;
      return ACK_OK; /* create */
    }
    static void destroy(ack_instance *instance) { (void)instance; }
    static ack_status describe(ack_instance *instance, const ack_context *context, const ack_description *out) {
      (void)instance;
      (void)context;
      (void)out;
      return ACK_OK; /* describe */
    }
    static const ack_provider table = {
      .struct_size = sizeof(ack_provider), .create = create, .destroy = destroy, .describe = describe };
    ack_status ack_provider_query(const ack_query *query, ack_answer *answer) {
      (void)query;
      answer->magic = ACK_MAGIC;
      answer->abi_major = ACK_ABI_MAJOR;
      answer->abi_minor = ACK_ABI_MINOR;
      answer->id = (ack_str)TEXT("\(id)");
      answer->version = (ack_str)TEXT("1.0.0");
      answer->provider = &table;
      return ACK_OK;
    }
    """

  /// Puts the original provider into a folder.
  ///
  /// - Returns: Its path.
  func install(in folder: String) throws -> String {
    let path = "\(folder)/\(file)"
    if isStoryboard {
      try Self.write(Self.storyboard.utf8, to: path)
    } else {
      try Self.write(try NotedLibrary.contents(FixtureLibrary.build("Tests/Fixtures/deadly.c")), to: path)
    }
    return path
  }

  /// The source by which the provider is remembered.
  func source(_ path: String) -> ProviderSource {
    if isStoryboard { return .storyboard(path, loggedOut: "logged-out", loggedIn: "logged-in") }
    return isInstalled ? .installed(Self.id) : .library(path)
  }

  private static func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: path) }

  private static func write(_ bytes: some Sequence<UInt8>, to path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  private static func compile(_ text: String, to path: String, _ options: [String] = []) throws {
    let source = path + ".c"
    try write(text.utf8, to: source)
    try Tool.compile(["-std=c11", "-shared", "-fPIC", "-I", FixtureLibrary.include, "-o", path, source] + options)
    try remove(source)
  }
}
