package import AppControllerKit

/// The rights of a provider in a process of its own beyond those of every provider, with every path and port resolved.
package struct ProviderRights: Sendable, Equatable {
  /// Whether the provider may use the whole network, by TCP and UDP, with any port.
  package var hasNetwork = false
  /// The ports that the provider may connect to by TCP, if it may not use the whole network.
  package var ports: [UInt16] = []
  /// The folders that the provider may use; its process gets them open, beside these rights.
  package var folders: [Place] = []
  /// The sorted names of the granted permissions, which the provider receives.
  package var names: [String] = []

  package init() {}

  /// Whether the host has to perform some of the granted operations for the provider: see ``Broker``.
  var needsBroker: Bool {
    names.contains { $0 == ProviderPermission.network.rawValue || $0.hasPrefix("socket:") }
  }
}

extension ProviderRights: Coded {
  package static var blank: ProviderRights { ProviderRights() }

  package mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("network", &hasNetwork, .bool)
    try coder.member("ports", &ports, .list(.integer(), atMost: 65_535))
    try coder.member("names", &names, .list(.text(atMost: 64), atMost: DeclaredPermission.maximumCount + 1))
  }
}
