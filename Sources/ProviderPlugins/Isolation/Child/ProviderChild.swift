internal import Glibc

/// What a program does when it is run as a provider's process.
///
/// An app that loads providers with ``ProviderIsolation/process`` is run again for each of them. The first line of its
/// main function keeps it from being the app then:
///
/// ```swift
/// ProviderChild.runIfRequested()
/// ```
public enum ProviderChild: Sendable {
  /// The first argument of a provider's process.
  static let argument = "appcontroller-provider-child"
  /// The environment variable by which a process is known that was started for a provider.
  static let mark = "APPCONTROLLER_PROVIDER_CHILD"
  /// The number of the socket to the host.
  static let socket: Int32 = 3

  /// Whether this process was started for a provider.
  static var isRunning: Bool { unsafe getenv(mark) != nil }

  /// Serves one provider and ends the process, if the process was started for that; returns at once otherwise.
  ///
  /// Isolation: the main actor; call it first, before anything that the app does.
  @MainActor
  public static func runIfRequested() {
    guard CommandLine.arguments.dropFirst().first == argument else { return }
    ChildSide.prepare()
    ChildServer(socket: socket).run()
  }
}
