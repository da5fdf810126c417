internal import AppControllerKit
import Glibc
internal import ProviderPlugins

/// Runs checks in the same executable, started with a first argument that no user types.
package enum ConformanceChild {
  static let argument = "appcontroller-check-child"
  private static let credentialsWord = "handout"
  private static let unlimitedWord = "unlimited"
  /// The file descriptor that the runner reads from.
  private static let channel: Int32 = 3

  /// A child with credentials receives them through the channel.
  static func arguments(
    _ checks: [String], path: String, seed: UInt64, timeout: Duration, patience: Duration, _ sandbox: CheckSandbox,
    settings: CheckedSettings = CheckedSettings(), hasCredentials: Bool = false, isUnlimited: Bool = false
  ) -> [String] {
    let words =
      ["appctl", argument, checks.joined(separator: ","), path, "\(seed)"]
      + [timeout, patience].map {
        "\(max(1, $0.components.seconds * 1000 + $0.components.attoseconds / 1_000_000_000_000_000))"
      }
      + [sandbox.folder ?? "", settings.argument]
    let credentials = (hasCredentials ? [credentialsWord] : []) + (isUnlimited ? [unlimitedWord] : [])
    guard let readable = sandbox.readable else {
      return words + [(["not-isolated"] + credentials).joined(separator: ",")]
    }
    return words + [(["isolated"] + sandbox.permissions.names + credentials).joined(separator: ",")] + readable
  }

  /// Ends the process if it is such a child, and otherwise returns at once; it has to be called first in the main
  /// function.
  @MainActor
  package static func runIfRequested(_ signIn: CheckSignIn) async {
    let arguments = CommandLine.arguments
    guard arguments.count >= 10, arguments[1] == argument, let seed = UInt64(arguments[4]),
      let timeout = Int64(arguments[5]), let patience = Int64(arguments[6])
    else { return }
    ChildSide.prepare()
    let rights = arguments[9].split(separator: ",").map(String.init)
    do throws(PluginError) {
      if !rights.contains(unlimitedWord) { try ResourceLimits.apply(CheckSandbox.limits) }
    } catch {
      report(.skipped("The child could not be limited: \(error.what)."))
      _exit(0)
    }
    let sandbox = CheckSandbox(
      readable: rights.first == "isolated" ? Array(arguments[10...]) : nil,
      folder: arguments[7].isEmpty ? nil : arguments[7],
      permissions: Set(rights.compactMap(ProviderPermission.init)),
      settings: CheckedSettings(argument: arguments[8]).values)
    let received = rights.contains(credentialsWord) ? CheckCredentials.receive(from: channel) : nil
    let credentials = received ?? CheckCredentials()
    Session.check(with: credentials.session)
    let run = CheckRun(
      path: arguments[3], seed: seed, timeout: .milliseconds(timeout), patience: .milliseconds(patience), sandbox,
      report: report)
    if let task = SessionTask(rawValue: arguments[2]) {
      report(await task.run(run, credentials, signIn))
      _exit(0)
    }
    var checks = arguments[2].split(separator: ",").compactMap { id in ConformanceCheck.all.first { $0.id == id } }[...]
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
