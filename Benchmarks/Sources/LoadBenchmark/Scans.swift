import Glibc
import Measuring
import Plugins
import ProviderPlugins

/// Reads the metadata of many plugins, without running them where that is possible.
@MainActor
struct Scans {
  private let scratch: String

  init(scratch: String) { self.scratch = scratch }

  func measure() async throws {
    let growth = Growth(
      "scan", "read the notes of a folder, per plugin", unit: .microseconds, over: [10, 100, 1000], of: "plugins",
      isPerPart: true)
    // The last of the peers takes seconds for the largest folder.
    try await growth.run(rounds: { $0 < 1000 ? 31 : 11 }, warmUp: 2, candidates)
  }

  private func candidates(_ count: Int) throws -> [Candidate] {
    let (inC, inSwift) = (try folder(.inC, count), try folder(.inSwift, count))
    return [
      Candidate("open, read 4 KiB, close", parts: count, note: "the plugins in C, as anybody has to") {
        for path in inC.paths { try Self.readHead(of: path) }
      },
      listing("ProviderListing, C plugins", inC),
      listing("ProviderListing, Swift plugins", inSwift),
      try Peer("qt-metadata").candidate("Qt metadata") { program in
        let server = try LoadServer(.peer(program: program))
        let plugin = BuildFolder.file("peers/qt-plugin.so")
        let copies = try Copies(of: plugin, into: "\(scratch)/qt-\(count)", count: count)
        return Candidate("Qt metadata", partsElsewhere: count, note: "QPluginLoader.metaData of plugins of Qt's") {
          try server.scan(copies.folder, expecting: count)
        }
      },
      try streamer(
        "GStreamer's scan", count, note: "gst_init, which runs each in a helper", folder: "new", isCached: false),
      try streamer(
        "GStreamer, from its cache", count, note: "gst_init, which knows all of them", folder: "known", isCached: true),
    ]
  }

  private func folder(_ plugin: Plugin, _ count: Int) throws -> Copies {
    try Copies(of: plugin.example, into: "\(scratch)/\(count) \(plugin.rawValue)s", count: count)
  }

  private func listing(_ name: String, _ copies: Copies) -> Candidate {
    let searchPath = ProviderSearchPath([ProviderLocation(.given, copies.folder)])
    let count = copies.paths.count
    // All copies have the same id, so all but one are shadowed, but each note is read and checked all the same.
    return Candidate(name, parts: count, note: "no code of theirs is run") {
      guard ProviderListing(searchPath).candidates.count == count else { fatalError("some are missing") }
    }
  }

  /// Makes a candidate for GStreamer, which loads and runs each plugin in a helper and caches the result.
  private func streamer(
    _ name: String, _ count: Int, note: String, folder: String, isCached: Bool
  ) throws -> Candidate {
    try Peer("gstreamer").candidate(name) { program in
      let plugin = BuildFolder.file("peers/gstreamer-plugin.so")
      let copies = try Copies(of: plugin, into: "\(scratch)/\(folder)-\(count)", count: count)
      return Candidate(name, partsElsewhere: count, note: note) {
        if !isCached { _ = unsafe unlink("\(copies.folder).registry") }
      } order: {
        try LoadServer(.peer(program: program)).scan(copies.folder, expecting: count)
      }
    }
  }

  private static func readHead(of path: String) throws {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    let count = unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 16) { bytes in
      unsafe read(file, bytes.baseAddress, bytes.count)
    }
    guard count > 0 else { throw CopyFailure(path: path) }
  }
}
