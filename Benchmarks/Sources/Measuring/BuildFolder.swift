import Glibc

/// The folder for the results of the script `run`: what `BENCHMARK_FOLDER` names, or the folder `.build` that contains this
/// executable.
public enum BuildFolder {
  private static let path: String = {
    if let given = System.environment("BENCHMARK_FOLDER") { return given }
    let own = unsafe realpath("/proc/self/exe", nil)
    defer { unsafe free(own) }
    let parts = unsafe (own.map { unsafe String(cString: $0) } ?? "").split(separator: "/")
    guard let last = parts.lastIndex(of: ".build") else { fatalError("the benchmark is in no folder .build") }
    return "/" + parts[...last].joined(separator: "/")
  }()

  /// Returns the path of a file that every run needs.
  public static func file(_ name: String) -> String {
    let path = "\(path)/\(name)"
    guard unsafe access(path, R_OK) == 0 else { fatalError("\(path) is missing; Benchmarks/run makes it") }
    return path
  }

  /// Returns the text of a file; `nil` when there is no such file.
  static func text(of name: String) -> String? {
    guard let file = unsafe fopen("\(path)/\(name)", "r") else { return nil }
    defer { unsafe fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = unsafe fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
