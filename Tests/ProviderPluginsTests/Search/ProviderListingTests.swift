import AppControllerKit
import Foundation
import Glibc
import TestSupport
import Testing

@testable import ProviderPlugins

@Suite struct `Looking for providers` {
  private let folder: TestFolder
  private let first: String
  private let second: String

  init() throws {
    folder = try TestFolder()
    (first, second) = (folder.path(of: "first"), folder.path(of: "second"))
    for path in [first, second] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try #require(unsafe chmod(path, 0o755) == 0)
    }
  }

  private var searchPath: ProviderSearchPath {
    ProviderSearchPath([
      ProviderLocation(.given, first), ProviderLocation(.environment, "/elsewhere", ignored: "it is not to be"),
      ProviderLocation(.userData, folder.path(of: "nowhere")), ProviderLocation(.systemData, second),
    ])
  }

  private func make(_ path: String, id: String, version: String = "1.0", majors: String? = nil) throws {
    var source = NotedLibrary.source.replacing("com.example.noted", with: id).replacing("1.2.0", with: version)
    if let majors {
      source = source.replacing("#include", with: "#define ACK_ABI_MAJOR \(majors)\n#include")
    }
    try NotedLibrary.build(source, to: path, in: folder)
  }

  /// Returns a line for each candidate.
  private func lines(_ listing: ProviderListing) -> [String] {
    listing.candidates.map { candidate in
      let name = candidate.path.split(separator: "/").suffix(2).joined(separator: "/")
      switch candidate.verdict {
      case .accepted(let note): return "\(name) accepted \(note.id) \(note.version)"
      case .shadowed(let note, let other):
        return
          "\(name) shadowed \(note.id) \(note.version) by \(other.split(separator: "/").suffix(2).joined(separator: "/"))"
      case .rejected(let note, let problems):
        return "\(name) rejected \(note?.id ?? "?") \(problems.map(\.codeName).joined(separator: " "))"
      case .notAProvider(let problem): return "\(name) \(problem.codeName)"
      }
    }
  }

  @Test func `goes by the folders' order, and by the names' bytes in each`() throws {
    try make("first/b.so", id: "b")
    try make("first/B.so", id: "a")
    try make("first/ä.so", id: "c")
    try make("second/a.so", id: "a", version: "2.0")
    try make("second/d.so", id: "d")
    let listing = ProviderListing(searchPath)
    #expect(
      lines(listing) == [
        "first/B.so accepted a 1.0", "first/b.so accepted b 1.0", "first/ä.so accepted c 1.0",
        "second/a.so shadowed a 2.0 by first/B.so", "second/d.so accepted d 1.0",
      ])
    #expect(listing.states == [.searched, .ignored("it is not to be"), .missing, .searched])
    #expect(listing.provider("a")?.path == "\(first)/B.so")
    #expect(listing.provider("e") == nil)
    #expect(lines(ProviderListing(searchPath)) == lines(listing))
  }

  @Test func `takes other files for none, and what claims to be one for refused`() throws {
    try folder.write("text".utf8, to: "first/a.so")
    try folder.write([], to: "first/b.so")
    try FileManager.default.createDirectory(atPath: "\(first)/c.so", withIntermediateDirectories: true)
    try NotedLibrary.build("int other(void) { return 0; }", to: "first/d.so", in: folder)
    try make("first/e.txt", id: "not.looked.at")
    try make("first/f.so", id: "open")
    try #require(unsafe chmod("\(first)/f.so", 0o777) == 0)
    try FileManager.default.createSymbolicLink(atPath: "\(first)/g.so", withDestinationPath: "gone.so")
    try NotedLibrary.build(
      "#include \"appcontroller_provider.h\"\nACK_PROVIDER_NOTE(\"x y\", \"X\", \"1\", \"X\");", to: "first/h.so",
      in: folder)
    #expect(
      lines(ProviderListing(searchPath)) == [
        "first/a.so ACK2016", "first/b.so ACK2014", "first/c.so ACK2012", "first/d.so ACK2027",
        "first/f.so rejected open ACK2032", "first/g.so ACK2001", "first/h.so rejected ? ACK2031",
      ])
  }

  @Test func `refuses a provider that speaks no version of the ABI that the host does`() throws {
    try make("first/a.so", id: "a")
    let listing = ProviderListing(searchPath, trust: .current, hostABI: ABIRange(majors: 2...3, minor: 0))
    #expect(lines(listing) == ["first/a.so rejected a ACK2004"])
  }

  @Test func `refuses a folder that others can write, with all in it`() throws {
    try make("first/a.so", id: "a")
    try make("second/a.so", id: "a", version: "2.0")
    try #require(unsafe chmod(first, 0o777) == 0)
    let listing = ProviderListing(searchPath)
    guard case .refused(let problems) = listing.states[0] else { Issue.record("\(listing.states[0])"); return }
    #expect(problems.map(\.codeName) == ["ACK2033"])
    #expect(lines(listing) == ["second/a.so accepted a 2.0"])
  }

  @Test func `looks at where a link leads`() throws {
    let open = folder.path(of: "open")
    try FileManager.default.createDirectory(atPath: open, withIntermediateDirectories: true)
    try make("open/a.so", id: "a")
    try #require(unsafe chmod(open, 0o777) == 0)
    try FileManager.default.createSymbolicLink(atPath: "\(first)/a.so", withDestinationPath: "\(open)/a.so")
    #expect(lines(ProviderListing(searchPath)) == ["first/a.so rejected a ACK2033"])
  }
}
