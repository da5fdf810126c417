import Measuring
import Plugins

/// Loads a plugin into hosts: this program, with the kit's loader and with the system's, and the programs of the peers.
@MainActor
struct Loads {
  /// The line of a host in a table.
  private struct Line {
    let name: String
    let note: String
  }

  /// The number of libraries that are loaded directly after each other, as by a host with that many plugins.
  private static let batch = Extent.count(10, short: 1)
  /// The loaders of the peers, by the names of their programs.
  private static let peers: KeyValuePairs = [
    "dlopen": Line(name: "C host", note: "dlopen and dlsym in C: the limit"),
    "gmodule": Line(name: "GModule", note: "g_module_open, g_module_symbol; checks nothing"),
    "libltdl": Line(name: "libltdl", note: "lt_dlopen, lt_dlsym; checks nothing, binds lazily"),
    "qlibrary": Line(name: "Qt QLibrary", note: "load, resolve; checks nothing, binds lazily"),
    "boost-dll": Line(name: "Boost.DLL", note: "shared_library, has; checks nothing"),
  ]

  private let scratch: String

  init(scratch: String) { self.scratch = scratch }

  func measure() async throws {
    for (plugin, name) in [(Plugin.inC, "c"), (.inSwift, "swift")] {
      try await measureResident(plugin, "load-\(name)")
      try await measureFresh(plugin, "load-fresh-\(name)")
    }
  }

  /// Loads one copy after the other into the same process, which keeps all of them, because a library stays mapped.
  private func measureResident(_ plugin: Plugin, _ key: String) async throws {
    let growth = Growth(
      key, "load copies of a \(plugin.rawValue), each", unit: .microseconds, over: [50, 200], of: "copies",
      isPerPart: true)
    try await growth.run(rounds: { $0 / Self.batch - 1 }, warmUp: 1) { count in
      let copies = try Copies(
        of: plugin.example, into: "\(scratch)/\(key)-\(count)", count: Extent.count(count, short: 4))
      return try candidates { line, host in
        let copies = copies.again()
        if case .own(let loader) = host, Counted.isRequested {
          return Candidate(line.name, parts: Self.batch) {
            for path in copies.next(Self.batch) { try loader.load(path) }
          }
        }
        let server = try LoadServer(host)
        return Candidate(line.name, partsElsewhere: 1, note: line.note) {
          try server.load(copies.next(Self.batch))
        }
      }
    }
  }

  /// Loads one copy into a new process, and measures the time from its start to its report that the plugin is loaded.
  private func measureFresh(_ plugin: Plugin, _ key: String) async throws {
    var comparison = Comparison(
      key, "start a process and load a \(plugin.rawValue)", unit: .milliseconds, rounds: 101, warmUp: 3,
      candidates { line, host in
        var server: LoadServer?
        return Candidate(line.name, note: line.note, cleanUp: { server = nil }) {
          server = try LoadServer(host)
          _ = try server?.load([plugin.example])
        }
      })
    try await comparison.run()
  }

  /// Makes a candidate for each host, or a line that names the missing packages.
  private func candidates(
    _ make: (Line, LoadServer.Host) throws -> Candidate
  ) rethrows -> [Candidate] {
    let note = "in the same program, every check, the query and a new instance"
    let own = [
      try make(Line(name: "dlopen, dlsym", note: "in a Swift program, checks nothing"), .own(.system)),
      try make(Line(name: "ProviderLoader.load", note: note), .own(.kit)),
    ]
    return own
      + (try Self.peers.map { name, line in
        try Peer(name).candidate(line.name) { try make(line, .peer(program: $0)) }
      })
  }
}
