/// The values of a provider's settings, as the host hands them to a new instance.
///
/// It contains each setting of the provider's `provider.json` that has a value: the operator's, or the default. The
/// host has checked them: every required setting is present, and every number is in its range. A host makes a new
/// instance when a value changes.
///
/// The names are those in the `provider.json`. The values are never printed, and their memory is zeroed when the last
/// copy is gone.
public struct ProviderSettings: Sendable, Equatable {
  package struct Entry: Sendable, Equatable {
    package var name: String
    package var value: Secret

    package init(name: String, value: Secret) { (self.name, self.value) = (name, value) }
  }

  /// In the order of their declaration.
  package var entries: [Entry] = []

  /// Makes settings without values.
  public init() {}

  package init(_ entries: [Entry]) { self.entries = entries }

  /// Returns the value of a `text`, a `url` or a `choice`; `nil` when it has none.
  public func text(_ name: String) -> String? { secret(name)?.text }

  /// Returns the value of an `integer`; `nil` without a value, or when the value is not an integer.
  public func integer(_ name: String) -> Int? { text(name).flatMap { Int($0) } }

  /// Returns the value of a `boolean`; `nil` without a value, or when the value is not a boolean.
  public func boolean(_ name: String) -> Bool? { text(name).flatMap { Bool($0) } }

  /// Returns the value of a `secret`; `nil` when it has none.
  public func secret(_ name: String) -> Secret? { entries.first { $0.name.utf8.elementsEqual(name.utf8) }?.value }
}

extension ProviderSettings: ExpressibleByDictionaryLiteral {
  /// Makes settings of texts, for the tests of a provider: `["server": "https://id.example.com", "retries": "3"]`.
  public init(dictionaryLiteral elements: (String, String)...) {
    entries = elements.map { Entry(name: $0.0, value: Secret($0.1)) }
  }
}

extension ProviderSettings: CustomStringConvertible, CustomReflectable {
  /// The names that have a value, without the values.
  public var description: String { "ProviderSettings(\(entries.map(\.name).joined(separator: ", ")))" }

  /// A mirror that shows `(secret)` for each value.
  public var customMirror: Mirror { Mirror(self, children: ["entries": entries]) }
}

extension ProviderSettings.Entry: Coded {
  package static var blank: Self { Self(name: "", value: Secret("")) }

  package mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("name", &name, .text(atMost: 32))
    try coder.member("value", &value, .secret(atMost: ProviderSetting.valueLimit))
  }
}
