package import AppControllerJSON
import AppControllerKit
import Glibc
import ProviderPlugins
import ProviderValidator
import Synchronization

@MainActor
struct ValidateCommand: Command {
  nonisolated static let help = CommandHelp(
    "Check whether a provider keeps the rules of the ABI.",
    "Runs many small checks, in processes of their own, on the provider's file, its answers and its "
      + "descriptions. A check that crashes or hangs is reported like any other. The provider's actions are "
      + "performed, with made-up inputs. With --set, --set-stdin or --action it signs in once, as login does, and checks the "
      + "logged-in interface with the session that it got.",
    "Prints what failed, crashed, timed out, was skipped or is a warning, with what was expected, what was seen and the "
      + "likely cause, and the verdict in the last line; with --verbose also what passed. Fails unless all have passed and "
      + "everything was tried; a warning is no failure.",
    "The provider has few rights, as with --isolated: it reads its library, those that this needs, the system's files "
      + "and what --allow-read names, has an empty folder for a home, starts no programs, and uses no network without "
      + "--allow network.",
    "The provider gets the defaults of its settings, those that --setting gives, and made-up secrets.",
    "A check may take 10 seconds, and an answer that comes later 30, or what --timeout says for both.",
    examples: [
      "Check a provider before it is shipped": "appctl validate ./libKitty.so",
      "Look at two checks again": "appctl validate ./libKitty.so --only note-present,note-single",
      "Make the same random choices again": "appctl validate ./libKitty.so --seed 42",
      "Check the interface of a real user":
        "appctl validate ./libKitty.so --set-stdin pin < pin.txt",
    ])

  @Argument(as: .path, "The provider's library, unless --provider names it.") private var path: String?
  @Option(value: "CHECK", "Run the check of this name, or several with commas between them, and no other.")
  private var only: [String]
  @Flag("List the checks and their rules, and run none.") private var list: Bool
  @Option(value: "CHECK", "Say what the check of this name looks at, and run none.") private var explain: String?
  @Flag(Parameter("Print what passed too.").short("-v")) var verbose: Bool
  @Option(value: "NUMBER", "Make the random choices of the run with this seed.") private var seed: UInt64?
  @Option(.allow) private var allow: [ProviderPermission]
  @Option(value: "PATH", as: .path, "Let the provider read this file, or everything in this folder.")
  private var allowRead: [String]
  @Option(.setting) private var setting: [NamedValue]
  @Flag("Let the provider do all that you may, for one that you trust and that needs it.") private var notIsolated: Bool
  @Flag("Run the provider in valgrind, which has to be installed; takes minutes, and needs --not-isolated.")
  private var valgrind: Bool
  @Option(.set) private var set: [NamedValue]
  @Option(.setStdin) private var setStdin: String?
  @Option(value: "NAME", "Sign in with this action, not with the primary one.") private var action: String?
  @Option(shared: .provider) private var provider: String?
  @Option(shared: .providerDir) private var providerDir: [String]
  @Option(shared: .timeout) private var timeout: Duration?
  @Option(shared: .format()) private var format: Format?
  @Flag(shared: .quiet) var quiet: Bool
  nonisolated var declared: DeclaredParameters {
    [
      "PATH": _path, "--only": _only, "--list": _list, "--explain": _explain, "--verbose": _verbose, "--seed": _seed,
      "--allow": _allow, "--allow-read": _allowRead, "--setting": _setting, "--not-isolated": _notIsolated,
      "--valgrind": _valgrind, "--set": _set, "--set-stdin": _setStdin, "--action": _action, "--provider": _provider,
      "--provider-dir": _providerDir, "--timeout": _timeout,
      "--format": _format, "--quiet": _quiet,
    ]
  }

  func run(_ console: Console) async throws {
    let checks = try chosenChecks()
    if list { return console.result(format, ["checks": checks], text: Self.text(checks)) }
    if let explain { return console.result(try Self.explanation(of: explain)) }
    guard let path = try ProviderListing.library(at: path, or: provider, in: providerDir) else {
      throw CommandError.missingArgument(Self.parameters.arguments[0], of: Self.self)
    }
    var runner = ConformanceRunner(seed: seed ?? .random(in: 0...UInt64(UInt32.max)))
    if let timeout { (runner.timeout, runner.patience) = (timeout, timeout) }
    runner.readable = try readable()
    if valgrind { runner.valgrind = try valgrindProgram() }
    runner.permissions = Set(allow)
    for given in setting {
      guard runner.settings.updateValue(.init(.text(given.value), from: "--setting"), forKey: given.name) == nil else {
        throw CommandError.settingTwice(given.name)
      }
    }
    let inputs = try GivenInputs(set, stdin: setStdin)
    if !inputs.isEmpty || action != nil { runner.inputs = inputs.forChecks(action: action) }
    let progress = CheckProgress(of: checks.count, isShown: isatty(STDERR_FILENO) == 1 && !console.isQuiet)
    let report: CheckReport
    do { report = try await runner.run(checks, on: path) { progress.add($0) } } catch let error as CheckSignInFailure {
      progress.end()
      throw CommandError.notSignedIn(error)
    }
    progress.end()
    format == .json
      ? console.result(Self.json(report, checks)) : console.lines(Self.text(report, checks, isVerbose: verbose))
    switch report.verdict {
    case .conforms: break
    case .conformsInPart: if !report.gaps.isEmpty { throw CommandError.notTried(report) }
    case .doesNotConform: throw CommandError.doesNotConform(report)
    case .nothingChecked: throw CommandError.nothingChecked(report)
    }
  }

