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
    let settings = try checkedSettings(of: path)
    let speaker = (try? ProviderInspector().note(of: path))?.id ?? CheckReport.unknownSpeaker
    let tool = try MemoryTool.chosen(for: path, valgrind: valgrind, executable: executable)
    let credentials = CheckCredentials(session: try await session(on: path, tool, settings, speaker))
    let secrets = credentials.secrets + CheckCredentials(inputs: inputs).secrets
    var plan = CheckPlan(checks)
    var child = Child(path: path, tool: tool, settings: settings, credentials: credentials, patience: patience)
    await withTaskGroup(of: (batch: [ConformanceCheck], results: [CheckResult]).self) { group in
      var running = 0
      while true {
        var isDone = false
        loop: while running < jobs {
          switch plan.next() {
          case .run(let batch):
            running += 1
            group.addTask { [child] in (batch, await results(of: batch, child).map { $0.redacted(secrets) }) }
          case .wait: break loop
          case .done:
            isDone = true
            break loop
          }
        }
        if isDone { break }
        guard let (batch, results) = await group.next() else { break }
        running -= 1
        plan.finish(batch, results)
        results.forEach(progress)
        // What was never woken once is not waited for as long again.
        if results.contains(where: { !$0.gaps.unanswered.isEmpty }) {
          child.patience = min(child.patience, timeout / 4)
        }
      }
    }
    if !credentials.isEmpty { _ = await outcomes(of: [SessionTask.endSession.rawValue], child) }
    return CheckReport(
      path: path, speaker: speaker, seed: seed, budget: timeout * Walkthrough.share, results: plan.results)
  }

  /// Empty when the file's note cannot be read, which a check reports; fails when no code of the provider may run here.
  private func checkedSettings(of path: String) throws(PluginError) -> CheckedSettings {
    guard let note = try? ProviderInspector().note(of: path) else { return CheckedSettings() }
    if let problem = note.incompatibility(with: note.abi, path: path) { throw problem }
    return try CheckedSettings(note, settings)
  }

  private func session(
    on path: String, _ tool: MemoryTool, _ settings: CheckedSettings, _ speaker: String
  ) async throws(CheckSignInFailure) -> Session? {
    guard let inputs else { return nil }
    let credentials = CheckCredentials(inputs: inputs)
    let child = Child(path: path, tool: tool, settings: settings, credentials: credentials, patience: patience)
    let (outcomes, session) = await outcomes(of: [SessionTask.signIn.rawValue], child)
    if let session { return session }
    let outcome = outcomes.first?.outcome ?? .passed
    let result = CheckResult(id: SessionTask.signIn.rawValue, outcome: outcome).redacted(credentials.secrets).outcome
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

  private struct Child: Sendable {
    let path: String
    let tool: MemoryTool
    let settings: CheckedSettings
    let credentials: CheckCredentials
    var patience: Duration
  }

  /// The rest of the checks needs another child.
  private func results(of checks: [ConformanceCheck], _ child: Child) async -> [CheckResult] {
    zip(checks, await outcomes(of: checks.map(\.id), child).0).map { check, end in
      guard check.onlyWarns, case .failed(let finding) = end.outcome else {
        return CheckResult(id: check.id, outcome: end.outcome, gaps: end.gaps)
      }
      return CheckResult(id: check.id, outcome: .warning(finding), gaps: end.gaps)
    }
  }

  private func outcomes(
    of checks: [String], _ common: Child
  ) async -> ([CheckListener.CheckOutcome], session: Session?) {
    let listener = CheckListener(of: checks.count)
    // On a machine without a temporary folder, the provider has none either.
    let folder = TemporaryFolder()
    let hasCredentials = !common.credentials.isEmpty
    let child: ChildProcess
    do throws(PluginError) {
      let sandbox = CheckSandbox(
        readable: readable.map { $0 + common.tool.readable(executable) }, folder: folder?.path, permissions: permissions
      )
      let arguments = ConformanceChild.arguments(
        checks, path: common.path, seed: seed, timeout: timeout * common.tool.slowness,
        patience: common.patience * common.tool.slowness, sandbox,
        settings: common.settings, hasCredentials: hasCredentials, isUnlimited: common.tool.isUnlimited)
      var environment = Self.environment
      (environment["HOME"], environment["TMPDIR"]) = (folder?.path, folder?.path)
      common.tool.prepare(&environment, in: folder?.path)
      child = try ChildProcess(
        common.tool.program(executable, arguments, environment, in: folder?.path), listener.handlers)
    } catch {
      return ([(.crashed(how: "could not be started: \(error.what)", step: "", lastOutput: ""), CheckGaps())], nil)
    }
    if hasCredentials { common.credentials.send(to: child.socket) }
    listener.begin(child)
    let limit = (timeout + common.patience * 2) * common.tool.slowness
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
    common.tool.report(into: &outcomes, about: common.path, by: child.identifier, executable, in: folder?.path)
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
