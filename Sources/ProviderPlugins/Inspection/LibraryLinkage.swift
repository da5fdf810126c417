/// The libraries that a library needs, and its symbols.
///
/// The initialiser reads the dynamic section only; the functions read the rest.
struct LibraryLinkage {
  static let entry = "ack_provider_query"

  let dynamic: DynamicSection
  let symbols: SymbolTable
  private let library: OpenedLibrary
  private let path: String

  /// Throws when it is damaged, or says that the file is a program; the path is for messages.
  init(_ library: OpenedLibrary, path: String) throws(PluginError) {
    (self.library, self.path) = (library, path)
    do throws(ELFFault) {
      dynamic = try DynamicSection(library.image, library.windows)
      // A program needs no symbol table.
      guard !dynamic.isProgram else { throw .isProgram }
      symbols = try SymbolTable(dynamic, library.image, library.windows)
    } catch {
      throw PluginError(error, path)
    }
  }

  /// Throws also when the symbol of that name is not a function.
  func checkEntry() throws(PluginError) {
    let entry: ELFSymbol?
    do throws(ELFFault) { entry = try symbols.exportedSymbol(Self.entry) } catch { throw PluginError(error, path) }
    let problem: String
    switch entry {
    case nil: problem = "does not export \(Self.entry)"
    case let entry? where entry.isFunction && library.image.isCode(at: entry.address): return
    case .some: problem = "exports an \(Self.entry) that is no function"
    }
    throw .noEntry(path, problem, isSwift: SwiftRuntime.hasSwiftSections(library.image.header, library.windows))
  }

  func imports() throws(ELFFault) -> [String] { try symbols.imports(of: dynamic, library.image) }

  /// Takes time linear in the number of symbols.
  func exports(atMost limit: Int) throws(PluginError) -> SymbolTable.Exports {
    do throws(ELFFault) { return try symbols.exports(atMost: limit) } catch { throw PluginError(error, path) }
  }

  func swiftRuntime() throws(PluginError) -> SwiftRuntime {
    do throws(ELFFault) {
      return try SwiftRuntime(library.image, dynamic, symbols, library.windows)
    } catch {
      throw PluginError(error, path)
    }
  }
}

package enum SwiftRuntime: String, Sendable, CaseIterable {
  case none
  case shared
  /// The library contains a runtime of its own (`-static-stdlib`).
  case `static`

  /// Every library with Swift types has sections of Swift, which stay when it is stripped.
  ///
  /// In a library without section headers, the runtime's symbols tell.
  init(
    _ image: ELFImage, _ dynamic: DynamicSection, _ symbols: SymbolTable, _ file: FileWindows
  ) throws(ELFFault) {
    if dynamic.needed.contains("libswiftCore.so") {
      self = .shared
    } else if Self.hasSwiftSections(image.header, file) {
      self = .static
    } else {
      self = try symbols.exportedSymbol("swift_retain") == nil ? .none : .static
    }
  }

  /// Every library with Swift types has them.
  static func hasSwiftSections(_ header: ELFHeader, _ file: FileWindows) -> Bool {
    // The loader reads no section headers, so their faults are no faults of the library.
    guard let sections = try? SectionHeader.table(of: header, in: file), !sections.isEmpty,
      sections.indices.contains(Int(header.sectionHeaders.names))
    else { return false }
    let names = sections[Int(header.sectionHeaders.names)].file
    let prefix = "swift5_"
    for section in sections {
      guard let range = names.part(at: UInt64(section.nameOffset), count: UInt64(prefix.utf8.count)) else { continue }
      let isSwift = try? file.read(range, "the names of the sections") { bytes in bytes.equals(prefix) }
      if isSwift == true { return true }
    }
    return false
  }
}
