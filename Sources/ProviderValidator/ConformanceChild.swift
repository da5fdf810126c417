internal import AppControllerKit
import Glibc
internal import ProviderPlugins

/// The program that runs one check, as a child of the validating program.
///
/// It is the same executable, started with a first argument that no user types.
package enum ConformanceChild {
  static let argument = "appcontroller-check-child"
  private static let credentialsWord = "handout"
  /// The file descriptor that the runner reads from.
  private static let channel: Int32 = 3

  /// Returns the arguments that make a child run a check.
  ///
  /// A child with credentials receives them through the channel.
  static func arguments(
    _ check: String, path: String, seed: UInt64, patience: Duration, _ sandbox: CheckSandbox,
    settings: CheckedSettings = CheckedSettings(), hasCredentials: Bool = false
  ) -> [String] {
    let (seconds, attoseconds) = patience.components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    let words = [
      "appctl", argument, check, path, "\(seed)", "\(max(1, milliseconds))", sandbox.folder ?? "", settings.argument,
    ]
    let credentials = hasCredentials ? [credentialsWord] : []
    guard let readable = sandbox.readable else {
      return words + [(["not-isolated"] + credentials).joined(separator: ",")]
    }
    return words + [(["isolated"] + sandbox.permissions.names + credentials).joined(separator: ",")] + readable
  }

  /// Runs a check and ends the process if this process is such a child; otherwise returns at once.
  ///
  /// It has to be called first in the main function.
  ///
  /// - Parameter signIn: Signs in with the inputs of a user.
  @MainActor
  package static func runIfRequested(_ signIn: CheckSignIn) async {
    let arguments = CommandLine.arguments
    guard arguments.count >= 9, arguments[1] == argument, let seed = UInt64(arguments[4]),
      let patience = Int64(arguments[5])
    else { return }
    ChildSide.prepare()
    // The checks cancel hundreds of questions at once, whose threads may have large stacks.
    var limits = ChildLimits()
    (limits.memory, limits.addressSpace, limits.threads) = (16 << 30, 64 << 30, 2048)
    do throws(PluginError) { try ResourceLimits.apply(limits) } catch {
      report(.skipped("The child could not be limited: \(error.what)."))
      _exit(0)
    }
    let rights = arguments[8].split(separator: ",").map(String.init)
    let sandbox = CheckSandbox(
      readable: rights.first == "isolated" ? Array(arguments[9...]) : nil,
      folder: arguments[6].isEmpty ? nil : arguments[6],
      permissions: Set(rights.compactMap(ProviderPermission.init)),
      settings: CheckedSettings(argument: arguments[7]).values)
    let received = rights.contains(credentialsWord) ? CheckCredentials.receive(from: channel) : nil
    let credentials = received ?? CheckCredentials()
    Session.check(with: credentials.session)
    let run = CheckRun(path: arguments[3], seed: seed, patience: .milliseconds(patience), sandbox, report: report)
    if let task = SessionTask(rawValue: arguments[2]) {
      report(await task.run(run, credentials, signIn))
      _exit(0)
    }
    guard let check = ConformanceCheck.all.first(where: { $0.id == arguments[2] }) else { return }
    do throws(CheckStop) {
      try await check.body(run)
      report(.passed)
    } catch {
      switch error {
      case .broken(let finding): report(.broken(finding.adding(CheckHost.logged)))
      case .skipped(let reason): report(.skipped(reason))
      }
    }
    // Not `exit`, because the provider's exit handlers are not part of the check.
    _exit(0)
  }

  private static func report(_ message: CheckMessage) {
    _ = unsafe message.line.withUnsafeBytes { line in
      unsafe FileSystem.writeAll(line) { unsafe send(channel, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }
  }
}
