internal import AppControllerKit

/// A permission of a provider in a process of its own, which an operator grants by its name.
///
/// In the app's process, nothing can be withheld from a provider, so it has every permission there.
public enum ProviderPermission: Sendable, Hashable {
  /// To make TCP and UDP sockets for the internet and for this machine, with any port, and to ask the kernel for its
  /// routes; independent of the ports that the provider declares.
  case network
  /// To use the folder that the provider declares under this name.
  case folder(String)
  /// To connect to the local socket that the provider declares under this name.
  case socket(String)

  package static let forms = ["network", "folder:NAME", "socket:NAME"]
}

extension ProviderPermission: RawRepresentable {
  /// Makes a permission from its name, such as `network` or `folder:photos`; `nil` for any other text.
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
  /// The sorted names, in the form that a provider receives.
  package var names: [String] { map(\.rawValue).sorted() }
}
