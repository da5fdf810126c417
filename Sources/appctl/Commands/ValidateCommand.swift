internal import AppControllerJSON
import AppControllerKit
import Glibc
import ProviderPlugins
import ProviderValidator
import Synchronization

/// `appctl validate`: finds out whether a provider keeps the rules, each check in a process of its own.
@MainActor
struct ValidateCommand {
  private let invocation: Invocation
  private let console: Console

  init(_ invocation: Invocation, _ console: Console) {
    self.invocation = invocation
    self.console = console
    console.isQuiet = invocation.flag(.quiet)
  }

  func run() async throws {
    let checks = try chosenChecks()
    if invocation.flag(.list) {
      console.result(isJSON ? Self.json(checks) : Self.text(checks))
      return
    }
    guard let path = invocation.positionals.first else { throw CommandError.noLibrary() }
    var runner = ConformanceRunner(seed: try seed())
    if let timeout = try invocation.seconds(.timeout) { runner.timeout = timeout }
    runner.readable = try readable()
    runner.permissions = invocation.granted
    let progress = CheckProgress(of: checks.count, isShown: isatty(STDERR_FILENO) == 1 && !console.isQuiet)
    let report = try await runner.run(checks, on: path) { progress.add($0) }
    progress.end()
    console.result(isJSON ? Self.json(report, checks) : Self.text(report, checks))
    if !report.conforms { throw CommandError.doesNotConform(report) }
  }

  private var isJSON: Bool { invocation.string(.format) == "json" }

  /// The checks that are named, in the order of the table; all when none is.
  private func chosenChecks() throws -> [ConformanceCheck] {
    let names = invocation.strings(.only).flatMap { $0.split(separator: ",").map(String.init) }
    let known = ConformanceCheck.all.map(\.id)
    for name in names where !known.contains(name) { throw CommandError.unknownCheck(name, among: known) }
    return names.isEmpty ? ConformanceCheck.all : ConformanceCheck.all.filter { names.contains($0.id) }
  }

  /// What the provider may read besides; `nil` for everything.
  private func readable() throws -> [String]? {
    let paths = invocation.strings(.allowRead)
    if invocation.flag(.checksNotIsolated) {
      if !paths.isEmpty { throw CommandError.allowedTwice() }
      return nil
    }
    return try paths.map { path in
      if unsafe access(path, R_OK) != 0 { throw FileSystem.failure("read", path.displayable, errno) }
      return try FileSystem.absolute(path)
    }
  }

  private func seed() throws -> UInt64 {
    guard let text = invocation.string(.seed) else { return .random(in: 0...UInt64(UInt32.max)) }
    guard let seed = UInt64(text) else { throw CommandError.badSeed(text) }
    return seed
  }
}

/// Says on one line of a terminal how far the checks are.
private final class CheckProgress: Sendable {
  private let total: Int
  private let isShown: Bool
  private let count = Mutex(0)

  init(of total: Int, isShown: Bool) { (self.total, self.isShown) = (total, isShown) }

  func add(_ result: CheckResult) {
    let done = count.withLock { count in
      count += 1
      return count
    }
    if isShown { write("\r\(done) of \(total) checks, \(result.id)\u{1B}[K") }
  }

  func end() {
    if isShown { write("\r\u{1B}[K") }
  }

  private func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}

// MARK: - Text

extension ValidateCommand {
  /// The table of checks.
  nonisolated static func text(_ checks: [ConformanceCheck]) -> String {
    let width = checks.map(\.id.count).max() ?? 0
    return checks.map { check in
      let padding = String(repeating: " ", count: width - check.id.count)
      return "\(check.id)\(padding)  \(check.rule) [\(check.source)]\n"
    }.joined()
  }

