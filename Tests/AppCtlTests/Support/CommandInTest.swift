import AppControllerKit
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import appctl

/// A vault in memory that counts its lookups.
final class CountingVault: SecretVault {
  let name: String
  private let state = Mutex<(secrets: [String: Secret], lookups: Int)>(([:], 0))
  private let disturbance = Mutex<(@Sendable () async -> Void)?>(nil)

  init(_ name: String) { self.name = name }

  /// The number of secrets that were looked up.
  var lookups: Int { state.withLock { $0.lookups } }
  /// The number of secrets in the vault.
  var count: Int { state.withLock { $0.secrets.count } }

  func check() async throws {}
  func put(_ secret: Secret, under key: String) async throws { state.withLock { $0.secrets[key] = secret } }
  func erase(_ key: String) async throws { state.withLock { $0.secrets[key] = nil } }

  /// A concurrent event that happens once, during a lookup.
  var whenAsked: (@Sendable () async -> Void)? {
    get { disturbance.withLock { $0 } }
    set { disturbance.withLock { $0 = newValue } }
  }

  /// Removes and returns all secrets.
  func takeAll() -> [String: Secret] {
    state.withLock { state in
      defer { state.secrets = [:] }
      return state.secrets
    }
  }

  /// Restores secrets.
  func putBack(_ secrets: [String: Secret]) { state.withLock { $0.secrets.merge(secrets) { $1 } } }

  func secret(under key: String) async throws -> Secret? {
    let disturb = disturbance.withLock { disturbance in
      defer { disturbance = nil }
      return disturbance
    }
    let found = state.withLock { state in
      state.lookups += 1
      return state.secrets[key]
    }
    await disturb?()
    return found
  }
}

/// The output of a command that runs in the test's own process.
final class Transcript: Sendable {
  private let texts = Mutex((output: "", errors: ""))

  var output: String { texts.withLock { $0.output } }
  var errors: String { texts.withLock { $0.errors } }

  /// A console that writes to this transcript.
  func console() -> Console {
    Console { text, stream in
      self.texts.withLock { texts in
        switch stream {
        case .output: texts.output += text
        case .errors: texts.errors += text
        }
      }
      return 0
    }
  }
}

/// Reads a command line as `appctl` does.
func command<Kind: Command>(_ arguments: [String], as kind: Kind.Type = Kind.self) throws -> Kind {
  try #require(try CommandTable.current.command(for: CommandLineParser().parse(arguments)) as? Kind)
}

/// Runs a command that uses a provider, without the settings of the user who runs the tests.
@MainActor
func run(
  _ arguments: [String], _ console: Console, vaults: [any SecretVault] = ChosenStore.systemVaults,
  childProgram: String? = nil
) async throws {
  let command = try #require(
    try CommandTable.current.command(for: CommandLineParser().parse(arguments)) as? any WorkspaceCommand)
  (console.isQuiet, console.isVerbose) = (command.quiet, command.verbose)
  try await command.run(
    in: Workspace(command, Settings { _ in nil }, console, vaults: vaults, childProgram: childProgram))
}
