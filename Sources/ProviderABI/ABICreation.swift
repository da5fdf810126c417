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

  /// Zeroes the lent memory afterwards.
  package func withABI<Result>(
    host: UnsafePointer<ack_host>?, _ body: (UnsafePointer<ack_creation>) -> Result
  ) -> Result {
    var text = LentText()
    for entry in settings.entries {
      text.add(entry.name)
      entry.value.withUTF8Bytes { text.add($0) }
    }
    for each in [home] + granted { text.add(each) }
    let count = settings.entries.count
    return unsafe text.lend { strings in
      let pairs = unsafe (0..<count).map { unsafe ack_pair(name: strings[2 * $0], value: strings[2 * $0 + 1]) }
      return unsafe pairs.withUnsafeBufferPointer { pairs in
        unsafe Array(strings[(2 * count)...]).withUnsafeBufferPointer { strings in
          var creation = unsafe ack_creation.sized()
          unsafe creation.host = host
          if count > 0 { unsafe creation.settings = pairs.baseAddress }
          unsafe creation.setting_count = UInt64(count)
          unsafe creation.home = strings[0]
          if !granted.isEmpty { unsafe creation.granted = strings.baseAddress.map { unsafe $0 + 1 } }
          unsafe creation.granted_count = UInt64(granted.count)
          return unsafe withUnsafePointer(to: &creation) { unsafe body($0) }
        }
      }
    }
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
