import Glibc

/// Copies of a file in a folder of their own, each used once.
@MainActor
final class Copies {
  /// The folder, which contains only the copies.
  let folder: String
  private(set) var paths: [String] = []

  /// Copies a file.
  ///
  /// No copy may exist yet, because a mapped file must not be written.
  init(of path: String, into folder: String, count: Int) throws {
    self.folder = folder
    guard unsafe mkdir(folder, 0o700) == 0 else { throw CopyFailure(path: folder) }
    let bytes = try Self.read(path)
    let name = path.split(separator: "/").last ?? "library"
    for number in 0..<count {
      let copy = "\(folder)/\(number)-\(name)"
      try Self.write(bytes, to: copy)
      paths.append(copy)
    }
    // The copies are written to the disk before anything is measured.
    sync()
  }

  /// Returns the same copies again, for another process, which has not loaded them.
  func again() -> Copies { Copies(folder, paths) }

  private init(_ folder: String, _ paths: [String]) { (self.folder, self.paths) = (folder, paths) }

  /// Returns the next copies.
  func next(_ count: Int) -> [String] {
    defer { paths.removeLast(count) }
    return paths.suffix(count)
  }

  private static func read(_ path: String) throws -> [UInt8] {
    guard let file = unsafe fopen(path, "r") else { throw CopyFailure(path: path) }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = unsafe fread(&chunk, 1, chunk.count, file)
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    guard let file = unsafe fopen(path, "wx") else { throw CopyFailure(path: path) }
    let count = unsafe fwrite(bytes, 1, bytes.count, file)
    guard unsafe fclose(file) == 0, count == bytes.count, unsafe chmod(path, 0o755) == 0 else {
      throw CopyFailure(path: path)
    }
  }
}

struct CopyFailure: Error {
  let path: String
}
