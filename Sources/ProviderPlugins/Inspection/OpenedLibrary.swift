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
