internal import AppControllerKit
import Glibc
internal import ProviderPlugins

/// Runs checks in the same executable, started with a first argument that no user types.
package enum ConformanceChild {
  static let argument = "appcontroller-check-child"
  /// The file descriptor that the runner writes to and reads from.
  private static let channel: Int32 = 3

  /// Runs the checks that the process is told through its socket, and ends it; returns at once without such an order.
  ///
  /// It has to be called first in the main function.
  @MainActor
  package static func runIfRequested(_ signIn: CheckSignIn) async {
    guard CommandLine.arguments.dropFirst().first == argument, let order = CheckOrder.receive(from: channel) else {
      return
    }
    ChildSide.prepare()
    do throws(PluginError) {
      if !order.isUnlimited { try ResourceLimits.apply(CheckSandbox.limits) }
    } catch {
      report(.skipped("The child could not be limited: \(error.what)."))
      _exit(0)
    }
    Session.check(with: order.session)
    let run = CheckRun(order, report: report)
    if let task = order.checks.first.flatMap(SessionTask.init) {
      report(await task.run(run, order, signIn))
      _exit(0)
    }
    var checks = order.checks.compactMap { id in ConformanceCheck.all.first { $0.id == id } }[...]
    while let check = checks.popFirst() {
      let isMet = await make(check, run)
      // What needs this check has no meaningful result.
      if !isMet, checks.contains(where: { $0.needs.contains(check.id) }) { break }
    }
    // Not `exit`, because the provider's exit handlers are not part of the check.
    _exit(0)
  }

  /// Returns whether the checks that need it can give a meaningful result.
  @MainActor
  private static func make(_ check: ConformanceCheck, _ run: CheckRun) async -> Bool {
    do {
      try await check.body(run)
      report(.passed)
      return true
    } catch {
      switch error as? CheckVerdict ?? .untried("\(error)") {
      case .broken(let finding):
        report(.broken(finding.adding(CheckHost.logged)))
        return check.onlyWarns
      case .skipped(let reason): report(.skipped(reason))
      case .untried(let reason):
        report(.untried("the check \(check.id): \(reason)"))
        report(.skipped(reason))
      }
      return false
    }
  }

  private static func report(_ message: CheckMessage) {
    _ = unsafe message.line.withUnsafeBytes { line in
      unsafe FileSystem.writeAll(line) { unsafe send(channel, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }
  }
}
