import Invariants

@testable import AppControllerInterface
@testable import AppControllerKit
@testable import ProviderPlugins

/// Reads bytes as a provider's file and as the loader's cache, and inspects them completely.
///
/// All bytes give facts, or reasons why there are none, and no text of them controls a terminal.
@c(LLVMFuzzerTestOneInput)
public func fuzzELF(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  let facts = inspector.facts(of: bytes, path: "/provider.so")
  require(!facts.wouldLoad || facts.note != nil, "a file without a note would load")
  for problem in facts.problems {
    for text in [problem.what, problem.why, problem.fix] {
      require(!text.isEmpty && text.displayable == text, "an error drives terminals: \(text.debugDescription)")
    }
  }
  if let note = facts.note {
    require(IdentifierRule.allowsProviderID(note.id), "the id \(note.id) is none")
    for text in [note.name, note.version, note.vendor] {
      require(
        1...256 ~= text.utf8.count && text.displayable == text, "a text is not harmless: \(text.debugDescription)")
    }
  }
  for text in facts.exports + facts.needed.map(\.name) + [facts.soname ?? ""] {
    require(text.displayable == text, "a name drives terminals: \(text.debugDescription)")
  }
  require(
    facts.exports.count <= ProviderInspector.exportLimit && facts.exports.count <= facts.exportCount, "too many names")
  require(facts.needed.count <= NeededLibraries.limit, "there are \(facts.needed.count) needed libraries")
  for path in LoaderCache(bytes)?.paths(of: "libc.so.6") ?? [] {
    require(path.utf8.count <= 4096, "a path is too long")
  }
  return 0
}

/// An inspector without folders to search; a run path in the bytes can only make it read files of this machine.
private let inspector: ProviderInspector = {
  var inspector = ProviderInspector()
  inspector.search = LibrarySearch(environmentFolders: [], cache: .empty, defaultFolders: [], loaded: [:])
  return inspector
}()
