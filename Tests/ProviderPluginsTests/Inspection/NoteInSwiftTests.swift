import AppControllerInterface
import ProviderPlugins
import TestSupport
import Testing

@Suite struct `A provider's note in Swift` {
  /// The note as Swift's own attributes write it, without C and without flags.
  private static var source: String {
    let json = NoteBytes.json.utf8.map { "\($0)" }
    let padding = [String](repeating: "0", count: (4 - json.count % 4) % 4)
    let owner = "AppController\0\0\0".utf8.map { "\($0)" }
    let text = json + padding
    return """
      @section(".note.appcontroller") @used
      private let note:
        (
          UInt32, UInt32, UInt32, InlineArray<16, UInt8>, UInt16, UInt16, UInt16, UInt16, UInt32, UInt32,
          InlineArray<\(text.count), UInt8>
        ) = (
          14, \(16 + text.count), 0x4143_4B01, [\(owner.joined(separator: ", "))], 1, 1, 1, 0, 0, \(json.count),
          [\(text.joined(separator: ", "))]
        )
      public struct Kitty { public var name = "kitty" }
      @c(ack_provider_query)
      public func query(_ query: UnsafeRawPointer?, _ answer: UnsafeMutableRawPointer?) -> Int32 { -2 }

      """
  }

  @Test func `that is missing, or there twice, is for the plugin to make`() throws {
    let folder = try TestFolder()
    let swiftc = try #require(Tool.find("swiftc"))
    let second = Self.source.replacing("private let note:", with: "private let second:")
    for (name, source, codes) in [
      ("bare", "public struct Kitty { public var name = \"kitty\" }", ["ACK2027", "ACK2003"]),
      ("twice", Self.source + second.prefix { $0 != "{" }.split(separator: "public struct")[0], ["ACK2028"]),
    ] {
      let file = try folder.write(source.utf8, to: "\(name).swift")
      let path = folder.path(of: "\(name).so")
      let outcome = try Tool.run(swiftc, ["-emit-library", "-parse-as-library", "-o", path, file])
      try #require(outcome.status == 0, "\(outcome.output)")
      let problems = try ProviderInspector().facts(of: path).problems
      #expect(problems.map(\.codeName) == codes)
      for problem in problems {
        #expect(problem.fix.contains("ProviderNote at") && !problem.fix.contains("ACK_"), "\(problem)")
      }
    }
  }

  private static let optimised = ["-O", "-Xlinker", "--gc-sections"]
  private static let builds: [(SwiftRuntime, [String])] = [
    (.shared, ["-Onone"]), (.shared, optimised), (.static, ["-Onone"]), (.static, optimised),
  ]

  @Test(arguments: Effort.sample(builds, every: 3))
  func `is read with either runtime, stripped or not`(_ runtime: SwiftRuntime, _ options: [String]) throws {
    let folder = try TestFolder()
    let swiftc = try #require(Tool.find("swiftc"))
    let source = try folder.write(Self.source.utf8, to: "Kitty.swift")
    let path = folder.path(of: "kitty.so")
    let library = ["-emit-library", "-parse-as-library"] + (runtime == .static ? ["-static-stdlib"] : [])
    let outcome = try Tool.run(swiftc, library + options + ["-o", path, source])
    try #require(outcome.status == 0, "\(outcome.output)")
    for isStripped in [false, true] {
      if isStripped { #expect(try Tool.run(try #require(Tool.find("strip")), ["--strip-all", path]).status == 0) }
      let facts = try ProviderInspector().facts(of: path)
      #expect(facts.note?.id == "com.example.noted")
      #expect(facts.note?.isOnlyInSection == false)
      #expect(facts.swiftRuntime == runtime)
      #expect(facts.problems.isEmpty)
    }
  }
}
