/// What a session was made with, and what later commands use again.
///
/// It has no secret. It is stored with the record of the session, and outlives the session there.
package struct SessionOrigin: Sendable, Equatable {
  /// The values that were given for the settings of the provider, without those of secrets and without defaults.
  package var settings: [String: String] = [:]
  /// The names of the settings whose values are used again because they stand nowhere else.
  package var remembered: [String] = []
  /// The permissions that are granted again, as their names.
  package var permissions: [String] = []

  package init() {}
}

extension SessionOrigin: Coded {
  package static var blank: SessionOrigin { SessionOrigin() }

  package mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    let names = ListKind.list(TextKind.text(atMost: 4096), atMost: 64)
    var (remembered, permissions) = (self.remembered.nonEmpty, self.permissions.nonEmpty)
    try coder.member("permissions", &permissions, .optional(names))
    try coder.member("remembered", &remembered, .optional(names))
    try coder.member(
      "settings", &settings,
      .map(.text(atMost: ProviderSetting.valueLimit), atMost: ProviderSetting.maximumCount, names: 32))
    (self.remembered, self.permissions) = (remembered ?? [], permissions ?? [])
  }
}

extension [String] {
  fileprivate var nonEmpty: [String]? { isEmpty ? nil : self }
}
