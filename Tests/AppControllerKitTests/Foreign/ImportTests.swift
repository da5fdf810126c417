import AppControllerKit
import ForeignInterfaces
import Testing

@Suite struct `Importing foreign screens` {
  @Test func `carries every own sample, or skips it by name and for a reason`() {
    #expect(SkipList.own.faults(of: ForeignSample.own) == [])
    for folder in ["AdaptiveCards/", "A2UI/"] {
      #expect(ForeignSample.own.count { $0.name.hasPrefix(folder) } >= 24)
    }
  }

  @Test func `leaves no skip without a sample, a failure, a sort and a reason`() {
    let samples = ForeignSample.own.filter { ["AdaptiveCards/sign-in.json", "A2UI/cycle.json"].contains($0.name) }
    func faults(_ lines: String) -> [String] { SkipList(text: lines).faults(of: samples).map { "\($0.prefix(40))" } }
    #expect(faults("A2UI/cycle.json | cycle | it would never end") == [])
    #expect(faults("").count == 1)
    #expect(faults("A2UI/cycle.json | cycle |").count == 1)
    #expect(faults("A2UI/cycle.json | tooDeep | it would never end").count == 1)
    #expect(faults("A2UI/cycle.json | cycle | it would never end\nA2UI/no.json | cycle | there is none").count == 1)
    #expect(
      faults("A2UI/cycle.json | cycle | it would never end\nAdaptiveCards/sign-in.json | cycle | why not though").count
        == 1)
  }

  @Test(arguments: ForeignSample.own.filter { $0.expectedElements != nil })
  func `makes what a sample says`(sample: ForeignSample) throws {
    let elements = try #require(sample.imported).description.accessibleElements()
    let found = elements.map { "\($0)\n" }.joined()
    #expect(found == sample.expectedElements)
  }

  @Test func `has what many samples say written down`() {
    #expect(ForeignSample.own.count { $0.expectedElements != nil } >= 20)
  }

  @Test(arguments: ForeignSample.carried)
  func `makes what the kit has no error about`(sample: ForeignSample) throws {
    let imported = try #require(sample.imported)
    #expect(imported.description.validate().allSatisfy { $0.severity == .warning })
    #expect(imported.omissions.allSatisfy { !$0.path.isEmpty && !$0.what.isEmpty && !$0.reason.isEmpty })
  }

  /// A folder of somebody else's files has others among them; each is said, and none is dropped without a word.
  @Test(.enabled(if: ForeignSample.givenFolder != nil, "no folder is given"))
  func `says of every file that was given what became of it`() {
    let given = ForeignSample.given
    #expect(!given.isEmpty, "there is no JSON file in the folder")
    var lines = ["\(given.count) files, \(given.count { $0.imported != nil }) carried over"]
    for (kind, samples) in Dictionary(grouping: given.filter { $0.failure != nil }, by: { $0.failure?.kind.rawValue })
      .sorted(by: { $0.value.count > $1.value.count })
    {
      lines.append("\(samples.count) skipped, \(kind ?? ""):")
      for sample in samples { lines.append("  \(sample.name): \(sample.failure.map(String.init(describing:)) ?? "")") }
    }
    let omissions = Dictionary(grouping: given.flatMap { $0.imported?.omissions ?? [] }) { "\($0.what): \($0.reason)" }
    lines.append("\(omissions.values.reduce(0) { $0 + $1.count }) things left out:")
    for (what, all) in omissions.sorted(by: { ($0.value.count, $1.key) > ($1.value.count, $0.key) }) {
      lines.append("  \(all.count) x \(what)")
    }
    print(lines.map(\.displayable).joined(separator: "\n"))
    #expect(given.allSatisfy { $0.failure?.kind != .refused }, "the importer makes what the kit refuses")
  }
}
