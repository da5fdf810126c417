package import AppControllerInterface
package import CProviderABI

/// The parameters of an instance, besides its host.
package struct InstanceCreation: Sendable, Equatable {
  package var settings: ProviderSettings
  /// Empty for none.
  package var home: String
  /// The names of permissions.
  package var granted: [String]

  package init(settings: ProviderSettings = ProviderSettings(), home: String = "", granted: [String] = []) {
    (self.settings, self.home, self.granted) = (settings, home, granted)
  }

  package func lent(by lender: any Lender, _ host: UnsafePointer<ack_host>?) -> UnsafeMutablePointer<ack_creation> {
    let pairs = unsafe settings.entries.map {
      unsafe ack_pair(name: lender.lend($0.name), value: lender.lend($0.value))
    }
    var creation = unsafe ack_creation.sized()
    unsafe creation.host = host
    unsafe (creation.settings, creation.setting_count) = (lender.lend(pairs), UInt64(pairs.count))
    unsafe creation.home = lender.lend(home)
    unsafe creation.granted = lender.lend(granted.map { unsafe lender.lend($0) })
    unsafe creation.granted_count = UInt64(granted.count)
    return unsafe lender.lend(creation)
  }
}

extension ProviderSettings {
  /// `nil` when they violate the ABI.
  package init?(abi creation: ack_creation) {
    let count = unsafe creation.setting_count
    guard count > 0 else {
      self.init()
      return
    }
    guard count <= ProviderSetting.maximumCount, let pairs = unsafe creation.settings else { return nil }
    var entries: [Entry] = []
    for index in 0..<Int(count) {
      guard let name = unsafe pairs[index].name.text(atMost: 32),
        let value = unsafe pairs[index].value.buffer, value.count <= ProviderSetting.valueLimit,
        (try? unsafe UTF8Span(validating: value.span)) != nil
      else { return nil }
      unsafe entries.append(Entry(name: name, value: Secret(value.span)))
    }
    self.init(entries)
  }
}