  /// In the order of the list; all checks when none is named.
  private func chosenChecks() throws -> [ConformanceCheck] {
    let names = only.flatMap { $0.split(separator: ",").map(String.init) }
    for name in names {
      _ = try ConformanceCheck.named(name, or: "--only takes names of checks, with commas between them")
    }
    return names.isEmpty ? ConformanceCheck.all : ConformanceCheck.all.filter { names.contains($0.id) }
  }

  private func valgrindProgram() throws -> String {
    guard notIsolated else {
      throw CommandError.usage(
        "--valgrind is given without --not-isolated", why: "a process in valgrind cannot give up its rights",
        fix: "add --not-isolated, for a provider that you trust")
    }
    guard let path = ChildProgram.path(of: "valgrind") else {
      throw CommandError(
        .noProvider, what: "there is no program valgrind", why: "no folder of PATH has one",
        fix: "install valgrind, or leave out --valgrind")
    }
    return path
  }

  /// `nil` when the provider may read everything.
  private func readable() throws -> [String]? {
    if notIsolated {
      if !allowRead.isEmpty {
        throw CommandError.bothGiven(
          "--allow-read", "--not-isolated", why: "with --not-isolated the provider may read everything")
      }
      return nil
    }
    return try allowRead.map { path in
      if unsafe access(path, R_OK) != 0 { throw FileSystem.failure("read", path.displayable, errno) }
      return try FileSystem.absolute(path)
    }
  }
}

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
  nonisolated static func explanation(of id: String) throws -> String {
    let check = try ConformanceCheck.named(id, or: "--explain takes the name of a check")
    let needs = check.needs.isEmpty ? "" : "needs: \(check.needs.joined(separator: ", "))\n"
    return """
      \(check.id): \(check.rule)
      group: \(check.group.rawValue)
      from: \(check.source)
      breaking it is: \(check.onlyWarns ? "a warning" : "a failure")
      \(needs)
      """
  }

  nonisolated static func text(_ checks: [ConformanceCheck]) -> String {
    let width = checks.map(\.id.count).max() ?? 0
    return checks.map { check in
      let padding = String(repeating: " ", count: width - check.id.count)
      return "\(check.id)\(padding)  \(check.rule) [\(check.source)]\n"
    }.joined()
  }

  /// The verdict is in the last line; `isVerbose` adds what has passed.
  nonisolated static func text(_ report: CheckReport, _ checks: [ConformanceCheck], isVerbose: Bool = false) -> String {
    var lines: [String] = []
    for group in ConformanceCheck.Group.allCases {
      let ids = checks.filter { $0.group == group }.map(\.id)
      let results = report.results.filter { ids.contains($0.id) && (isVerbose || $0.outcome != .passed) }
      if !results.isEmpty { lines.append("\(group.rawValue):") }
      var next = results[...]
      while let result = next.first {
        // Checks that are skipped for the same reason share a line.
        let alike = next.prefix { $0.outcome == result.outcome && (result.outcome.isSkipped || $0 == result) }
        next = next.dropFirst(alike.count)
        lines.append("  \(result.outcome.name): \(alike.map(\.id).joined(separator: ", "))")
        let rule = result.outcome.isFailure ? checks.first { $0.id == result.id } : nil
        lines += result.outcome.lines(of: report.speaker).map { "    \($0)" }
        if let rule { lines.append("    rule: \(rule.rule) [\(rule.source)]") }
      }
    }
    for (words, list) in [
      ("not answered, so that what follows was not tried:", report.gaps.unanswered),
      ("not tried, for which a longer --timeout gives time:", report.gaps.untried),
    ] where !list.isEmpty {
      lines.append(words)
      lines += list.map { "  \($0.displayable)" }
    }
    let counts = CheckResult.Outcome.names.map { "\(report.count(of: $0)) \($0)" }
    lines += [
      "path: \(report.path.displayable)", "seed: \(report.seed)",
      "budget: \(report.budget) for the actions of a check",
      "checks: \(report.results.count), \(counts.joined(separator: ", "))",
      "verdict: \(report.verdict.words(of: report))",
    ]
    return lines.joined(separator: "\n") + "\n"
  }
}

// MARK: - JSON

