/// The headers of a file that is a shared library for this host.
struct OpenedLibrary {
  let windows: FileWindows
  let image: ELFImage

  /// Reads the headers.
  ///
  /// - Throws: ``PluginError`` that says what the file is instead.
  init(_ source: any ByteSource, path: String) throws(PluginError) {
    do throws(ELFFault) { windows = try FileWindows(source) } catch { throw PluginError(error, path) }
    let header = try ELFHeader.ofLibrary(windows, path: path)
    do throws(ELFFault) { image = try ELFImage(header, windows) } catch { throw PluginError(error, path) }
  }
}

/// What a library needs and exports.
struct LibraryLinkage {
  let dynamic: DynamicSection
  let swiftRuntime: SwiftRuntime
  let exports: SymbolTable.Exports
  /// The function that a host looks up.
  let entry: ELFSymbol?
  private let isEntryCode: Bool

  /// Reads the dynamic section and the symbols.
  init(_ library: OpenedLibrary, path: String) throws(PluginError) {
    let (image, windows) = (library.image, library.windows)
    do throws(ELFFault) {
      dynamic = try DynamicSection(image, windows)
    } catch {
      throw PluginError(error, path)
    }
    guard !dynamic.isProgram else { throw .program(path) }
    do throws(ELFFault) {
      let symbols = try SymbolTable(dynamic, image, windows)
      entry = try symbols.exportedSymbol(ProviderInspector.entry)
      isEntryCode = entry.map { $0.isFunction && image.isCode(at: $0.address) } ?? false
      exports = try symbols.exports(atMost: ProviderInspector.exportLimit)
      swiftRuntime = try SwiftRuntime(image, dynamic, symbols, windows)
    } catch {
      throw PluginError(error, path)
    }
  }

  /// Why a host could not call the library; `nil` when it could.
  func entryProblem(path: String) -> PluginError? {
    guard entry != nil else { return .noEntry(path, "does not export \(ProviderInspector.entry)") }
    return isEntryCode ? nil : .noEntry(path, "exports a \(ProviderInspector.entry) that is no function")
  }
}
