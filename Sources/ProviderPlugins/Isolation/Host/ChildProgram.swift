internal import AppControllerKit

extension ChildProcess.Program {
  /// The program that serves a provider.
  ///
  /// - Parameters:
  ///   - options: Which executable it is.
  ///   - home: The folder of the provider's own.
  init(_ options: ProviderChild.Options, home: String?) {
    self.init(
      path: options.executable ?? "/proc/self/exe",
      arguments: [options.executable ?? CommandLine.arguments.first ?? "provider", ProviderChild.argument],
      environment: Self.environment(home: home)
    )
  }

  /// What of this process's environment says how to write and where libraries are, and nothing about the user.
  private static let passedOn = [
    "LANG", "LANGUAGE", "LC_ALL", "LC_COLLATE", "LC_CTYPE", "LC_MESSAGES", "LC_MONETARY", "LC_NUMERIC", "LC_TIME", "TZ",
    "LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS",
  ]

  private static func environment(home: String?) -> [String: String] {
    var environment: [String: String] = [:]
    for name in passedOn {
      // What is no text would be another one when it is repaired.
      if let value = try? SystemText.variable(name) { environment[name] = value }
    }
    environment["PATH"] = "/usr/bin:/bin"
    if let home { (environment["HOME"], environment["TMPDIR"]) = (home, home) }
    // A crash would start a debugger, which the process may not, and take seconds.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    // An app that does not know what it was started for begins as an app, and would start processes in turn.
    environment[ProviderChild.mark] = "1"
    return environment
  }
}