extension ValidateCommand {
  nonisolated static func json(_ report: CheckReport, _ checks: [ConformanceCheck]) -> String {
    let results = report.results.map { result -> JSONValue in
      let rule = checks.first { $0.id == result.id }.map { [("rule", $0.rule)] } ?? []
      let members = result.outcome.members + [("id", result.id), ("outcome", result.outcome.name)] + rule
      return .object(members.sorted { $0.0 < $1.0 }.map { .init($0, $1.json) })
    }
    return JSONReport.text { writer in
      writer.members(["conforms": report.conforms, "path": report.path, "results": results])
      writer.key("seed")
      writer.int(report.seed)
      writer.members([
        "unanswered": report.gaps.unanswered, "untried": report.gaps.untried, "verdict": report.verdict.rawValue,
      ])
    }
  }
}

extension ConformanceCheck: JSONConvertible {
  fileprivate static func named(_ name: String, or why: String) throws(CommandError) -> ConformanceCheck {
    if let check = all.first(where: { $0.id == name }) { return check }
    throw .usage(
      "there is no check \(CommandError.quoted(name))", why: why,
      fix: Suggestion.fix(for: name, among: all.map(\.id), or: "run 'appctl validate --list' to see all of them"))
  }

  package var json: JSONValue {
    ["group": group.rawValue, "id": id, "onlyWarns": onlyWarns, "rule": rule, "source": source]
  }
}

extension CheckReport.Verdict {
  fileprivate func words(of report: CheckReport) -> String {
    guard self == .conformsInPart else { return rawValue }
    let parts = [
      report.results.contains(where: \.outcome.isSkipped) ? "checks were skipped" : nil,
      report.gaps.unanswered.isEmpty ? nil : "questions were not answered",
      report.gaps.untried.isEmpty ? nil : "not everything was tried",
    ]
    return "\(rawValue); \(parts.compactMap(\.self).joined(separator: ", "))"
  }
}

extension ProviderFailure {
  fileprivate var sentences: [(String, String)] { [("said", what), ("why", why), ("fix", fix)] }
}

extension CheckResult.Outcome {
  fileprivate func lines(of speaker: String) -> [String] {
    func words(_ text: some StringProtocol) -> ProviderWords { ProviderWords(String(text).displayable, of: speaker) }
    let details = details(of: speaker)
    var lines = details.isEmpty ? [] : [details.displayable]
    for (name, text) in said?.sentences ?? [] where !text.isEmpty {
      lines.append("\(name == "fix" ? "suggested" : name): \(words(text))")
    }
    if !printed.isEmpty {
      lines.append("printed:")
      lines += printed.split(separator: "\n").map { "  \(words($0))" }
    }
    if let fix { lines.append("fix: \(fix)") }
    return lines
  }

  fileprivate var members: [(String, String)] {
    switch self {
    case .passed: []
    case .failed(let finding), .warning(let finding):
      [("cause", finding.cause), ("expected", finding.expected), ("seen", finding.seen)]
        + (finding.said?.sentences ?? []) + (finding.printed.isEmpty ? [] : [("printed", finding.printed)])
    case .skipped(let reason): [("reason", reason)]
    case .crashed(let how, let step, let lastOutput): [("how", how), ("lastOutput", lastOutput), ("step", step)]
    case .timedOut(_, let step, let lastOutput):
      [("fix", fix ?? ""), ("lastOutput", lastOutput), ("step", step)]
    }
  }
}

extension CommandError {
  fileprivate static func doesNotConform(_ report: CheckReport) -> CommandError {
    let count = report.results.count { $0.outcome.isFailure }
    return CommandError(
      .doesNotConform, what: "\(report.path.displayable) does not conform to the provider ABI",
      why: count == 1 ? "one check did not pass, which is listed" : "\(count) checks did not pass, which are listed",
      fix: "mend what is said for each, and run them again with --only and their names")
  }

  fileprivate static func notSignedIn(_ failure: CheckSignInFailure) -> CommandError {
    let printed = failure.printed.isEmpty ? "" : "; it printed: \(failure.printed)"
    return CommandError(
      Code(rawValue: failure.codeName) ?? .refused, what: failure.what.displayable,
      why: "\(failure.why)\(printed)".displayable, fix: failure.fix.displayable)
  }

  fileprivate static func notTried(_ report: CheckReport) -> CommandError {
    let (unanswered, untried) = (report.gaps.unanswered.count, report.gaps.untried.count)
    return CommandError(
      .notTried, what: "\(report.path.displayable) breaks no rule in what was tried, and not everything was tried",
      why: [
        unanswered == 0 ? nil : "what is not answered is listed, \(unanswered) in all",
        untried == 0 ? nil : "the time was over for what is listed, \(untried) in all",
      ].compactMap(\.self).joined(separator: "; "),
      fix: unanswered == 0
        ? "give it more time, with --timeout"
        : "wake the host when the answer is there; when somebody has to do something first, do it while this runs")
  }

  fileprivate static func nothingChecked(_ report: CheckReport) -> CommandError {
    CommandError(
      .nothingChecked, what: "nothing of \(report.path.displayable) was checked",
      why: "every check that was to run was skipped, which says nothing about the provider",
      fix: "look at the reasons that are listed, or leave out --only")
  }
}
