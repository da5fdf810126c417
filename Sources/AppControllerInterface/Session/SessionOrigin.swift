/// What a session was made with, and what later commands use again.
///
/// It has no secret. It is stored with the record of the session, and outlives the session there.
package struct SessionOrigin: Sendable, Equatable {
  /// The values that were given for the settings of the provider, without those of secrets and without defaults.
  package var settings: [String: String] = [:]
  /// The names of the settings whose values are used again because they stand nowhere else.
  package var remembered: [String] = []

  package init() {}
}

extension SessionOrigin: Coded {
  package static var blank: SessionOrigin { SessionOrigin() }

  package mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    var names = remembered.isEmpty ? nil : remembered
    try coder.member(
      "remembered", &names, .optional(.list(.text(atMost: 32), atMost: ProviderSetting.maximumCount)))
    remembered = names ?? []
    try coder.member(
      "settings", &settings,
      .map(.text(atMost: ProviderSetting.valueLimit), atMost: ProviderSetting.maximumCount, names: 32))
  }
}
