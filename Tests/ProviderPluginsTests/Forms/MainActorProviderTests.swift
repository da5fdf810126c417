import Foundation
import TestSupport
import Testing

/// A class on the main actor is a provider in the form in which an author would write it, for all settings of the
/// package.
struct MainActorProviderTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Returns a body for each function of the protocol, which uses main actor state.
  private func functions() throws -> String {
    let file = Self.root.appendingPathComponent(
      "Sources/AppControllerInterface/Provider/AppControllerInterfaceProviding.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    let body = try #require(text.split(separator: "\n}").first)
    let functions = body.split(separator: "\n").filter { $0.hasPrefix("  func ") }
    try #require(functions.count >= 8)
    return functions.map { "\($0) {\n    count += 1\n    fatalError()\n  }" }.joined(separator: "\n")
  }

  private static let settings: [[String]] = [
    [],
    ["-enable-upcoming-feature", "NonisolatedNonsendingByDefault"],
    ["-enable-upcoming-feature", "InferIsolatedConformances"],
    ["-default-isolation", "MainActor"],
    [
      "-default-isolation", "MainActor", "-enable-upcoming-feature", "NonisolatedNonsendingByDefault",
      "-enable-upcoming-feature", "InferIsolatedConformances", "-strict-memory-safety",
    ],
  ]

  private func check(_ source: String, _ settings: [String]) throws {
    let folder = try TestFolder()
    let file = try folder.write(
      """
      import AppControllerKit
      \(source)
      @MainActor func app() -> AppController { AppController(interfaceProvider: Kitty()) }
      """.utf8, to: "kitty.swift")
    let modules = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("Modules").path
    let outcome = try Tool.run(
      try #require(Tool.find("swiftc")),
      [
        "-c", "-o", folder.path(of: "kitty.o"), "-parse-as-library", "-swift-version", "6", "-warnings-as-errors", "-I",
        modules,
      ] + settings + [file])
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  @Test(arguments: settings)
  func `compiles with the conformance on the class`(_ settings: [String]) throws {
    try check(
      """
      @MainActor final class Kitty: MainActorInterfaceProviding {
        private var count = 0
      \(try functions())
      }
      """, settings)
  }

  @Test(arguments: settings)
  func `compiles with the conformance in an extension`(_ settings: [String]) throws {
    try check(
      """
      @MainActor final class Kitty { private var count = 0 }
      extension Kitty: MainActorInterfaceProviding {
      \(try functions())
      }
      """, settings)
  }

  @Test(arguments: settings.filter { $0.contains("-default-isolation") })
  func `compiles where every class is on the main actor`(_ settings: [String]) throws {
    try check(
      """
      final class Kitty: MainActorInterfaceProviding {
        private var count = 0
      \(try functions())
      }
      """, settings)
  }
}
