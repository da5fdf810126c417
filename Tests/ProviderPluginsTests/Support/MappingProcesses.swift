import Foundation

/// Returns the processes that have mapped a file, also where another one is at its path now.
func processes(thatMap path: String) -> Set<Int32> {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
  return Set(
    names.compactMap(Int32.init).filter { process in
      guard let file = FileHandle(forReadingAtPath: "/proc/\(process)/maps") else { return false }
      // Each read returns a few lines of it, and there is no size.
      var maps = Data()
      while let part = try? file.read(upToCount: 1 << 16), !part.isEmpty { maps += part }
      return String(decoding: maps, as: UTF8.self).contains(path)
    })
}
