internal import AppControllerKit
import Glibc

/// The program of the build-tool plugin `ProviderNote`: reads a `provider.json`, and generates the note and the entry
/// in Swift.
///
/// It writes faults to standard error in the format of a compiler, so that editors find their positions.
@main
enum ProviderNoteGenerator {
  static func main() {
    guard let arguments = try? SystemText.arguments(), arguments.count == 2 else {
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
    let number = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    do throws(AppControllerError) {
      guard number >= 0 else { throw FileSystem.failure("write", path, errno) }
      try FileDescriptor(number: number, path: path).write(Array(text.utf8))
    } catch {
      throw ManifestFaults([ManifestFault(at: 0, "\(error.what): \(error.why); \(error.fix)")], in: [])
    }
  }

  private static func say(_ text: String) {
    let bytes = Array(text.utf8)
    // Ignored, because a failure to write to standard error cannot be reported.
    _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
