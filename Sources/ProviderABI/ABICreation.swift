package import CProviderABI

/// The parameters of an instance, besides its host.
package struct InstanceCreation: Sendable, Equatable {
  /// The path of the provider's home folder; empty for none.
  package var home: String
  /// The names of the granted permissions.
  package var granted: [String]

  package init(home: String = "", granted: [String] = []) { (self.home, self.granted) = (home, granted) }

  /// Lends the parameters for a call.
  package func withABI<Result>(
    host: UnsafePointer<ack_host>?, _ body: (UnsafePointer<ack_creation>) -> Result
  ) -> Result {
    var text = LentText()
    for each in [home] + granted { text.add(each) }
    return unsafe text.lend { strings in
      unsafe strings.withUnsafeBufferPointer { strings in
        var creation = unsafe ack_creation.sized()
        unsafe creation.host = host
        unsafe creation.home = strings[0]
        if !granted.isEmpty { unsafe creation.granted = strings.baseAddress.map { unsafe $0 + 1 } }
        unsafe creation.granted_count = UInt64(granted.count)
        return unsafe withUnsafePointer(to: &creation) { unsafe body($0) }
      }
    }
  }
}
