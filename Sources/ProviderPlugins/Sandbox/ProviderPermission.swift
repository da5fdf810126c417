/// A permission of a provider in a process of its own, which only the app can grant.
///
/// In the app's process nothing can be withheld from a provider, so it has every permission there.
public enum ProviderPermission: String, Sendable, Hashable, CaseIterable {
  /// To make TCP and UDP sockets for the internet, also for this machine, and to ask the kernel for its routes.
  case network
}

extension Collection<ProviderPermission> {
  /// The names in their order, as a provider receives them.
  package var names: [String] { map(\.rawValue).sorted() }
}
