package import CProviderABI

@safe
package struct TableCall {
  package let function: StaticString
  package let texts: [ack_str]
  /// The number among its arguments; 0 without one.
  package let bits: UInt64
  /// Whether the host's call that lends the table is still running; a host table is open until its instance ends.
  package let isOpen: Bool

  init(_ function: StaticString, _ texts: [ack_str] = unsafe [], bits: UInt64 = 0, isOpen: Bool) {
    (self.function, self.bits, self.isOpen) = (function, bits, isOpen)
    unsafe self.texts = texts
  }
}

/// Receives each call of a table before the call is carried out, on the thread of the call; used to check providers.
package protocol TableObserver: AnyObject, Sendable {
  /// Returns the status to answer instead of carrying the call out; `nil` to carry it out.
  func answer(to call: TableCall) -> Int32?
}
