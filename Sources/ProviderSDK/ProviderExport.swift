@_exported public import AppControllerInterface
internal import CProviderABI
internal import ProviderABI
import Synchronization

/// Exports a provider as a plugin.
///
/// A plugin has one exported function, which contains nothing else. The build-tool plugin `ProviderNote` generates it,
/// and the plugin's note, from a `provider.json`:
///
/// ```swift
/// private let export = ProviderExport(id: "com.example.kitty", version: "1.0.0") { KittyProvider() }
///
/// @c(ack_provider_query)
/// public func ack_provider_query(_ query: UnsafeRawPointer?, _ answer: UnsafeMutableRawPointer?) -> Int32 {
///   export.answer(query, answer)
/// }
/// ```
///
/// The provider runs in an actor of its own. Its functions run inside the host's calls, on the host's thread. A
/// function that suspends is answered later, and is not run twice.
public struct ProviderExport: Sendable {
  private let id: StaticString
  private let version: StaticString

  /// Makes the export of a plugin.
  ///
  /// A library exports one provider; only the first export counts.
  ///
  /// - Parameters:
  ///   - id: Reverse DNS, 1 to 64 bytes of `[A-Za-z0-9._-]`.
  ///   - version: The provider's version.
  ///   - make: Makes a provider; called once for each controller.
  public init(
    id: StaticString, version: StaticString, make: @escaping @Sendable () -> any AppControllerInterfaceProviding
  ) {
    self.init(id: id, version: version) { _ in make() }
  }

  /// Makes the export of a plugin whose provider has settings.
  ///
  /// A library exports one provider; only the first export counts.
  ///
  /// - Parameters:
  ///   - id: Reverse DNS, 1 to 64 bytes of `[A-Za-z0-9._-]`.
  ///   - version: The provider's version.
  ///   - make: Makes a provider with the values of its settings; called once for each controller. An error that it
  ///     throws is reported to the host, and no instance is made.
  public init(
    id: StaticString, version: StaticString,
    make: @escaping @Sendable (ProviderSettings) throws -> any AppControllerInterfaceProviding
  ) {
    self.id = id
    self.version = version
    ProviderFactory.register(make)
  }

  /// Answers a host's query: the body of `ack_provider_query`.
  ///
  /// - Returns: `ACK_OK`; `ACK_UNSUPPORTED` when host and library have no version in common; `ACK_MISUSE` when the
  ///   query is malformed.
  public func answer(_ query: UnsafeRawPointer?, _ answer: UnsafeMutableRawPointer?) -> Int32 {
    guard let query = unsafe query, let answer = unsafe answer, let theirs = unsafe ack_query.read(query),
      unsafe theirs.magic == ACK_MAGIC,
      unsafe ack_answer.isWhole(answer)
    else { return ACK_MISUSE }
    let out = unsafe answer.assumingMemoryBound(to: ack_answer.self)
    unsafe out.pointee.magic = UInt32(ACK_MAGIC)
    unsafe out.pointee.abi_major = UInt32(ACK_ABI_MAJOR)
    let isOurMajor = unsafe theirs.abi_major_max == UInt32(ACK_ABI_MAJOR)
    unsafe out.pointee.abi_minor = isOurMajor ? min(theirs.abi_minor, UInt32(ACK_ABI_MINOR)) : UInt32(ACK_ABI_MINOR)
    unsafe out.pointee.id = ack_str(immortal: id)
    unsafe out.pointee.version = ack_str(immortal: version)
    let speaks = unsafe (theirs.abi_major_min...max(theirs.abi_major_min, theirs.abi_major_max)).contains(
      UInt32(ACK_ABI_MAJOR))
    unsafe out.pointee.provider = speaks ? ProviderTable.shared.pointer : nil
    return speaks ? ACK_OK : ACK_UNSUPPORTED
  }
}

struct ProviderFactory: Sendable {
  // Wrapped in a struct, because a bare function leaks memory each time it passes through a generic type.
  private let make: @Sendable (ProviderSettings) throws -> any AppControllerInterfaceProviding
  private static let registered = Mutex<ProviderFactory?>(nil)

  static func register(_ make: @escaping @Sendable (ProviderSettings) throws -> any AppControllerInterfaceProviding) {
    registered.withLock { if $0 == nil { $0 = ProviderFactory(make: make) } }
  }

  static var current: (@Sendable (ProviderSettings) throws -> any AppControllerInterfaceProviding)? {
    registered.withLock { $0 }?.make
  }
}
