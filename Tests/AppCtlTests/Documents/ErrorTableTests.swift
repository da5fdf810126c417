import AppControllerKit
import Foundation
import TestSupport
import Testing

@testable import appctl

@Suite struct `The table of codes` {
  /// A code that is declared in the sources.
  private struct Declaration: Hashable {
    let code: String
    let name: String
  }

  /// The Swift sources of the package, by their path in the package.
  private static func sources() throws -> [(path: String, text: String)] {
    let folder = GeneratedDocument.package.appendingPathComponent("Sources")
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }.map {
      ($0, try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8))
    }
  }

  /// Every code that a source declares, in any of the three forms of declaration.
  private static func declarations() throws -> [Declaration] {
    var found: [Declaration] = []
    for (_, text) in try sources() {
      for match in text.matches(of: /static let (\w+) = Code\(rawValue: "(ACK\d{4})"\)/) {
        found.append(Declaration(code: String(match.2), name: String(match.1)))
      }
      for match in text.matches(of: /case (\w+) = "(ACK\d{4})"/) {
        found.append(Declaration(code: String(match.2), name: String(match.1)))
      }
      for match in text.matches(of: /static let (\w+) = Self\((1\d{3})\)/) {
        found.append(Declaration(code: "ACK\(match.2)", name: String(match.1)))
      }
    }
    return found
  }

  @Test func `explains every code that a source declares, and no other, by its name`() throws {
    // Invalid JSON has one code, both as an error and as a diagnostic.
    let declared = Set(try Self.declarations()).subtracting([Declaration(code: "ACK1002", name: "badJSON")])
    #expect(declared.count > 150)
    let explained = Set(ErrorExplanation.all.map { Declaration(code: $0.code, name: $0.name) })
    #expect(declared.subtracting(explained) == [], "these are declared, and not explained")
    #expect(explained.subtracting(declared) == [], "these are explained, and not declared")
  }

  @Test func `knows every code that a source mentions`() throws {
    let explained = Set(ErrorExplanation.all.map(\.code))
    for (path, text) in try Self.sources() {
      let mentioned = Set(text.matches(of: /ACK\d{4}/).map { String($0.output) })
      #expect(mentioned.subtracting(explained) == [], "\(path)")
    }
  }

  @Test func `is what appctl has in itself`() throws {
    #expect(try ErrorDocument(GeneratedDocument(ErrorReference.path).text).explanations == ErrorExplanation.all)
  }

  @Test func `has each code of the lists in the sources, in their order`() {
    let codes = ErrorExplanation.all.map(\.code)
    #expect(codes.filter { $0.hasPrefix("ACK5") } == CommandError.Code.allCases.map(\.rawValue))
    #expect(
      codes.filter(Set(Diagnostic.Code.all.map(\.rawValue)).contains) == Diagnostic.Code.all.map(\.rawValue).sorted())
  }

  @Test(arguments: ErrorExplanation.all)
  func `has whole sentences for a code`(_ explanation: ErrorExplanation) {
    let texts = [explanation.meaning, explanation.fix] + explanation.causes
    #expect(!explanation.causes.isEmpty)
    for text in texts {
      #expect(text.hasSuffix(".") || text.hasSuffix("?"), "\(explanation.code): \(text)")
      #expect(text.first?.isUppercase == true || text.first == "`", "\(explanation.code): \(text)")
      #expect(!text.contains("  ") && !text.contains("\n"), "\(explanation.code): \(text)")
      #expect(text.count { $0 == "`" }.isMultiple(of: 2), "\(explanation.code): \(text)")
    }
    // A sentence that repeats the meaning adds nothing.
    #expect(Set(texts).count == texts.count, "\(explanation.code)")
    #expect(explanation.meaning.utf8.count <= 110, "\(explanation.code): one line of the list")
    #expect(explanation.example?.isEmpty != true, "\(explanation.code)")
  }

  @Test func `leads only to headings that are there`() throws {
    for explanation in ErrorExplanation.all {
      guard let chapter = explanation.chapter else { continue }
      let headings = try GeneratedDocument("Docs/\(chapter.document)").text.split(separator: "\n")
        .filter { $0.hasPrefix("#") }.map { $0.drop { $0 == "#" || $0 == " " } }
      #expect(headings.contains { $0 == chapter.heading }, "\(explanation.code): \(chapter)")
    }
  }

  @Test func `is listed before the texts`() throws {
    try GeneratedDocument(ErrorReference.path).expect(ErrorReference.parts(ErrorExplanation.all))
  }

  @Test func `has every example of a command line understood`() throws {
    var count = 0
    for explanation in ErrorExplanation.all {
      for line in (explanation.example ?? "").split(separator: "\n") {
        // In a pipeline only the last command is checked. A redirected file is not one of its words.
        guard let command = line.split(separator: "|").last.map({ $0.split(separator: " ").map(String.init) }),
          command.first == "appctl"
        else { continue }
        let words = command.dropFirst().prefix { $0 != "<" }
        // Commands that this program does not have are not checked.
        guard words.first.map(CommandTable.current.names.contains) == true else { continue }
        #expect(throws: Never.self, "\(explanation.code): \(line)") { try CommandLineParser().parse(Array(words)) }
        count += 1
      }
    }
    #expect(count > 20)
  }
}
