import Foundation
import TestSupport
import Testing

@testable import ProviderPlugins

@Suite struct `The loader's cache` {
  /// A cache with entries, each with its flags, name, path and processor.
  private static func bytes(_ entries: [(UInt32, String, String, UInt64)], isAfterOldOne: Bool = false) -> [UInt8] {
    var strings: [UInt8] = []
    let start = 48 + entries.count * 24
    func add(_ text: String) -> UInt32 {
      defer { strings += Array(text.utf8) + [0] }
      return UInt32(start + strings.count)
    }
    var table: [UInt8] = []
    for (flags, name, path, processor) in entries {
      table += NoteBytes.bytes(flags) + NoteBytes.bytes(add(name)) + NoteBytes.bytes(add(path))
      table += NoteBytes.bytes(UInt32(0)) + NoteBytes.bytes(processor)
    }
    var header = Array("glibc-ld.so.cache1.1".utf8) + NoteBytes.bytes(UInt32(entries.count))
    header += NoteBytes.bytes(UInt32(strings.count)) + [UInt8](repeating: 0, count: 20)
    let old = Array("ld.so-1.7.0\0".utf8) + NoteBytes.bytes(UInt32(1)) + [UInt8](repeating: 7, count: 12 + 4)
    return (isAfterOldOne ? old : []) + header + table + strings
  }

  @Test(arguments: [true, false])
  func `tells where a library is`(_ isAfterOldOne: Bool) throws {
    let flags = LoaderCache.flags
    let entries: [(UInt32, String, String, UInt64)] = [
      (flags, "liba.so", "/lib/special/liba.so", 1 << 62), (flags, "liba.so", "/lib/liba.so", 0),
      (3, "liba.so", "/lib32/liba.so", 0), (flags, "liba.so.1", "/lib/liba.so.1", 0),
    ]
    let cache = try #require(LoaderCache(Self.bytes(entries, isAfterOldOne: isAfterOldOne)))
    #expect(cache.paths(of: "liba.so") == ["/lib/liba.so", "/lib/special/liba.so"])
    #expect(cache.paths(of: "liba.so.1") == ["/lib/liba.so.1"])
    #expect(cache.paths(of: "liba") == [] && cache.paths(of: "") == [])
  }

  @Test func `says what ldconfig says of this system`() throws {
    let ldconfig = ["/sbin/ldconfig", "/usr/sbin/ldconfig"].first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let ldconfig, let bytes = LibrarySearch.readAll("/etc/ld.so.cache", atMost: LoaderCache.limit) else {
      try Test.leaveOut("this system has no ldconfig, or no cache")
    }
    let cache = try #require(LoaderCache(bytes))
    var count = 0
    for line in try Tool.run(ldconfig, ["-p"]).output.split(separator: "\n") {
      let words = line.split(whereSeparator: \.isWhitespace)
      guard words.count >= 4, line.contains("(libc6,x86-64") || line.contains("(libc6,AArch64") else { continue }
      #expect(cache.paths(of: String(words[0])).contains(String(try #require(words.last))), "\(line)")
      count += 1
    }
    #expect(count > 10)
  }

  @Test(arguments: [true, false])
  func `is none, or ends sooner, when it is cut off or damaged anywhere`(_ isAfterOldOne: Bool) {
    let flags = LoaderCache.flags
    let whole = Self.bytes([(flags, "a", "/a", 0), (flags, "b", "/b", 0)], isAfterOldOne: isAfterOldOne)
    for count in whole.indices {
      #expect(LoaderCache(Array(whole[..<count]))?.paths(of: "b") ?? [] == [])
    }
    for place in whole.indices {
      for value: UInt8 in [0, 0xFF, whole[place] ^ 1] {
        _ = LoaderCache(whole.replacing(at: place, with: [value]))?.paths(of: "a")
      }
    }
  }
}
