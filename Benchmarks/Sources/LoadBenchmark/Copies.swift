import Glibc

/// Copies of a file, each given out once.
@MainActor
final class Copies {
  private var paths: [String] = []

  /// Copies a file into a folder that has none of the copies yet: one that is mapped must not be written.
  init(of path: String, in folder: String, count: Int) throws {
    let bytes = try Self.read(path)
    let name = path.split(separator: "/").last ?? "library"
    for number in 0..<count {
      let copy = "\(folder)/\(number)-\(name)"
      try Self.write(bytes, to: copy)
      paths.append(copy)
    }
  }

  func next() -> String { paths.removeLast() }

  /// The copies that are left.
  var all: [String] { paths }

  /// Reads the first 4 KiB of a file, as anybody has to who wants to know what it is.
  static func readHead(of path: String) throws {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    let count = unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 16) { bytes in
      unsafe Glibc.read(file, bytes.baseAddress, bytes.count)
    }
    guard count > 0 else { throw CopyFailure(path: path) }
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
