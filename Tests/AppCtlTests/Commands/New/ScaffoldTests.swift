import Foundation
import TestSupport
import Testing

@testable import appctl

@Suite struct `The files of a new provider` {
  private static func scaffolds() throws -> [Scaffold] {
    let names = try ScaffoldNames("Kitty", id: "com.example.cat")
    return [
      Scaffold(.swift, names, try KitDependency("https://example.com/AppControllerKit.git")),
      Scaffold(.c, names), Scaffold(.cpp, names), Scaffold(.rust, names),
    ]
  }

  @Test func `are those of a package, or of a makefile`() throws {
    let files = try Self.scaffolds().map { $0.files.map(\.path) }
    #expect(
      files == [
        [
          "Package.swift", "Sources/ComExampleCat/provider.json", "Sources/ComExampleCat/KittyProvider.swift",
          "Tests/ComExampleCatTests/KittyProviderTests.swift", "README.md", ".gitignore",
        ],
        [
          "Makefile", "provider.c", "provider.h", "test.c", "appcontroller_builder.h", "appcontroller_provider.h",
          "README.md", ".gitignore",
        ],
        [
          "Makefile", "provider.cpp", "appcontroller_builder.h", "appcontroller_provider.h",
          "appcontroller_provider.hpp", "appcontroller_provider.map", "README.md", ".gitignore",
        ],
        ["Cargo.toml", "src/lib.rs", "README.md", ".gitignore"]
          + [
            "Cargo.toml", "src/answer.rs", "src/boundary.rs", "src/form.rs", "src/host.rs", "src/later.rs",
            "src/lib.rs",
          ]
          .map { "appcontroller-provider/\($0)" }
          + ["node", "sys", "vocabulary"].map { "appcontroller-provider/src/\($0).rs" },
      ])
  }

  @Test func `name the schema of provider.json, where the build puts the package`() throws {
    let manifest = try #require(try Self.scaffolds()[0].files.first { $0.path.hasSuffix("provider.json") })
    let schema = #""$schema": "../../.build/checkouts/AppControllerKit/Docs/Schemas/provider.schema.json","#
    #expect(String(decoding: manifest.bytes, as: UTF8.self).contains(schema))
  }

  @Test func `are whole texts of short lines without spaces at their ends`() throws {
    for file in try Self.scaffolds().flatMap(\.files) where !file.path.hasPrefix("appcontroller") {
      let text = try #require(String(validating: file.bytes, as: UTF8.self))
      #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"), "\(file.path)")
      for line in text.split(separator: "\n") {
        #expect(line.count <= 120 && line.last != " ", "\(file.path): \(line)")
      }
    }
  }

  @Test func `have the headers and the crate as they are`() throws {
    let crates = FixtureLibrary.package + "/Bindings/rust"
    let listed = try FileManager.default.contentsOfDirectory(atPath: "\(crates)/src").map { "src/\($0)" }
    let crate = EmbeddedFile.files(below: "rust/appcontroller-provider").map(\.path)
    #expect(Set(crate) == Set(listed + ["Cargo.toml"]))
    for file in try Self.scaffolds().flatMap(\.files) where file.path.hasPrefix("appcontroller") {
      let source = file.path.replacing("appcontroller-provider", with: crates)
      let path = source == file.path ? "\(FixtureLibrary.include)/\(file.path)" : source
      #expect(try Data(contentsOf: URL(filePath: path)) == Data(file.bytes), "\(file.path)")
    }
  }

  @Test func `have the first provider of the examples in C, under its name and its id`() throws {
    let examples = FixtureLibrary.package + "/Examples/Features"
    var files = [String: String]()
    for file in try Self.scaffolds()[1].files { files[file.path] = String(decoding: file.bytes, as: UTF8.self) }
    #expect(try String(contentsOfFile: "\(examples)/provider.h", encoding: .utf8) == files["provider.h"])
    let source = try String(contentsOfFile: "\(examples)/provider.c", encoding: .utf8).split(separator: "\n")
    let written = try #require(files["provider.c"]).split(separator: "\n")
    #expect(written.count == source.count)
    let changed = zip(source, written).filter { $0 != $1 }.map { $1 }
    #expect(changed == [#"#define ID "com.example.cat""#, #"#define NAME "Kitty""#])
  }

  @Test func `are all gone when one of them cannot be written`() throws {
    let parent = try TestFolder()
    let folder = parent.path(of: "scaffold")
    // The third file would be inside the second, which is not a folder.
    let scaffold = Scaffold(
      files: [.init("a/b/c", "1"), .init("d", "2"), .init("d/e", "3")], nextStep: "")
    #expect(throws: (any Error).self) { try scaffold.write(to: folder) }
    #expect(!FileManager.default.fileExists(atPath: folder))
  }
}

