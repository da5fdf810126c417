import AppControllerKitTesting
import Foundation
import TestSupport
import Testing

@testable import ProviderValidator

/// The generated part of `Docs/Conformance.md`: a table for each group of checks.
@Suite struct `The table of checks` {
  private static var tables: String {
    ConformanceCheck.Group.allCases.map { group in
      let rows = ConformanceCheck.all.filter { $0.group == group }.map { check in
        [Markdown.code(check.id) + (check.onlyWarns ? " *w*" : ""), check.rule, check.source]
      }
      return "### \(group.rawValue.capitalized)\n\n\(Markdown.table(["check", "rule", "from"], rows))"
    }.joined(separator: "\n\n")
  }

  @Test func `is the document's`() throws {
    try GeneratedDocument("Docs/Conformance.md").expect([("checks", Self.tables)])
  }

  @Test func `has names once, in kebab case, and one sentence for each`() {
    let ids = ConformanceCheck.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    for check in ConformanceCheck.all {
      #expect(check.id.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil, "\(check.id)")
      #expect(check.rule.hasSuffix(".") && !check.source.isEmpty, "\(check.id)")
    }
  }

  @Test func `needs nothing that is not there, and nothing in a circle`() {
    var reached: Set<String> = []
    for _ in ConformanceCheck.all {
      for check in ConformanceCheck.all where check.needs.allSatisfy(reached.contains) { reached.insert(check.id) }
    }
    #expect(reached.count == ConformanceCheck.all.count)
  }

  @Test func `has every rule of the contract, as a check or by those that look at the same`() {
    let ids = Set(ConformanceCheck.all.map(\.id))
    let taken = Set(ContractChecks.all.map(\.rule))
    for rule in ProviderContract.rules {
      let others = ContractChecks.elsewhere[rule.id] ?? []
      #expect(taken.contains(rule.statement) != !others.isEmpty, "\(rule)")
      #expect(ids.isSuperset(of: others), "\(rule)")
    }
  }

  @Test func `names sections that the documents have`() throws {
    for check in ConformanceCheck.all {
      let parts = check.source.split(maxSplits: 1) { ", ".contains($0) }.map(String.init)
      let headings = try GeneratedDocument("Docs/\(parts[0]).md").text.split(separator: "\n")
        .filter { $0.hasPrefix("##") }.map { $0.drop { $0 == "#" || $0 == " " }.lowercased() }
      // "2", "5.3", "2, the note" or a heading.
      let section = (parts[1].split(separator: ", ").last ?? "").drop { $0 == " " }.lowercased()
      let isThere = headings.contains { $0 == section || $0.hasPrefix("\(section).") || $0.hasPrefix("\(section) ") }
      #expect(isThere, "\(check.id): \(check.source)")
    }
  }
}
