package import AppControllerKit

/// Receives what an instance asks of its host, on any thread; the header's `ack_host` in terms of the kit.
///
/// What answers a `Bool` says whether the instance still lives.
package protocol HostReceiver: AnyObject, Sendable {
  /// Takes a request to the controller.
  func send(_ request: ControllerRequest) -> Bool
  /// Takes a line of the log.
  func log(_ level: LogLevel, _ text: String)
  /// A session is not acceptable that was asked for.
  func refuse(_ error: AppControllerError)
  /// The answer to a question is ready.
  func wake(_ sequence: UInt64) -> Bool
  /// The instance wants to be ticked.
  func requestTick() -> Bool
  /// Keeps why the call that is running is about to fail.
  func fail(_ failure: ProviderFailure)
  /// Whether the instance has been ended.
  var isGone: Bool { get }

  /// Gives what ``fail(_:)`` has kept, and forgets it.
  func takeFailure() -> ProviderFailure?
  /// The instance has ended, or there never was one: from now on everything answers that it is gone.
  func close()
}

extension HostReceiver {
  /// Logs why.
  package func refuse(_ error: AppControllerError) { log(.warning, error.what) }
}
