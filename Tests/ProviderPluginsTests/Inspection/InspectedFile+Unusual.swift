import Foundation
import ProviderPlugins
import TestSupport
import Testing

// Files of a kind that has another example already, and files that only the loader refuses.
extension InspectedFile {
  /// Files that the inspection refuses too, with a code that another file has.
  static let unusual: [InspectedFile] = [
    InspectedFile("a library in Swift without a note", "ACK2027", "without a provider's note") {
      try NotedLibrary.build(
        NotedLibrary.source.replacing(NotedLibrary.note, with: "")
          + "\n__attribute__((section(\"swift5_types\"), used)) static const int types = 1;\n", to: "swift.so", in: $0)
    },
    InspectedFile("a path through a file", "ACK2001", "Not a directory") {
      try $0.write("x".utf8, to: "file") + "/plugin.so"
    },
    InspectedFile("a dangling link", "ACK2001", "No such file") { folder in
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(of: "link.so"), withDestinationPath: folder.path(of: "gone.so"))
      return folder.path(of: "link.so")
    },
    InspectedFile("a circle of links", "ACK2001", "there is no provider at") { folder in
      try FileManager.default.createSymbolicLink(atPath: folder.path(of: "a.so"), withDestinationPath: "a.so")
      return folder.path(of: "a.so")
    },
    InspectedFile("a text that is cut off in a letter", "ACK2016", "is a text file") {
      try $0.write(("x" + String(repeating: "ü", count: 4000)).utf8, to: "long.so")
    },
    InspectedFile("the start of a library's header", "ACK2015", "has 10 bytes") {
      try $0.write(try NotedLibrary.bytes().prefix(10), to: "short.so")
    },
    InspectedFile("a library's header alone", "ACK2015", "has 64 bytes") {
      try $0.write(try NotedLibrary.bytes().prefix(64), to: "header.so")
    },
    InspectedFile("a library without its last byte that is loaded", "ACK2015", "what is loaded ends at byte") {
      let bytes = try NotedLibrary.bytes()
      let whole = bytes.loadedSize
      #expect(whole < bytes.count && whole > 4096)
      return try $0.write(bytes.prefix(whole - 1), to: "cut.so")
    },
    InspectedFile("program headers beyond the end", "ACK2015", "the program headers") {
      try $0.write(try NotedLibrary.bytes().replacing(at: 32, with: [0, 0, 0, 0, 0, 0, 0, 0x7F]), to: "beyond.so")
    },
    InspectedFile("program headers beyond all numbers", "ACK2015", "the program headers") {
      try $0.write(
        try NotedLibrary.bytes().replacing(at: 32, with: [UInt8](repeating: 0xFF, count: 8)), to: "overflow.so")
    },
    InspectedFile("a library without anything to load", "ACK2026", "has no program headers") {
      try $0.write(try NotedLibrary.bytes().replacing(at: 56, with: [0, 0]), to: "nothing.so")
    },
    InspectedFile("a program at a fixed place", "ACK2023", "is a program") { folder in
      let source = try folder.write("int main(void) { return 0; }\n".utf8, to: "fixed.c")
      try Tool.compile(["-no-pie", "-o", folder.path(of: "fixed"), source])
      return folder.path(of: "fixed")
    },
    InspectedFile("a library that hides its function", "ACK2003", "does not export ack_provider_query") { folder in
      let script = try folder.write("{ local: *; };\n".utf8, to: "hidden.map")
      return try NotedLibrary.build(to: "hidden.so", in: folder, ["-Wl,--version-script,\(script)"])
    },
    InspectedFile("a library that only needs a provider", "ACK2003", "does not export ack_provider_query") {
      try NotedLibrary.build(
        "#include \"appcontroller_provider.h\"\n\(NotedLibrary.note)\n", to: "needs.so", in: $0,
        ["-Wl,--no-as-needed", FixtureLibrary.exampleInC()])
    },
  ]

  /// Files that only the system's loader refuses.
  static let unloadable: [InspectedFile] = [
    InspectedFile("a library with an undefined symbol", "ACK2007", "needs the symbol nobody_has_this, which no library")
    {
      try NotedLibrary.build(
        NotedLibrary.source + "int nobody_has_this(void);\nint call(void) { return nobody_has_this(); }\n",
        to: "undefined.so", in: $0)
    },
    InspectedFile("a library that may not be loaded late", "ACK2008", "could not be loaded: ") {
      try NotedLibrary.build(to: "early.so", in: $0, ["-Wl,-z,nodlopen"])
    },
  ]
}

extension [UInt8] {
  /// The end of the last loaded segment.
  fileprivate var loadedSize: Int {
    func number(_ offset: Int, _ bytes: Int) -> Int {
      (0..<bytes).reduce(0) { $0 | Int(self[offset + $1]) << (8 * $1) }
    }
    let ends = (0..<number(56, 2)).map { number(32, 8) + $0 * 56 }.filter { number($0, 4) == 1 }
      .map { number($0 + 8, 8) + number($0 + 32, 8) }
    return ends.max() ?? 0
  }
}
