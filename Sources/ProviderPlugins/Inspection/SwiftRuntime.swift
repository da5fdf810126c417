/// Whether there is Swift in a library, and whose runtime it uses.
package enum SwiftRuntime: String, Sendable, CaseIterable {
  /// There is no Swift in it.
  case none
  /// It uses the runtime's shared libraries.
  case shared
  /// It has a runtime of its own inside (`-static-stdlib`).
  case `static`

  /// Finds it out.
  ///
  /// The sections are in every library that has Swift types and stay when it is stripped; one without section headers is
  /// told by the runtime's symbols.
  init(
    _ image: ELFImage, _ dynamic: DynamicSection, _ symbols: SymbolTable, _ file: FileWindows
  ) throws(ELFFault) {
    if dynamic.needed.contains("libswiftCore.so") {
      self = .shared
    } else if try Self.hasSwiftSections(image.header, file) {
      self = .static
    } else {
      self = try symbols.exportedSymbol("swift_retain") == nil ? .none : .static
    }
  }

  private static func hasSwiftSections(_ header: ELFHeader, _ file: FileWindows) throws(ELFFault) -> Bool {
    // The loader reads no section headers: what is wrong with them is no fault of the library.
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
