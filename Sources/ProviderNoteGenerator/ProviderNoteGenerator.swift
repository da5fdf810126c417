import Glibc

/// The program of the build-tool plugin `ProviderNote`: reads a `provider.json`, and generates the note and the entry
/// point in Swift.
///
/// It writes faults to standard error in the format of a compiler, so that editors find their positions.
@main
enum ProviderNoteGenerator {
  static func main() {
    guard let arguments, arguments.count == 2 else {
      say("usage: ProviderNoteGenerator PROVIDER.JSON OUTPUT.SWIFT, two paths in UTF-8\n")
      exit(64)
    }
    let (input, output) = (arguments[0], arguments[1])
    do throws(ManifestFaults) {
      let manifest = try ProviderManifest(ofFile: input)
      try write(EntrySource(manifest, path: input).text, to: output)
    } catch {
      say(error.lines(about: input))
      exit(1)
    }
  }

  private static func write(_ text: String, to path: String) throws(ManifestFaults) {
    do throws(FileFault) { try FileFault.write(Array(text.utf8), to: path) } catch {
      throw ManifestFaults("cannot write \(path): \(error.why); make room there, or build into another folder")
    }
  }

  /// `nil` when one is not UTF-8, because its repaired text would name another file.
  private static var arguments: [String]? {
    var arguments: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let argument = unsafe CommandLine.unsafeArgv[index], let text = unsafe String(validatingCString: argument)
      else { return nil }
      arguments.append(text)
    }
    return arguments
  }

  private static func say(_ text: String) {
    let bytes = Array(text.utf8)
    // The result is ignored, because a failure to write to standard error cannot be reported.
    _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
