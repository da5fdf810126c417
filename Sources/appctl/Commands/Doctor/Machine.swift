import AppControllerKit
import AppControllerTerminal
import Glibc
import ProviderPlugins
import SessionVaults

struct Machine: Sendable {
  var sandboxSupport: SandboxSupport
  var threadLimit: ThreadLimit
  var isPrivileged: Bool
  var secretVaults: [any SecretVault]
  var environment: [String: String]
  var readSettings: @Sendable () throws -> Settings
  var standardStreams: StandardStreams

  static var current: Machine {
    Machine(
      sandboxSupport: .current, threadLimit: .current, isPrivileged: geteuid() == 0,
      // The time limit is short, so that a service without an answer does not delay the report.
      secretVaults: [SecretServiceVault(limit: .seconds(5)), KernelKeyringVault()],
      environment: TerminalEnvironment.current, readSettings: { try .current() }, standardStreams: .current)
  }
}

// MARK: - Processes

extension Machine {
  var sandbox: [Finding] {
    [
      sandboxSupport.landlock.map {
        Finding(.fileRules, .good, "Landlock \($0) keeps an isolated provider to the files that it needs")
      }
        ?? Finding(
          .fileRules, .note, SandboxSupport.withoutLandlock,
          fix: "start Linux 5.13 or newer with Landlock among its security modules (lsm=landlock,...)"),
      sandboxSupport.filtersCalls
        ? Finding(.callFilter, .good, "seccomp filters the system calls of an isolated provider")
        : Finding(
          .callFilter, .note, SandboxSupport.withoutFilter,
          fix: "use a kernel with CONFIG_SECCOMP_FILTER, and a container that allows seccomp"),
      threads,
      isPrivileged
        ? Finding(
          .privileges, .note, "appctl runs as root, and so does a provider that is not isolated",
          fix: "run it as the user whose session it is")
        : Finding(.privileges, .good, "appctl runs as an ordinary user"),
    ]
  }

  private var threads: Finding {
    let both = "limits the memory and the threads of an isolated provider together"
    return switch threadLimit {
    case .group: Finding(.threadLimit, .good, "a delegated control group \(both)")
    case .scope: Finding(.threadLimit, .good, "a scope of the user's systemd \(both)")
    case .namespace(let obstacle):
      Finding(
        .threadLimit, .good,
        "a user namespace limits the threads of an isolated provider, and nothing its memory "
          + "beyond the limits of a process, because \(obstacle)")
    case .none(let obstacle):
      Finding(
        .threadLimit, .note,
        "an isolated provider can start as many threads as fit into its memory, because \(obstacle)",
        fix: "run appctl in a session of systemd, as a user who may make user namespaces, or in a unit with "
          + "Delegate=yes and DelegateSubgroup=app")
    }
  }
}

// MARK: - Secrets

extension Machine {
  func vaults() async -> [Finding] {
    var findings: [Finding] = []
    for vault in secretVaults {
      guard let topic = Finding.Topic(rawValue: vault.name) else { continue }
      do {
        try await vault.check()
        findings.append(Finding(topic, .good, "the secrets of sessions can be kept there, with --store \(vault.name)"))
      } catch {
        findings.append(Finding(topic, .note, error))
      }
    }
    return findings
  }
}

// MARK: - Folders

extension Machine {
  @MainActor
  func providerFolders(given: [String]) -> [Finding] {
    let listing = ProviderListing(.ofThisProcess(given: given))
    return listing.searchPath.locations.enumerated().map { index, location in
      let name = "\(location.path) (\(location.origin.rawValue))"
      switch listing.states[index] {
      case .searched:
        let verdicts = listing.candidates.filter { $0.location == index }.map(\.verdict)
        let accepted = verdicts.count { if case .accepted = $0 { true } else { false } }
        let rejected = verdicts.count { if case .rejected = $0 { true } else { false } }
        let found = "\(name) has \(accepted) provider\(accepted == 1 ? "" : "s")"
        if rejected == 0 { return Finding(.providerFolder, .good, found) }
        return Finding(
          .providerFolder, .note, "\(found), and \(rejected) more that cannot be loaded",
          fix: "see why with 'appctl providers --explain'")
      case .ignored(let reason): return Finding(.providerFolder, .note, "\(name) is not looked in: \(reason)")
      case .missing: return Finding(.providerFolder, .good, "\(name) is not there, and need not be")
      case .refused(let problems):
        guard let problem = problems.first else { return Finding(.providerFolder, .problem, "\(name) is refused") }
        return Finding(.providerFolder, .problem, problem)
      }
    }
  }

  @MainActor
  func state(given: String?) -> [Finding] {
    do {
      let folder = try StateFolder(given)
      let provider = try folder.lastProvider()
      if let error = Self.writeError(folder.path) { return [Finding(.stateFolder, .problem, error)] }
      return [
        Finding(.stateFolder, .good, "sessions are kept in \(folder.path)"),
        provider.map { Finding(.provider, .good, "\($0.id) is used where no other is named") }
          ?? Finding(.provider, .note, "no provider has been used yet", fix: "name one with --provider"),
      ]
    } catch {
      return [Finding(.stateFolder, .problem, error)]
    }
  }
}

extension Machine {
  var settings: [Finding] {
    do {
      let settings = try readSettings()
      let file = settings.hasFile ? settings.path : nil
      return [Finding(.settings, .good, file.map { "settings are read from \($0)" } ?? "there is no file of settings")]
    } catch {
      return [Finding(.settings, .problem, error)]
    }
  }

  /// `nil` when the folder can be written or created.
  private static func writeError(_ path: String) -> AppControllerError? {
    var existing = path
    while unsafe access(existing, F_OK) != 0, errno == ENOENT,
      let slash = existing.utf8.lastIndex(of: UInt8(ascii: "/"))
    {
      existing = slash == existing.startIndex ? "/" : String(existing[..<slash])
    }
    return unsafe access(existing, W_OK) == 0 ? nil : FileSystem.failure("write to", existing, errno)
  }
}

// MARK: - The terminal

extension Machine {
  var terminal: [Finding] {
    if let reason = LineReason.reason(environment, standardStreams) {
      return [Finding(.terminal, .note, "'appctl run' goes line by line, because \(reason)")]
    }
    let colors =
      switch TerminalColors(environment: environment) {
      case .none: "no colours"
      case .sixteen: "16 colours"
      case .indexed: "256 colours"
      case .trueColor: "all colours"
      }
    return [Finding(.terminal, .good, "'appctl run' draws screens, with \(colors)")]
  }
}
