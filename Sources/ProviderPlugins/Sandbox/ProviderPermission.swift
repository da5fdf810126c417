/// What a provider in a process of its own may do only if the app grants it.
///
/// In the app's process nothing can be kept from a provider: there every permission holds.
public enum ProviderPermission: String, Sendable, Hashable, CaseIterable {
  /// To make sockets for TCP and UDP over the internet, also to this machine, and to ask the kernel for its routes.
  case network
}

extension Collection<ProviderPermission> {
  /// The names in their order, as a provider is told.
  package var names: [String] { map(\.rawValue).sorted() }
}
