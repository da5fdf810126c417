internal import AppControllerKit

/// A permission of a provider in a process of its own, as an operator grants it by its name.
///
/// In the app's process nothing can be withheld from a provider, so it has every permission there.
public enum ProviderPermission: Sendable, Hashable {
  /// To make TCP and UDP sockets for the internet, also for this machine, and to ask the kernel for its routes; with any
  /// port, whatever the provider declares.
  case network
  /// To use the folder that the provider declares by this name.
  case folder(String)
  /// To talk to whoever listens at the local socket that the provider declares by this name.
  case socket(String)

  /// The forms of a permission, in words.
  package static let forms = ["network", "folder:NAME", "socket:NAME"]
}

extension ProviderPermission: RawRepresentable {
  /// Makes a permission of its name, such as `network` or `folder:photos`; `nil` when it is none.
  public init?(rawValue: String) {
    let parts = rawValue.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    switch (parts[0], parts.count) {
    case ("network", 1): self = .network
    case ("folder", 2) where ProviderSetting.allows(name: parts[1]): self = .folder(parts[1])
    case ("socket", 2) where ProviderSetting.allows(name: parts[1]): self = .socket(parts[1])
    default: return nil
    }
  }

  /// The name, such as `network` or `folder:photos`.
  public var rawValue: String {
    switch self {
    case .network: "network"
    case .folder(let name): "folder:\(name)"
    case .socket(let name): "socket:\(name)"
    }
  }
}

extension Collection<ProviderPermission> {
  /// The names in their order, as a provider receives them.
  package var names: [String] { map(\.rawValue).sorted() }
}