@Suite struct `appctl new` {
  private func inFolder<Result>(_ body: (AppCtlProcess, String) throws -> Result) throws -> Result {
    try withStateFolder { appctl in
      var appctl = appctl
      try FileManager.default.createDirectory(atPath: appctl.stateFolder, withIntermediateDirectories: true)
      appctl.currentFolder = appctl.stateFolder
      return try body(appctl, appctl.stateFolder)
    }
  }

  @Test(arguments: [["--language", "c"], ["--language", "cpp"], ["--language", "swift"], []])
  func `lists the files that it writes, and says how to go on`(_ options: [String]) throws {
    try inFolder { appctl, folder in
      let outcome = try appctl(arguments: ["new", "Kitty"] + options)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let listed = outcome.output.split(separator: "\n").map(String.init)
      let isC = options.last?.hasPrefix("c") == true
      #expect(listed.contains(isC ? "Kitty/provider.\(options[1])" : "Kitty/Sources/ComExampleKitty/provider.json"))
      for path in listed { #expect(FileManager.default.fileExists(atPath: "\(folder)/\(path)"), "\(path)") }
      #expect(outcome.errors.contains("Next: cd Kitty && \(isC ? "make test" : "swift build && swift test")\n"))
      #expect(try appctl(arguments: ["new", "Tea", "--quiet"] + options).errors == "")
    }
  }

  @Test func `writes over nothing`() throws {
    try inFolder { appctl, folder in
      try Data("mine".utf8).write(to: URL(filePath: "\(folder)/Kitty"))
      try FileManager.default.createDirectory(atPath: "\(folder)/Tea", withIntermediateDirectories: true)
      for name in ["Kitty", "Tea"] {
        let outcome = try appctl(arguments: ["new", name])
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("error[ACK5011]: there is something called '\(name)' already\n"))
        #expect(outcome.output == "")
      }
      #expect(try String(contentsOfFile: "\(folder)/Kitty", encoding: .utf8) == "mine")
      #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/Tea") == [])
    }
  }

  @Test(arguments: [
    (["Kitty", "--language", "go"], 64, "ACK5001"), (["Kitty", "--id", "kitty"], 64, "ACK5001"),
    (["Kit/ty"], 64, "ACK5001"), ([], 64, "ACK5001"), (["Kitty", "--language", "c", "--package", "."], 64, "ACK5001"),
    (["Kitty", "--package", "."], 66, "ACK5012"), (["Kitty", "--package", "/nowhere"], 66, "ACK5012"),
  ])
  func `makes nothing of what it refuses`(_ arguments: [String], _ status: Int32, _ code: String) throws {
    try inFolder { appctl, folder in
      let outcome = try appctl(arguments: ["new"] + arguments)
      #expect(outcome.status == status)
      #expect(outcome.errors.hasPrefix("error[\(code)]: "))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }
  }

  @Test func `says when a folder cannot be made`() throws {
    try inFolder { appctl, _ in
      var appctl = appctl
      appctl.currentFolder = "/proc"
      let outcome = try appctl(arguments: ["new", "Kitty", "--language", "c"])
      #expect(outcome.status == 74)
      #expect(outcome.errors.contains("cannot make the folder Kitty"))
    }
  }
}
