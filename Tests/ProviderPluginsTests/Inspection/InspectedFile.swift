import Foundation
import Glibc
import ProviderPlugins
import TestSupport
import Testing

/// A file that cannot be loaded, and the expected error.
struct InspectedFile: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The error code, which only this kind of file has.
  let code: String
  let says: [String]
  /// Creates the file in a folder, and returns its path.
  let make: @Sendable (TestFolder) throws -> String

  init(_ name: String, _ code: String, _ says: String..., make: @escaping @Sendable (TestFolder) throws -> String) {
    (testDescription, self.code, self.says, self.make) = (name, code, says, make)
  }

  static let table = plain + elf + noted

  private static let plain: [InspectedFile] = [
    InspectedFile("nothing", "ACK2001", "there is no provider at") { $0.path(of: "nothing.so") },
    InspectedFile("a folder", "ACK2012", "is a folder") { $0.path },
    InspectedFile("a pipe", "ACK2013", "is a device, pipe or socket") { folder in
      #expect(unsafe mkfifo(folder.path(of: "pipe.so"), 0o600) == 0)
      return folder.path(of: "pipe.so")
    },
    InspectedFile("an empty file", "ACK2014", "is an empty file") { try $0.write([], to: "empty.so") },
    InspectedFile("a text", "ACK2016", "is a text file") { try $0.write("Grüße\n".utf8, to: "text.so") },
    InspectedFile("a script", "ACK2017", "is a script") { try $0.write("#!/bin/sh\n".utf8, to: "script.so") },
    InspectedFile("a library for Windows", "ACK2018", "for Windows") {
      try $0.write([0x4D, 0x5A, 0x90], to: "plugin.dll")
    },
    InspectedFile("a Mach-O file", "ACK2019", "is a Mach-O file") {
      try $0.write([0xCF, 0xFA, 0xED, 0xFE, 7, 0], to: "plugin.dylib")
    },
    InspectedFile("a file of no kind", "ACK2002", "of an unknown kind") {
      try $0.write([1, 2, 0, 255], to: "noise.so")
    },
    InspectedFile("a static library", "ACK2020", "is a static library") { folder in
      let object = try NotedLibrary.build("int x;", to: "x.o", in: folder, ["-c"])
      let ar = try #require(Tool.find("ar"))
      #expect(try Tool.run(ar, ["rc", folder.path(of: "lib.a"), object]).status == 0)
      return folder.path(of: "lib.a")
    },
  ]

  private static let elf: [InspectedFile] = [
    InspectedFile("half a library", "ACK2015", "has 4500 bytes, and what is loaded ends at byte") {
      try $0.write(try NotedLibrary.bytes().prefix(4500), to: "half.so")
    },
    InspectedFile("a library for 32 bits", "ACK2021", "32-bit; this host is") {
      try $0.write(try NotedLibrary.bytes().replacing(at: 4, with: [1]), to: "class.so")
    },
    InspectedFile("a library with the other byte order", "ACK2022", "for S/390, big-endian; this host is") {
      try $0.write(
        try NotedLibrary.bytes().replacing(at: 5, with: [2]).replacing(at: 18, with: [0, 22]), to: "order.so")
    },
    InspectedFile("a library for another machine", "ACK2005", "for S/390, 64-bit; this host is") {
      try $0.write(try NotedLibrary.bytes().replacing(at: 18, with: [22, 0]), to: "machine.so")
    },
    InspectedFile("a program", "ACK2023", "is a program") { folder in
      let source = try folder.write("int main(void) { return 0; }\n".utf8, to: "program.c")
      try Tool.compile(["-o", folder.path(of: "program"), source])
      return folder.path(of: "program")
    },
    InspectedFile("an object file", "ACK2024", "is an object file") { folder in
      try NotedLibrary.build("int x;", to: "object.o", in: folder, ["-c"])
    },
    InspectedFile("a core file", "ACK2025", "the memory of a process that crashed") {
      try $0.write(try NotedLibrary.bytes().replacing(at: 16, with: [4, 0]), to: "core")
    },
    InspectedFile("a library whose program headers are not those of 64 bits", "ACK2026", "have 32 bytes each, not 56") {
      try $0.write(try NotedLibrary.bytes().replacing(at: 54, with: [32, 0]), to: "damaged.so")
    },
    InspectedFile("a library whose needs are gone", "ACK2006", "needy.so needs libmiddle-gone.so, which") { folder in
      let needed = try NotedLibrary.build(
        "int needed(void) { return 1; }", to: "libgone.so", in: folder, ["-Wl,-soname,libmiddle-gone.so"])
      let path = try NotedLibrary.build(
        NotedLibrary.source + "int needed(void); int call(void) { return needed(); }\n", to: "needy.so", in: folder,
        [needed])
      try FileManager.default.removeItem(atPath: needed)
      return path
    },
  ]

  private static let noted: [InspectedFile] = [
    InspectedFile("a library without a note", "ACK2027", "without a provider's note") {
      try NotedLibrary.build(NotedLibrary.source.replacing(NotedLibrary.note, with: ""), to: "none.so", in: $0)
    },
    InspectedFile("a library with two notes", "ACK2028", "has 2 notes of a provider, at the bytes") { folder in
      let other = try NotedLibrary.build(
        "#include \"appcontroller_provider.h\"\n\(NotedLibrary.note)\n", to: "other.o", in: folder, ["-c"])
      return try NotedLibrary.build(to: "two.so", in: folder, [other])
    },
    InspectedFile("a library with a note that is cut off", "ACK2029", "is cut off: ") { folder in
      let bytes = try NotedLibrary.bytes()
      let note = try #require(bytes.offset(of: Array("AppController\0".utf8))) - 12
      return try folder.write(bytes.replacing(at: note + 4, with: [0xFF, 0xFF]), to: "cut.so")
    },
    InspectedFile("a library with a note of another type", "ACK2030", "whose type is 0x1, not 0x41434b01") { folder in
      let bytes = try NotedLibrary.bytes()
      let note = try #require(bytes.offset(of: Array("AppController\0".utf8))) - 12
      return try folder.write(bytes.replacing(at: note + 8, with: [1, 0, 0, 0]), to: "type.so")
    },
    InspectedFile("a library with a note without an id", "ACK2031", "has no \"id\"") { folder in
      let bytes = try NotedLibrary.bytes()
      let id = try #require(bytes.offset(of: Array("\"id\"".utf8)))
      return try folder.write(bytes.replacing(at: id + 1, with: Array("xx".utf8)), to: "bad.so")
    },
    InspectedFile("a library with a note and without its function", "ACK2003", "does not export ack_provider_query") {
      try NotedLibrary.build("#include \"appcontroller_provider.h\"\n\(NotedLibrary.note)\n", to: "without.so", in: $0)
    },
    InspectedFile("a provider for a later host", "ACK2004", "speaks provider ABI 7 to 9.0; this host speaks 1.0") {
      folder in
      let bytes = try NotedLibrary.bytes()
      let note = try #require(bytes.offset(of: Array("AppController\0".utf8)))
      return try folder.write(bytes.replacing(at: note + 18, with: [7, 0, 9, 0]), to: "later.so")
    },
  ]
}
