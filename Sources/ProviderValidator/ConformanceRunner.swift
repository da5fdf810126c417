internal import AppControllerKit
import Glibc
package import ProviderPlugins

/// Runs checks in child processes that are killed when their time is up: those that only look at the same in one, each
/// of the others in its own.
package struct ConformanceRunner: Sendable {
  /// The time for what a check does itself.
  package var timeout = Duration.seconds(10)
  /// The time that a question may be pending, which is that of a host.
  package var patience = Duration.seconds(30)
  package var jobs = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  /// The same seed gives the same choices.
  package var seed: UInt64
  /// Besides its library, that library's dependencies and the system's public files; nil for no restrictions.
  package var readable: [String]? = []
  package var permissions: Set<ProviderPermission> = []
  /// By name; other settings have their defaults, and other secrets are made up.
  package var settings: [String: SettingValue] = [:]
  /// `nil` for a made-up session.
  package var inputs: CheckInputs?
  /// Each child runs in it without restrictions; `nil` for none.
  package var valgrind: String?
  /// The program to run as the child; it has to call ``ConformanceChild/runIfRequested(_:)`` first.
  package var executable = "/proc/self/exe"
  private let clock: any Clock<Duration>

  package init(seed: UInt64, clock: any Clock<Duration> = ContinuousClock()) {
    (self.seed, self.clock) = (seed, clock)
  }

  /// Fails when there is no file at the path, the settings are invalid or the sign-in fails.
  package func run(
    _ checks: [ConformanceCheck] = ConformanceCheck.all, on path: String,
    progress: @escaping @Sendable (CheckResult) -> Void = { _ in }
  ) async throws -> CheckReport {
    let path = try LibraryProbe.resolve(path)
    // Without a note that can be read there are no settings; a check reports it.
    let note = try? ProviderInspector().note(of: path)
    let settings = try note.map { note throws(PluginError) in try checkedSettings(note, path) } ?? ProviderSettings()
    let speaker = note?.id ?? CheckReport.unknownSpeaker
    let tool = try MemoryTool.chosen(for: path, valgrind: valgrind, executable: executable)
    var order = CheckOrder(path: path, seed: seed, timeout: timeout, patience: patience, isUnlimited: tool.isUnlimited)
    order.sandbox.readable = readable.map { $0 + tool.readable(executable) }
    (order.sandbox.permissions, order.sandbox.settings) = (permissions, settings)
    order.session = try await session(order, tool, speaker)
    let secrets = secrets(order.session)
    var plan = CheckPlan(checks)
    await withTaskGroup(of: (batch: [ConformanceCheck], results: [CheckResult]).self) { group in
      var running = 0
      while true {
        while running < jobs, let batch = plan.next() {
          running += 1
          group.addTask { [order] in (batch, await results(of: batch, order, tool).map { $0.redacted(secrets) }) }
        }
        guard let (batch, results) = await group.next() else { break }
        running -= 1
        plan.finish(batch, results)
        results.forEach(progress)
        // What was never woken once is not waited for as long again.
        if results.contains(where: { !$0.gaps.unanswered.isEmpty }) {
          order.patience = min(order.patience, timeout / 4)
        }
      }
    }
    if order.session != nil { _ = await outcomes(of: [SessionTask.endSession.rawValue], order, tool) }
    return CheckReport(
      path: path, speaker: speaker, seed: seed, budget: timeout * Walkthrough.share, results: plan.results)
  }

  /// Fails when no code of the provider may run here.
  private func checkedSettings(_ note: ProviderNote, _ path: String) throws(PluginError) -> ProviderSettings {
    if let problem = note.incompatibility(with: note.abi, path: path) { throw problem }
    var given = settings
    for setting in note.settings where setting.kind == .secret && given[setting.name] == nil {
      given[setting.name] = .secret(Secret("setting-\(setting.name)-9b2e61d07c4f4a58"))
    }
    return try note.values(from: given)
  }

  /// What no result may show.
  private func secrets(_ session: Session? = nil) -> [String] {
    [session?.secret, session?.refreshToken, inputs?.piped?.secret].longTexts
  }

  private func session(
    _ order: CheckOrder, _ tool: MemoryTool, _ speaker: String
  ) async throws(CheckSignInFailure) -> Session? {
    guard let inputs else { return nil }
    var order = order
    order.inputs = inputs
    let (outcomes, session) = await outcomes(of: [SessionTask.signIn.rawValue], order, tool)
    if let session { return session }
    let outcome = outcomes.first?.outcome ?? .passed
    let result = CheckResult(id: SessionTask.signIn.rawValue, outcome: outcome).redacted(secrets()).outcome
    if let said = result.said, case .failed(let finding) = result {
      throw CheckSignInFailure(
        codeName: finding.expected, what: said.what, why: said.why, fix: said.fix, printed: "")
    }
    throw CheckSignInFailure(
      codeName: "", what: "the sign-in for the checks \(outcome.name): \(result.details(of: speaker))",
      why: "the checks of the logged-in interface need its session",
      fix: result.fix ?? "leave out --set and --set-stdin; the checks then find out what is wrong",
      printed: result.printed.isEmpty ? "" : ProviderWords(result.printed, of: speaker).description)
  }

  /// The rest of the checks needs another child.
  private func results(
    of checks: [ConformanceCheck], _ order: CheckOrder, _ tool: MemoryTool
  ) async -> [CheckResult] {
    zip(checks, await outcomes(of: checks.map(\.id), order, tool).0).map { check, end in
      guard check.onlyWarns, case .failed(let finding) = end.outcome else {
        return CheckResult(id: check.id, outcome: end.outcome, gaps: end.gaps)
      }
      return CheckResult(id: check.id, outcome: .warning(finding), gaps: end.gaps)
    }
  }

  private func outcomes(
    of checks: [String], _ order: CheckOrder, _ tool: MemoryTool
  ) async -> ([CheckListener.CheckOutcome], session: Session?) {
    let listener = CheckListener(of: checks.count)
    // On a machine without a temporary folder, the provider has none either.
    let folder = TemporaryFolder()
    let limit = (order.timeout + order.patience * 2) * tool.slowness
    var order = order
    (order.checks, order.sandbox.folder) = (checks, folder?.path)
    (order.timeout, order.patience) = (order.timeout * tool.slowness, order.patience * tool.slowness)
    var environment = Self.environment
    (environment["HOME"], environment["TMPDIR"]) = (folder?.path, folder?.path)
    tool.prepare(&environment, in: folder?.path)
    // Only for whoever looks at the processes, after the first two words.
    let arguments = ["appctl", ConformanceChild.argument, checks.joined(separator: ","), order.path]
    let child: ChildProcess
    do throws(PluginError) {
      child = try ChildProcess(
        tool.program(executable, arguments, environment, in: folder?.path), listener.handlers)
    } catch {
      return ([(.crashed(how: "could not be started: \(error.what)", step: "", lastOutput: ""), CheckGaps())], nil)
    }
    order.send(to: child.socket)
    listener.begin(child)
    let watch = Task { [clock] in
      try? await clock.sleep(for: limit)
      if !Task.isCancelled { listener.giveUp() }
    }
    defer { watch.cancel() }
    // The folder is removed only after the child has ended.
    defer { withExtendedLifetime(folder) {} }
    var (outcomes, session) = await withTaskCancellationHandler {
      await listener.outcomes(limit: limit)
    } onCancel: {
      listener.giveUp()
    }
    tool.report(into: &outcomes, about: order.path, by: child.identifier, executable, in: folder?.path)
    return (outcomes, session)
  }

  private static var environment: [String: String] {
    var environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no"]
    for name in ["LD_LIBRARY_PATH", "LD_PRELOAD", "ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"] {
      if let value = try? SystemText.variable(name) { environment[name] = value }
    }
    return environment
  }
}

extension [Secret?] {
  /// A shorter secret occurs in many other texts by chance, and its replacement would not hide it.
  fileprivate var longTexts: [String] { compactMap { $0?.text }.filter { $0.utf8.count >= 4 } }
}
