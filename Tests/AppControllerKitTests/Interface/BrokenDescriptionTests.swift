import AppControllerKit
import Foundation
import TestSupport
import Testing

@Suite struct `A broken description` {
  typealias Finding = BrokenDescription.Finding

  /// What is found in a text, whatever it holds.
  private static func found(inText json: [UInt8], _ row: BrokenDescription) -> [Finding] {
    do throws(AppControllerError) {
      return row.found(in: try InterfaceDescription(json: json))
    } catch {
      // Only a text that is read as a whole can be a storyboard.
      guard error.diagnostics.isEmpty || row.canBeSaid(by: .builder) == false else {
        return BrokenDescription.findings(of: error.diagnostics)
      }
      return BrokenDescription.findings(of: InterfaceDocument(json: json).diagnostics)
    }
  }

  private static func rows(of way: BrokenDescription.Way) -> [BrokenDescription] {
    BrokenDescriptions.all.filter { $0.canBeSaid(by: way) }
  }

  @Test(arguments: rows(of: .builder))
  func `is found out by its code and no other when it is built`(row: BrokenDescription) {
    let made = build { $0.make(row.calls ?? []) }
    #expect(row.found(in: made) == row.findings)
  }

  @Test(arguments: rows(of: .json))
  func `is found out in JSON as when it is built`(row: BrokenDescription) {
    #expect(Self.found(inText: row.json ?? [], row) == row.findings)
  }

  @Test(arguments: rows(of: .elements))
  func `is found out with the elements as when it is built`(row: BrokenDescription) throws {
    let elements = try #require(row.elements)
    let made = elements()
    #expect(row.found(in: made) == row.findings)
    // It is the same description, and not another that breaks the same rule.
    if made.buildFailure == nil, let json = row.json { #expect(try made == InterfaceDescription(json: json)) }
  }

  @Test(arguments: BrokenDescriptions.all)
  func `is said in every way, or there is a reason`(row: BrokenDescription) {
    for way in BrokenDescription.Way.allCases {
      #expect(row.canBeSaid(by: way) == (row.reasons[way] == nil), "\(way.rawValue)")
    }
  }

  @Test(arguments: BrokenDescriptions.all.filter(\.isAdvice))
  func `is valid when it is only advised against`(row: BrokenDescription) {
    #expect(build { $0.make(row.calls ?? []) }.validate() == [])
  }

  @Test func `is there for every code`() {
    let codes = BrokenDescriptions.all.map(\.code)
    #expect(Set(codes).count == codes.count)
    // No test takes a process all of its memory.
    #expect(codes.sorted() == Diagnostic.Code.all.filter { $0 != .noMemory }.map(\.rawValue).sorted())
  }
}

@Suite struct `The codes of diagnostics` {
  private struct Declaration {
    let name: String
    let number: Int
    let comment: String
  }

  /// Each code as it is declared, with the comment before it.
  private static func declarations() throws -> [Declaration] {
    let sources = GeneratedDocument.package.appendingPathComponent("Sources")
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
      .filter { $0.hasPrefix("AppController") && $0.hasSuffix(".swift") }
    return try files.sorted().flatMap { file -> [Declaration] in
      let text = try String(contentsOf: sources.appendingPathComponent(file), encoding: .utf8)
      return text.matches(of: /((?: *\/\/\/[^\n]*\n)*) *(?:package )?static let (\w+) = Self\((1\d{3})\)/).map {
        match in
        let lines = match.output.1.split(separator: "\n").map { $0.drop { $0 == " " || $0 == "/" } }
        return Declaration(
          name: String(match.output.2), number: Int(match.output.3) ?? 0, comment: lines.joined(separator: " "))
      }
    }
  }

  @Test func `are all listed, in the order of their numbers`() throws {
    let declared = try Self.declarations().map { "ACK\($0.number)" }
    #expect(declared.count > 60)
    #expect(Set(declared).count == declared.count)
    let listed = Diagnostic.Code.all.map(\.rawValue)
    #expect(listed == declared.sorted())
    #expect(listed == listed.sorted())
  }

  @Test func `have a sentence each that says what they mean`() throws {
    for code in try Self.declarations() {
      let isSentence = code.comment.first?.isUppercase == true && code.comment.hasSuffix(".")
      #expect(isSentence && !code.comment.dropLast().contains(". "), "\(code.name): \(code.comment)")
    }
  }
}
