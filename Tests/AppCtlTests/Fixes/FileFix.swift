import Foundation
import ProviderPlugins
import TestSupport
import Testing

/// A file that is refused as a provider, and the steps of its fix.
struct FileFix: Sendable, CustomTestStringConvertible {
  let code: String
  /// The text that the fix must contain, because the test follows it.
  let instruction: String
  /// Puts the file into a folder, and returns its path.
  let make: @Sendable (TestFolder) throws -> String
  /// Follows the fix, and returns the path to use afterwards.
  let follow: @Sendable (TestFolder, _ path: String, _ fix: String) throws -> String

  var testDescription: String { code }

  init(
    _ code: String, says instruction: String, make: @escaping @Sendable (TestFolder) throws -> String,
    follow: @escaping @Sendable (TestFolder, String, String) throws -> String
  ) {
    (self.code, self.instruction, self.make, self.follow) = (code, instruction, make, follow)
  }

  /// All problems of a file; empty when it would load.
  static func problems(_ path: String) -> [PluginError] {
    do throws(PluginError) {
      let facts = try ProviderInspector().facts(of: path)
      return facts.problems + facts.concerns
    } catch {
      return [error]
    }
  }
}

extension FileFix {
  static let table = plain + linking + notes + trust

  /// Runs the command at the end of a fix, up to a semicolon, in the folder.
  private static func run(_ fix: String, from start: String, in folder: TestFolder) throws {
    let range = try #require(fix.firstRange(of: start), "\"\(start)\" is not in: \(fix)")
    let command = String(fix[range.lowerBound...].prefix { $0 != ";" })
    let outcome = try Tool.run("/bin/sh", ["-c", command], in: folder.path)
    #expect(outcome.status == 0, "\(command)\n\(outcome.output)")
  }

