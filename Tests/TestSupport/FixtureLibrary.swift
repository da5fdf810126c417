import Foundation
import Synchronization

/// The libraries that the tests load: compiled C sources, and the Swift plugins that the package builds.
package enum FixtureLibrary {
  /// The package's root folder.
  package static let package = GeneratedDocument.package.path
  package static let include = "\(package)/Sources/CProviderABI/include"

  private static let folder: String = {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "ProviderPluginsTests-\(UUID().uuidString)-libraries")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // The libraries stay mapped until the process ends, so their files are removed only then.
    atexit { try? FileManager.default.removeItem(atPath: FixtureLibrary.folder) }
    return folder.resolvingSymlinksInPath().path
  }()
  private static let built = Mutex<[String: Result<String, any Error>]>([:])

  /// Compiles a source of the package as a library, once for each set of definitions.
  ///
  /// - Parameters:
  ///   - source: Its path in the package.
  ///   - definition: A macro to define, such as `NAME=VALUE`.
  ///   - options: Options of the compiler, which have to be the same for each build of a source.
  /// - Returns: The library's path.
  /// - Throws: ``CompilerError`` with the compiler's messages.
  package static func build(
    _ source: String, defining definition: String? = nil, options: [String] = []
  ) throws -> String {
    let name = URL(fileURLWithPath: source).deletingPathExtension().lastPathComponent
    let suffix = definition.map { "-\($0.replacing("=", with: "-"))" } ?? ""
    let library = built.withLock { built in
      if let library = built["\(source)\(suffix)"] { return library }
      let path = "\(folder)/\(name)\(suffix).so"
      let library = Result {
        try Tool.compile(
          ["-std=c11", "-shared", "-fPIC", "-fvisibility=hidden", "-I", include, "-o", path]
            + options + (definition.map { ["-D\($0)"] } ?? []) + ["\(package)/\(source)", "-lpthread"]
        )
        return path
      }
      built["\(source)\(suffix)"] = library
      return library
    }
    return try library.get()
  }

  /// Compiles a source of the package as a program, once.
  ///
  /// - Parameter source: Its path in the package.
  /// - Returns: The program's path.
  /// - Throws: ``CompilerError`` with the compiler's messages.
  package static func program(_ source: String) throws -> String {
    let program = built.withLock { built in
      let path = "\(folder)/\(URL(fileURLWithPath: source).deletingPathExtension().lastPathComponent)"
      let program =
        built[path]
        ?? Result {
          try Tool.compile(["-std=c11", "-Wall", "-Wextra", "-Werror", "-o", path, "\(package)/\(source)"])
          return path
        }
      built[path] = program
      return program
    }
    return try program.get()
  }

  /// Returns a misbehaving provider, by its mode: the library of all modes, in which the mode is written.
  package static func misbehaving(_ mode: String) throws -> String {
    let source = "Tests/Fixtures/misbehaving.c"
    let all = try build(source)
    let copy = built.withLock { built in
      let path = "\(folder)/misbehaving-\(mode).so"
      let copy = built[path] ?? Result { try write(mode, of: source, into: all, at: path) }
      built[path] = copy
      return copy
    }
    return try copy.get()
  }

  private static func write(_ mode: String, of source: String, into library: String, at path: String) throws -> String {
    let rows = try String(contentsOfFile: "\(package)/\(source)", encoding: .utf8)
    guard let row = rows.range(of: "(\\d+), \(mode),", options: .regularExpression),
      let number = UInt8(rows[row].prefix { $0 != "," })
    else { throw CompilerError(output: "\(source) has no mode \(mode)") }
    var bytes = try Data(contentsOf: URL(fileURLWithPath: library))
    guard let mark = bytes.range(of: Data("MISBEHAVE=".utf8)) else {
      throw CompilerError(output: "\(library) does not say its mode")
    }
    bytes[mark.upperBound] = number
    try bytes.write(to: URL(fileURLWithPath: path))
    return path
  }

  /// The example in C.
  package static func exampleInC() throws -> String { try build("Plugins/ExampleProviderC/kitty.c") }

  /// Builds the gallery in C, which has to compile without warnings.
  package static func gallery() throws -> String {
    try build("Tests/Gallery/gallery.c", options: ["-Wall", "-Wextra", "-Wpedantic", "-Werror"])
  }

  /// The path of a library that the package builds, beside the tests.
  package static func product(_ name: String) throws -> String { try built("lib\(name).so") }

  /// The path of a program that the package builds, beside the tests.
  package static func executable(_ name: String) throws -> String { try built(name) }

  private static func built(_ name: String) throws -> String {
    let folders = [CommandLine.arguments[0], Bundle.main.executablePath ?? "", "/proc/self/exe"].map {
      URL(fileURLWithPath: $0).resolvingSymlinksInPath().deletingLastPathComponent()
    }
    for folder in folders {
      let path = folder.appendingPathComponent(name).path
      if FileManager.default.fileExists(atPath: path) { return path }
    }
    throw NoSuchProduct(name: name, folders: folders.map(\.path))
  }
}

/// A product that should have been built beside the tests, but was not.
package struct NoSuchProduct: Error {
  package let name: String
  package let folders: [String]
}
