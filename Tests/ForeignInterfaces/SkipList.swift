import Foundation

/// The own samples that are not carried over, each with the sort of failure and with the reason why that is right.
///
/// It stands in `Skipped.txt`: the name, the sort and the reason on a line, with a bar between them.
public struct SkipList: Sendable {
  /// A sample that is not carried over.
  public struct Entry: Sendable, Hashable {
    /// The name of the sample.
    public var name: String
    /// The raw value of the sort of failure.
    public var kind: String
    /// Why it is right that it is refused.
    public var reason: String
  }

  /// The samples, in the order of the file.
  public var entries: [Entry]

  /// The list of the own samples.
  public static let own = SkipList(
    text: (try? String(contentsOf: ForeignSample.folder.appendingPathComponent("Skipped.txt"), encoding: .utf8)) ?? ""
  )

  /// Reads a list; a line that begins with `#` is for its readers.
  public init(text: String) {
    entries = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let parts = line.split(separator: "|", maxSplits: 2, omittingEmptySubsequences: false)
      let words = parts.map { $0.trimmingCharacters(in: .whitespaces) } + ["", "", ""]
      return Entry(name: words[0], kind: words[1], reason: words[2])
    }
  }

  /// What is wrong with the list as one of these samples: a sample that is neither carried over nor named, a name
  /// without a sample or without a reason, and a sample that is named and carried over after all.
  public func faults(of samples: [ForeignSample]) -> [String] {
    var faults: [String] = []
    let named = Dictionary(entries.map { ($0.name, $0) }) { first, _ in first }
    if named.count < entries.count { faults.append("a name stands twice") }
    for sample in samples {
      switch (named[sample.name], sample.failure) {
      case (nil, nil): continue
      case (nil, let failure?): faults.append("\(sample.name) is neither carried over nor named: \(failure)")
      case (.some, nil): faults.append("\(sample.name) is named, and works after all")
      case (let entry?, let failure?) where entry.kind != failure.kind.rawValue:
        faults.append("\(sample.name) is refused for another reason than \(entry.kind): \(failure)")
      case (.some, .some): continue
      }
    }
    let names = Set(samples.map(\.name))
    for entry in entries {
      if !names.contains(entry.name) { faults.append("there is no sample \(entry.name)") }
      if entry.reason.split(separator: " ").count < 3 { faults.append("\(entry.name) is named without a reason") }
    }
    return faults
  }
}
