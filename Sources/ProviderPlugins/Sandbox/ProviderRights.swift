package import AppControllerKit

/// What a provider in a process of its own may do besides what every provider may, with every path and port resolved.
package struct ProviderRights: Sendable, Equatable {
  /// A folder that it may use.
  package struct Folder: Sendable, Equatable {
    /// The path, with every link resolved.
    package var path: String
    package var isWritable: Bool

    package init(path: String, isWritable: Bool) { (self.path, self.isWritable) = (path, isWritable) }
  }

  /// Whether it may use the whole network, by TCP and UDP, with any port.
  package var hasNetwork = false
  /// The ports that it may connect to by TCP, if it may not use the whole network.
  package var ports: [UInt16] = []
  /// The folders that it may use.
  package var folders: [Folder] = []
  /// The names of what holds, in their order, as the provider is told them.
  package var names: [String] = []

  /// Makes rights that add nothing.
  package init() {}

  /// Whether some of what holds is done by the host for the provider: see ``Broker``.
  var needsBroker: Bool {
    names.contains { $0 == ProviderPermission.network.rawValue || $0.hasPrefix("socket:") }
  }
}

extension ProviderRights: Coded {
  package static var blank: ProviderRights { ProviderRights() }

  package mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("network", &hasNetwork, .bool)
    try coder.member("ports", &ports, .list(.integer(), atMost: 65_535))
    try coder.member("folders", &folders, .list(.object(), atMost: DeclaredPermission.most))
    try coder.member("names", &names, .list(.text(atMost: 64), atMost: DeclaredPermission.most + 1))
  }
}

extension ProviderRights.Folder: Coded {
  package static var blank: Self { Self(path: "", isWritable: false) }

  package mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("path", &path, .text(atMost: 4096))
    try coder.member("isWritable", &isWritable, .bool)
  }
}
