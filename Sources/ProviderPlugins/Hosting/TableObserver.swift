package import CProviderABI

/// A call of a function of a table that a provider is handed.
@safe
package struct TableCall {
  /// The function's name in the header.
  package let function: StaticString
  /// The texts and bytes that it was called with.
  package let texts: [ack_str]
  /// The number that it was called with; 0 where there is none.
  package let bits: UInt64
  /// Whether the call of the host is still running that handed the table out; a host's own is open until its instance ends.
  package let isOpen: Bool

  init(_ function: StaticString, _ texts: [ack_str] = unsafe [], bits: UInt64 = 0, isOpen: Bool) {
    (self.function, self.bits, self.isOpen) = (function, bits, isOpen)
    unsafe self.texts = texts
  }
}

/// Sees each call of a table before it is carried out, on whatever thread it comes, as a check of a provider does.
package protocol TableObserver: AnyObject, Sendable {
  /// A call has come.
  ///
  /// - Returns: What it is answered in the place of being carried out; `nil` to have it carried out.
  func answer(to call: TableCall) -> Int32?
}
