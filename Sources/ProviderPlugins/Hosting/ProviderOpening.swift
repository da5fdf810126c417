package import AppControllerKit

/// A provider whose instance is being made: receives the messages of the instance to its host, and stores them until
/// the provider exists.
///
/// Isolation: the main actor.
@MainActor
package struct ProviderOpening {
  /// The time that any question may stay open; `nil` for the time that an action declares, or 30 seconds without one.
  let deadline: Duration?
  let clock: any Clock<Duration>
  /// Records the calls and their answers, unless it records another provider already.
  let recorder: ProviderRecorder?
  /// Receives the lines that were not delivered to a controller, at the end or when no instance was made.
  let logHandler: ((LogLevel, String) -> Void)?
  let context: HostContext
  private let receiver: SignalReceiver

  package init(
    deadline: Duration?, clock: any Clock<Duration>, recorder: ProviderRecorder? = nil,
    logHandler: ((LogLevel, String) -> Void)? = nil
  ) {
    (self.deadline, self.clock, self.recorder, self.logHandler) = (deadline, clock, recorder, logHandler)
    let receiver = SignalReceiver()
    self.receiver = receiver
    context = HostContext(clock) { receiver.receive($0) }
  }

  /// Throws the error of `make`, or `ACK2108`.
  package func provider(
    _ make: (HostContext) throws(PluginError) -> any ProviderEndpoint
  ) throws(PluginError) -> PluginProvider {
    let endpoint: any ProviderEndpoint
    do throws(PluginError) { endpoint = try make(context) } catch { throw closed(by: error) }
    return try PluginProvider(self, endpoint)
  }

  /// The stored signals come first.
  func connect(_ provider: PluginProvider) { receiver.connect(provider) }

  func closed(by error: PluginError) -> PluginError {
    context.close()
    for (level, text) in context.takeLines() { logHandler?(level, text) }
    return error
  }

  /// Carries signals from any thread to the main actor, in their order.
  private final class SignalReceiver: Sendable {
    @MainActor private weak var provider: PluginProvider?
    /// The signals before the provider exists, each kind at most once; `nil` afterwards.
    @MainActor private var early: [HostContext.Signal]? = []

    @MainActor init() {}

    @MainActor func connect(_ provider: PluginProvider) {
      self.provider = provider
      for signal in early.take() ?? [] { receive(signal) }
    }

    func receive(_ signal: HostContext.Signal) {
      Task { @MainActor in
        if early != nil {
          early?.append(signal)
        } else {
          provider?.receive(signal)
        }
      }
    }
  }
}