  nonisolated static func text(_ report: CheckReport, _ checks: [ConformanceCheck]) -> String {
    var lines = ["path: \(report.path.displayable)", "seed: \(report.seed)"]
    for group in ConformanceCheck.Group.allCases {
      let ids = checks.filter { $0.group == group }.map(\.id)
      let results = report.results.filter { ids.contains($0.id) }
      if !results.isEmpty { lines.append("\(group.rawValue):") }
      var next = results[...]
      while let result = next.first {
        // Many are mostly skipped for one reason.
        let alike = next.prefix { $0.outcome == result.outcome && (result.outcome.isSkipped || $0 == result) }
        next = next.dropFirst(alike.count)
        lines.append("  \(result.outcome.name): \(alike.map(\.id).joined(separator: ", "))")
        let rule = result.outcome.isFailure ? checks.first { $0.id == result.id } : nil
        if !result.outcome.details.isEmpty { lines.append("    \(result.outcome.details.displayable)") }
        for (name, text) in result.outcome.said?.sentences ?? [] where !text.isEmpty {
          lines.append("    \(name): \(text.displayable)")
        }
        if let rule { lines.append("    rule: \(rule.rule) [\(rule.source)]") }
      }
    }
    let counts = CheckResult.Outcome.names.map { "\(report.count(of: $0)) \($0)" }
    lines.append("checks: \(report.results.count), \(counts.joined(separator: ", "))")
    lines.append("verdict: \(report.conforms ? "conforms" : "does not conform")")
    return lines.joined(separator: "\n") + "\n"
  }
}

// MARK: - JSON

extension ValidateCommand {
  nonisolated static func json(_ checks: [ConformanceCheck]) -> String {
    JSONReport.text { writer in
      writer.key("checks")
      writer.array(of: checks) { check, writer in
        writer.beginObject()
        for (name, text) in [("group", check.group.rawValue), ("id", check.id)] {
          writer.key(name)
          writer.string(text)
        }
        writer.key("onlyWarns")
        writer.bool(check.onlyWarns)
        for (name, text) in [("rule", check.rule), ("source", check.source)] {
          writer.key(name)
          writer.string(text)
        }
        writer.endObject()
      }
    }
  }

  nonisolated static func json(_ report: CheckReport, _ checks: [ConformanceCheck]) -> String {
    JSONReport.text { writer in
      writer.key("conforms")
      writer.bool(report.conforms)
      writer.key("path")
      writer.string(report.path)
      writer.key("results")
      writer.array(of: report.results) { result, writer in
        var members = result.outcome.members + [("id", result.id), ("outcome", result.outcome.name)]
        if let check = checks.first(where: { $0.id == result.id }) { members.append(("rule", check.rule)) }
        writer.object(members.sorted { $0.0 < $1.0 })
      }
      writer.key("seed")
      writer.int(report.seed)
    }
  }
}

extension ProviderFailure {
  /// What the provider said, by name.
  fileprivate var sentences: [(String, String)] { [("said", what), ("why", why), ("fix", fix)] }
}

extension CheckResult.Outcome {
  /// What there is to say, by name.
  fileprivate var members: [(String, String)] {
    switch self {
    case .passed: []
    case .failed(let finding), .warning(let finding):
      [("cause", finding.cause), ("expected", finding.expected), ("seen", finding.seen)]
        + (finding.said?.sentences ?? [])
    case .skipped(let reason): [("reason", reason)]
    case .crashed(let how, let step, let lastWords): [("how", how), ("lastWords", lastWords), ("step", step)]
    case .timedOut(_, let step, let lastWords): [("lastWords", lastWords), ("step", step)]
    }
  }
}

extension CommandError {
  fileprivate static func noLibrary() -> CommandError {
    .usage(
      "appctl validate is given no PATH", why: "it is the provider's library, which the checks are run on",
      fix: "write appctl validate PATH; appctl validate --list lists the checks")
  }

  fileprivate static func allowedTwice() -> CommandError {
    .usage(
      "--allow-read and --not-isolated are both given", why: "with --not-isolated the provider may read everything",
      fix: "leave one of them out")
  }

  fileprivate static func unknownCheck(_ name: String, among names: [String]) -> CommandError {
    .usage(
      "there is no check \(quoted(name))", why: "--only takes names of checks, with commas between them",
      fix: Suggestion.nearest(to: name, among: names).map { "did you mean '\($0)'?" }
        ?? "run 'appctl validate --list' to see all of them")
  }

  fileprivate static func badSeed(_ text: String) -> CommandError {
    .usage(
      "--seed cannot be \(quoted(text))", why: "it is a whole number from 0 to 18446744073709551615",
      fix: "write the number that a run has printed")
  }

  fileprivate static func doesNotConform(_ report: CheckReport) -> CommandError {
    let count = report.results.count { $0.outcome.isFailure }
    return CommandError(
      .doesNotConform, what: "\(report.path.displayable) does not conform to the provider ABI",
      why: count == 1 ? "one check did not pass, which is listed" : "\(count) checks did not pass, which are listed",
      fix: "mend what is said for each, and run them again with --only and their names")
  }
}
