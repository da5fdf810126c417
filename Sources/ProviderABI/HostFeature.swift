internal import AppControllerInterface
internal import CProviderABI

/// What a provider can require of its host, by its names.
package enum HostFeature {
  /// The ids of `get_extension`.
  package static let extensions = ["ack.host-info/1", "ack.resolve/1", "ack.socket/1"]

  private static let minor = "minor:"

  /// Without the minors of the ABI below its own.
  package static let names =
    ["\(minor)\(ACK_ABI_MINOR)"] + extensions + ActionResponse.Effect.Kind.allCases.map { "effect:\($0.rawValue)" }
    + ProviderEvent.allCases.map { "event:\($0.rawValue)" } + NodeKind.allCases.map { "kind:\($0.name)" }
    + PropertyName.allCases.map { "property:\($0.name)" }

  package static func isKnown(_ name: String) -> Bool {
    guard name.utf8.starts(with: minor.utf8) else { return names.contains(name) }
    let number = name.dropFirst(minor.count)
    return UInt32(number).map { $0 <= ACK_ABI_MINOR && "\($0)" == number } ?? false
  }
}
