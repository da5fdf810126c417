internal import AppControllerKit
import Glibc
package import ProviderPlugins

/// Runs checks, each in a child process of its own that is killed when its time is up.
package struct ConformanceRunner: Sendable {
  /// How long one check may take.
  package var timeout = Duration.seconds(10)
  /// How many run at a time.
  package var jobs = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  /// What random choices are made with.
  package var seed: UInt64
  /// What the provider may read besides its library, those that it needs and what the system has for everybody; nil to
  /// let it do all that this user may.
  package var readable: [String]? = []
  /// What the provider may do besides, where not everything is allowed.
  package var permissions: Set<ProviderPermission> = []
  /// The program that calls ``ConformanceChild/runIfRequested()`` first.
  package var executable = "/proc/self/exe"
  private let clock: any Clock<Duration>

  /// Makes a runner.
  ///
  /// - Parameters:
  ///   - seed: What random choices are made with; the same seed makes the same ones.
  ///   - clock: What the time of a check is taken by.
  package init(seed: UInt64, clock: any Clock<Duration> = ContinuousClock()) {
    (self.seed, self.clock) = (seed, clock)
  }

  /// Runs checks on a library.
  ///
  /// - Parameters:
  ///   - checks: The checks; what they need and is not among them counts as passed.
  ///   - path: The library.
  ///   - progress: Told of each result as it comes.
  /// - Returns: All results, in the order of the checks.
  /// - Throws: ``PluginError`` when there is no file at the path.
  package func run(
    _ checks: [ConformanceCheck] = ConformanceCheck.all, on path: String,
    progress: @escaping @Sendable (CheckResult) -> Void = { _ in }
  ) async throws(PluginError) -> CheckReport {
    let path = try UnvettedLibrary.resolve(path)
    var plan = CheckPlan(checks)
    await withTaskGroup(of: CheckResult.self) { group in
      var running = 0
      while true {
        var isDone = false
        loop: while running < jobs {
          switch plan.next() {
          case .run(let check):
            running += 1
            group.addTask { await result(of: check, on: path) }
          case .wait: break loop
          case .done:
            isDone = true
            break loop
          }
        }
        if isDone { break }
        guard let result = await group.next() else { break }
        running -= 1
        plan.finish(result.id, result.outcome)
        progress(result)
      }
    }
    return CheckReport(path: path, seed: seed, results: plan.results)
  }

  private func result(of check: ConformanceCheck, on path: String) async -> CheckResult {
    let outcome = await outcome(of: check, on: path)
    guard check.onlyWarns, case .failed(let finding) = outcome else {
      return CheckResult(id: check.id, outcome: outcome)
    }
    return CheckResult(id: check.id, outcome: .warning(finding))
  }

  private func outcome(of check: ConformanceCheck, on path: String) async -> CheckResult.Outcome {
    // Several questions of one check may have to wait.
    let listener = CheckListener()
    // A machine without a folder for temporary files has none for the provider either.
    let folder = TemporaryFolder()
    let child: ChildProcess
    do throws(PluginError) {
      let sandbox = CheckSandbox(readable: readable, folder: folder?.path, permissions: permissions)
      let arguments = ConformanceChild.arguments(
        check.id, path: path, seed: seed, patience: timeout / 4, sandbox)
      var environment = Self.environment
      (environment["HOME"], environment["TMPDIR"]) = (folder?.path, folder?.path)
      child = try ChildProcess(
        .init(path: executable, arguments: arguments, environment: environment), listener.handlers)
    } catch {
      return .crashed(how: "could not be started: \(error.what)", step: "", lastOutput: "")
    }
    listener.begin(child)
    let watch = Task { [clock, timeout] in
      try? await clock.sleep(for: timeout)
      if !Task.isCancelled { listener.giveUp() }
    }
    defer { watch.cancel() }
    // The child is gone by the time the folder is.
    defer { withExtendedLifetime(folder) {} }
    return await withTaskCancellationHandler {
      await listener.outcome(limit: timeout)
    } onCancel: {
      listener.giveUp()
    }
  }

  /// What a child has of the environment: where libraries are, and what a sanitizer is told.
  private static var environment: [String: String] {
    var environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no"]
    for name in ["LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"] {
      if let value = try? SystemText.variable(name) { environment[name] = value }
    }
    return environment
  }
}
