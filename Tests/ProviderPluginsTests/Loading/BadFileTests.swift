import Foundation
import Glibc
import ProviderPlugins
import Testing

/// A file that is no provider, and what has to be said of it.
struct BadFile: Sendable, CustomTestStringConvertible {
  let name: String
  let code: String
  /// What has to stand in the error.
  let says: [String]
  /// Puts it into a folder, and returns its path.
  let make: @Sendable (TestFolder) throws -> String

  init(
    _ name: String, _ code: String, _ says: String..., make: @escaping @Sendable (TestFolder) throws -> String
  ) {
    (self.name, self.code, self.says, self.make) = (name, code, says, make)
  }

  var testDescription: String { name }
}

extension BadFile {
  static let table: [BadFile] = plain + elf

  private static let plain: [BadFile] = [
    BadFile("nothing", "ACK2001", "no provider at", "No such file") { $0.path(of: "nothing.so") },
    BadFile("a path through a file", "ACK2001", "no provider at", "Not a directory") { folder in
      try folder.write("x".utf8, to: "file") + "/plugin.so"
    },
    BadFile("a dangling link", "ACK2001", "no provider at", "No such file") { folder in
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(of: "link.so"), withDestinationPath: folder.path(of: "gone.so"))
      return folder.path(of: "link.so")
    },
    BadFile("a circle of links", "ACK2001", "no provider at") { folder in
      try FileManager.default.createSymbolicLink(atPath: folder.path(of: "a.so"), withDestinationPath: "a.so")
      return folder.path(of: "a.so")
    },
    BadFile("a folder", "ACK2002", "is a folder") { $0.path },
    BadFile("a pipe", "ACK2002", "is no regular file") { folder in
      #expect(unsafe mkfifo(folder.path(of: "pipe.so"), 0o600) == 0)
      return folder.path(of: "pipe.so")
    },
    BadFile("an empty file", "ACK2002", "is an empty file") { try $0.write([], to: "empty.so") },
    BadFile("a text", "ACK2002", "is a text file") { try $0.write("Grüße\n".utf8, to: "text.so") },
    BadFile("a long text", "ACK2002", "is a text file") {
      try $0.write(("x" + String(repeating: "ü", count: 40)).utf8, to: "long.so")
    },
    BadFile("a script", "ACK2002", "is a script") { try $0.write("#!/bin/sh\n".utf8, to: "script.so") },
    BadFile("noise", "ACK2002", "is a file of an unknown kind") { try $0.write([1, 2, 3, 4, 0, 255], to: "noise.so") },
    BadFile("a zip archive", "ACK2002", "is a zip archive") { try $0.write([0x50, 0x4B, 3, 4], to: "zip.so") },
    BadFile("a static library", "ACK2002", "is a static library") { try $0.write("!<arch>\n".utf8, to: "plugin.a") },
    BadFile("a library for macOS", "ACK2002", "is a Mach-O file, for macOS") {
      try $0.write([0xCF, 0xFA, 0xED, 0xFE, 7, 0], to: "plugin.dylib")
    },
    BadFile("a library for Windows", "ACK2002", "is a Windows program or library") {
      try $0.write([0x4D, 0x5A, 0x90], to: "plugin.dll")
    },
  ]

  private static let elf: [BadFile] = [
    BadFile("the start of a library's header", "ACK2002", "the start of an ELF file", "10 bytes") {
      try $0.write(try library().prefix(10), to: "short.so")
    },
    BadFile("a library's header alone", "ACK2002", "the first 64 of", "bytes of a library") {
      try $0.write(try library().prefix(64), to: "header.so")
    },
    BadFile("half a library", "ACK2002", "the first 4096 of", "bytes of a library") {
      try $0.write(try library().prefix(4096), to: "half.so")
    },
    BadFile("a library without its last byte that is loaded", "ACK2002", "bytes of a library") { folder in
      let bytes = try library()
      // The smallest number of bytes that is not refused, found as the loader would.
      let whole = bytes.loadedSize
      #expect(whole < bytes.count && whole > 4096)
      return try folder.write(bytes.prefix(whole - 1), to: "cut.so")
    },
    BadFile("program headers beyond the end", "ACK2002", "bytes of a library") {
      try $0.write(try library().replacing(32, with: [0, 0, 0, 0, 0, 0, 0, 0x7F]), to: "beyond.so")
    },
    BadFile("program headers beyond all numbers", "ACK2002", "bytes of a library") {
      try $0.write(try library().replacing(32, with: [UInt8](repeating: 0xFF, count: 8)), to: "overflow.so")
    },
    BadFile("a program", "ACK2002", "is a program, not a shared library") { folder in
      try compile("int main(void) { return 0; }", to: "program", in: folder)
    },
    BadFile("a program at a fixed place", "ACK2002", "is a program, not a shared library") { folder in
      try compile("int main(void) { return 0; }", to: "fixed", in: folder, "-no-pie")
    },
    BadFile("an object file", "ACK2002", "is an object file, not linked yet") { folder in
      try compile("int x;", to: "object.o", in: folder, "-c")
    },
    BadFile("a library for another machine", "ACK2005", "is for S/390, 64-bit, little-endian", "this host is") {
      try $0.write(try library().replacing(18, with: [22, 0]), to: "machine.so")
    },
    BadFile("a library for 32 bits", "ACK2005", "32-bit", "this host is") {
      try $0.write(try library().replacing(4, with: [1]), to: "class.so")
    },
    BadFile("a library with the other byte order", "ACK2005", "big-endian", "this host is") {
      try $0.write(try library().replacing(5, with: [2]), to: "order.so")
    },
    BadFile("a library that is no provider", "ACK2003", "does not export ack_provider_query") { folder in
      try compile("int x;", to: "other.so", in: folder, "-shared", "-fPIC")
    },
    BadFile("a library that hides its function", "ACK2003", "does not export ack_provider_query") { folder in
      try compile(
        "__attribute__((visibility(\"hidden\"))) int ack_provider_query(void) { return 0; }", to: "hidden.so",
        in: folder, "-shared", "-fPIC")
    },
    BadFile("a library that only needs a provider", "ACK2003", "does not export ack_provider_query") { folder in
      let provider = try FixtureLibrary.exampleInC()
      return try compile(
        "int x;", to: "needs.so", in: folder, "-shared", "-fPIC", "-Wl,--no-as-needed", provider)
    },
    BadFile("a library whose needs are gone", "ACK2006", "needs libneeded.so, which was not found") { folder in
      let needed = try compile(
        "int needed(void) { return 1; }", to: "libneeded.so", in: folder, "-shared", "-fPIC", "-Wl,-soname,libneeded.so"
      )
      let path = try compile(
        "int needed(void); int ack_provider_query(void) { return needed(); }", to: "needy.so", in: folder, "-shared",
        "-fPIC", needed)
      try FileManager.default.removeItem(atPath: needed)
      return path
    },
    BadFile("a library with an undefined symbol", "ACK2007", "needs the symbol nobody_has_this, which no library") {
      try compile(
        "int nobody_has_this(void); int ack_provider_query(void) { return nobody_has_this(); }", to: "undefined.so",
        in: $0, "-shared", "-fPIC")
    },
    BadFile("a library without anything to load", "ACK2008", "could not be loaded: ") {
      try $0.write(try library().replacing(56, with: [0, 0]), to: "nothing.so")
    },
  ]

  /// A copy of a good library, to be damaged.
  private static func library() throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: try FixtureLibrary.exampleInC())))
  }

  private static func compile(
    _ text: String, to name: String, in folder: TestFolder, _ options: String...
  ) throws -> String {
    let source = try folder.write("\(text)\n".utf8, to: "\(name).c")
    try Tool.compile(["-x", "c", source, "-x", "none", "-o", folder.path(of: name)] + options)
    return folder.path(of: name)
  }
}

extension [UInt8] {
  fileprivate func replacing(_ offset: Int, with bytes: [UInt8]) -> [UInt8] {
    self[..<offset] + bytes + self[(offset + bytes.count)...]
  }

  /// Where the last segment that is loaded ends.
  fileprivate var loadedSize: Int {
    func number(_ offset: Int, _ bytes: Int) -> Int {
      (0..<bytes).reduce(0) { $0 | Int(self[offset + $1]) << (8 * $1) }
    }
    let ends = (0..<number(56, 2)).map { number(32, 8) + $0 * 56 }.filter { number($0, 4) == 1 }
      .map { number($0 + 8, 8) + number($0 + 32, 8) }
    return ends.max() ?? 0
  }
}
