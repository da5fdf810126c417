internal import AppControllerKit

/// The libraries among which the loader would look for the symbols that a library needs, and those that come with it.
///
/// It says that a symbol is missing when nobody has it by any version. Where something cannot be read, or would take too
/// long, it says nothing: a false alarm would keep a good provider out.
struct SymbolScope {
  /// How much work the search may be, in reads of a table: about a second.
  private static let workLimit = 4 << 20

  private struct Member {
    let path: String
    let symbols: SymbolTable
    /// What it needs from elsewhere.
    let imports: [String]
  }

  /// The library itself, and the files that would be mapped with it.
  private var new: [Member]
  /// What the process has mapped already, with its executable.
  private var mapped: [SymbolTable] = []

  /// Reads the symbols of a library and of all that would be mapped with it; `nil` when one of them cannot be read.
  ///
  /// - Parameters:
  ///   - linkage: The library.
  ///   - imports: What it needs from elsewhere.
  ///   - path: Its path.
  ///   - libraries: What it needs, none of which is missing.
  init?(_ linkage: LibraryLinkage, _ imports: [String], path: String, _ libraries: NeededLibraries) {
    new = [Member(path: path, symbols: linkage.symbols, imports: imports)]
    for path in libraries.files {
      guard let library = Self.open(path), let linkage = try? LibraryLinkage(library, path: path),
        let imports = try? linkage.imports()
      else { return nil }
      new.append(Member(path: path, symbols: linkage.symbols, imports: imports))
    }
    // What is not ELF is mapped for another reason; what is gone is not looked for.
    for path in Set(libraries.search.loaded.values).sorted() {
      guard let library = Self.open(path), let table = try? library.symbols() else { continue }
      mapped.append(table)
    }
  }

  /// The symbols that nobody has, by the library that needs them.
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

  /// Whether somebody exports a symbol; `nil` when nobody can tell.
  private func isDefined(_ name: String, _ work: inout Int) -> Bool? {
    for table in mapped + new.map(\.symbols) {
      let before = table.file.readCount
      do throws(ELFFault) { if try table.exportedSymbol(name) != nil { return true } } catch { return nil }
      work += table.file.readCount - before + name.utf8.count / 64
      if work > Self.workLimit { return nil }
    }
    return false
  }

  private static func open(_ path: String) -> OpenedLibrary? {
    guard let resolved = try? LibraryFile.resolve(path), let file = try? LibraryFile(resolved: resolved) else {
      return nil
    }
    return try? OpenedLibrary(CachedBytes(file), path: resolved)
  }
}

extension OpenedLibrary {
  /// The symbols of a library or a program.
  fileprivate func symbols() throws(ELFFault) -> SymbolTable {
    try SymbolTable(DynamicSection(image, windows), image, windows)
  }
}
