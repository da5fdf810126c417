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
    /// The names of the symbols that it imports.
    let imports: [String]
  }

  /// The library itself, and the files that would be mapped with it.
  private var new: [Member]
  /// The symbols of the libraries that the process has mapped already, including its executable.
  private var mapped: [SymbolTable] = []

  /// Reads the symbols of a library and of all libraries that would be mapped with it; `nil` when one of them cannot be
  /// read.
  ///
  /// - Parameters:
  ///   - linkage: The library.
  ///   - imports: The names of the symbols that it imports.
  ///   - path: Its path.
  ///   - libraries: The libraries that it needs, none of which is missing.
  init?(_ linkage: LibraryLinkage, _ imports: [String], path: String, _ libraries: NeededLibraries) {
    new = [Member(path: path, symbols: linkage.symbols, imports: imports)]
    for file in libraries.opened.map(\.file) {
      guard let library = try? OpenedLibrary(CachedBytes(file), path: file.path),
        let linkage = try? LibraryLinkage(library, path: file.path), let imports = try? linkage.imports()
      else { return nil }
      new.append(Member(path: file.path, symbols: linkage.symbols, imports: imports))
    }
    // A deleted file cannot be read, and is skipped.
    for path in Set(libraries.search.loaded.values).sorted() {
      guard let file = try? LibraryFile(at: path), let library = try? OpenedLibrary(CachedBytes(file), path: path),
        let table = try? library.symbols()
      else { continue }
      mapped.append(table)
    }
  }

  /// Returns the symbols that no library defines, by the library that imports them.
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

  /// Returns whether a library exports a symbol; `nil` when that cannot be determined.
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
  /// Reads the symbol table of a library or a program.
  fileprivate func symbols() throws(ELFFault) -> SymbolTable {
    try SymbolTable(DynamicSection(image, windows), image, windows)
  }
}