  /// A file of another kind at a library's path, and the library under the name that should have been used.
  private static func instead(
    _ code: String, _ bytes: [UInt8], says instruction: String = "name the provider's .so file"
  ) -> FileFix {
    FileFix(code, says: instruction) {
      try NotedLibrary.build(in: $0)
      return try $0.write(bytes, to: "notes.txt")
    } follow: { folder, _, _ in
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".so") }
      return folder.path(of: try #require(names.first))
    }
  }

  /// A damaged library, which is built again.
  private static func again(
    _ code: String, _ damage: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) -> FileFix {
    FileFix(code, says: "copy or build it again") { folder in
      let path = try NotedLibrary.build(in: folder)
      return try folder.write(damage(try NotedLibrary.contents(path)), to: "noted.so")
    } follow: { folder, _, _ in
      try NotedLibrary.build(in: folder)
    }
  }

  private static let plain = [
    instead("ACK2002", [1, 2, 0, 255]), instead("ACK2016", Array("Notes\n".utf8)),
    instead("ACK2017", Array("#!/bin/sh\n".utf8)),
    FileFix("ACK2012", says: "name the provider's .so file in the folder") {
      try NotedLibrary.build(in: $0)
      return $0.path
    } follow: { _, path, _ in
      let names = try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".so") }
      return "\(path)/\(try #require(names.first))"
    },
    again("ACK2014") { _ in [] },
    again("ACK2015") { Array($0.prefix(4500)) },
    again("ACK2026") { $0.replacing(at: 54, with: [32, 0]) },
  ]

  private static let linking = [
    FileFix("ACK2020", says: "link it: cc -shared -o provider.so") { folder in
      let object = try NotedLibrary.build(to: "x.o", in: folder, ["-c"])
      let ar = try #require(Tool.find("ar"))
      #expect(try Tool.run(ar, ["rc", folder.path(of: "provider.a"), object]).status == 0)
      return folder.path(of: "provider.a")
    } follow: { folder, _, fix in
      try run(fix, from: "cc -shared", in: folder)
      return folder.path(of: "provider.so")
    },
    FileFix("ACK2024", says: "link it: cc -shared -o provider.so") { folder in
      try NotedLibrary.build(to: "x.o", in: folder, ["-c"])
    } follow: { folder, _, fix in
      try run(fix, from: "cc -shared", in: folder)
      return folder.path(of: "provider.so")
    },
    FileFix("ACK2023", says: "one is compiled and linked with cc -shared -fPIC") { folder in
      let source = try folder.write((NotedLibrary.source + "int main(void) { return 0; }\n").utf8, to: "p.c")
      try Tool.compile(["-I", FixtureLibrary.include, "-o", folder.path(of: "program"), source])
      return folder.path(of: "program")
    } follow: { folder, _, fix in
      let options = try #require(fix.firstMatch(of: /with cc (-shared -fPIC)/)).1.split(separator: " ").map(String.init)
      try Tool.compile(options + ["-I", FixtureLibrary.include, "-o", folder.path(of: "p.so"), folder.path(of: "p.c")])
      return folder.path(of: "p.so")
    },
    FileFix("ACK2006", says: "put it beside ") { folder in
      try needy(in: folder, [])
      try FileManager.default.moveItem(
        atPath: folder.path(of: "libgone.so"), toPath: folder.path(of: "elsewhere.so"))
      return folder.path(of: "needy.so")
    } follow: { folder, path, fix in
      let option = try #require(fix.firstMatch(of: /link that with (-Wl,-rpath,'\$ORIGIN')/)).1
      try FileManager.default.moveItem(
        atPath: folder.path(of: "elsewhere.so"), toPath: folder.path(of: "libgone.so"))
      // The shell removes the quotation marks.
      try needy(in: folder, [String(option).replacing("'", with: "")])
      return path
    },
    FileFix("ACK2003", says: "export the function with default visibility") { folder in
      let script = try folder.write("{ local: *; };\n".utf8, to: "exports")
      return try NotedLibrary.build(in: folder, ["-Wl,--version-script=\(script)"])
    } follow: { folder, _, _ in
      let script = try folder.write("{ global: ack_provider_query; local: *; };\n".utf8, to: "exports")
      return try NotedLibrary.build(in: folder, ["-Wl,--version-script=\(script)"])
    },
  ]

  /// Builds a provider that depends on a library of its own.
  private static func needy(in folder: TestFolder, _ options: [String]) throws {
    let needed = try NotedLibrary.build(
      "int needed(void) { return 1; }", to: "libgone.so", in: folder, ["-Wl,-soname,libgone.so"])
    try NotedLibrary.build(
      NotedLibrary.source + "int needed(void); int call(void) { return needed(); }\n", to: "needy.so", in: folder,
      [needed] + options)
  }

  private static let notes = [
    FileFix("ACK2027", says: "write the note with ACK_PROVIDER_NOTE of appcontroller_provider.h") {
      try NotedLibrary.build(NotedLibrary.source.replacing(NotedLibrary.note, with: ""), in: $0)
    } follow: { folder, _, _ in
      try NotedLibrary.build(in: folder)
    },
    FileFix("ACK2028", says: "write ACK_PROVIDER_NOTE in one of its source files only") { folder in
      try NotedLibrary.build(in: folder, [try other(in: folder, NotedLibrary.note)])
    } follow: { folder, _, _ in
      try NotedLibrary.build(in: folder, [try other(in: folder, "int other;")])
    },
    FileFix("ACK2031", says: "write the note with ACK_PROVIDER_NOTE of appcontroller_provider.h") { folder in
      let bytes = try NotedLibrary.bytes()
      let id = try #require(bytes.offset(of: Array("\"id\"".utf8)))
      return try folder.write(bytes.replacing(at: id + 1, with: Array("xx".utf8)), to: "noted.so")
    } follow: { folder, _, _ in
      try NotedLibrary.build(in: folder)
    },
  ]

  private static func other(in folder: TestFolder, _ text: String) throws -> String {
    try NotedLibrary.build("#include \"appcontroller_provider.h\"\n\(text)\n", to: "other.o", in: folder, ["-c"])
  }

  private static let trust = [
    FileFix("ACK2032", says: "run: chmod go-w /") { folder in
      let path = try NotedLibrary.build(in: folder)
      try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
      return path
    } follow: { folder, path, fix in
      try run(fix, from: "chmod", in: folder)
      return path
    },
    FileFix("ACK2033", says: "run: chmod go-w /") { folder in
      let path = try NotedLibrary.build(in: folder)
      try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
      return path
    } follow: { folder, path, fix in
      try run(fix, from: "chmod", in: folder)
      return path
    },
  ]
}
