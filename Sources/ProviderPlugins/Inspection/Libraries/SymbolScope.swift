internal import AppControllerKit

/// The libraries in which the loader would look up the symbols of a library and of the libraries that come with it.
///
/// A symbol counts as undefined when no library defines it in any version. When a file cannot be read or the search
/// would take too long, no symbol is reported, because a false alarm would keep a valid provider out.
struct SymbolScope {
  /// The limit of the search's work, in reads of a table: about a second.
  private static let workLimit = 4 << 20

  private struct Member {
    let path: String
    let symbols: SymbolTable
    let imports: [String]
  }

  /// The library itself is the first.
  private var new: [Member]
  /// The mapped libraries include the executable.
  private var mapped: [SymbolTable] = []

  /// `nil` when one of the libraries cannot be read; none of the needed ones is missing.
  init?(_ linkage: LibraryLinkage, _ imports: [String], path: String, _ libraries: NeededLibraries) {
    new = [Member(path: path, symbols: linkage.symbols, imports: imports)]
    for file in libraries.opened.map(\.file) {
      guard let library = try? OpenedLibrary(CachedBytes(file), path: file.path),
        let linkage = try? LibraryLinkage(library, path: file.path), let imports = try? linkage.imports()
      else { return nil }
      new.append(Member(path: file.path, symbols: linkage.symbols, imports: imports))
    }
    // A deleted file cannot be read, and is skipped.
    for path in Set(libraries.search.mapped.paths).sorted() {
      guard let file = try? LibraryFile(at: path), let library = try? OpenedLibrary(CachedBytes(file), path: path),
        let table = try? library.symbols()
      else { continue }
      mapped.append(table)
    }
  }

  func undefined() -> [(path: String, names: [String])] {
    var work = 0
    var undefined: [(path: String, names: [String])] = []
    for member in new {
      var names: [String] = []
      for name in member.imports {
        guard let isDefined = isDefined(name, &work) else { return [] }
        if !isDefined { names.append(name) }
      }
      if !names.isEmpty { undefined.append((member.path, names)) }
    }
    return undefined
  }

  /// `nil` when that cannot be determined.
  private func isDefined(_ name: String, _ work: inout Int) -> Bool? {
    for table in mapped + new.map(\.symbols) {
      let before = table.file.readCount
      do throws(ELFFault) { if try table.exportedSymbol(name) != nil { return true } } catch { return nil }
      work += table.file.readCount - before + name.utf8.count / 64
      if work > Self.workLimit { return nil }
    }
    return false
  }
}

extension OpenedLibrary {
  fileprivate func symbols() throws(ELFFault) -> SymbolTable {
    try SymbolTable(DynamicSection(image, windows), image, windows)
  }
}
