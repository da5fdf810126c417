internal import AppControllerKit
package import CProviderABI
internal import ProviderABI

/// What a provider passes by one call of `give`.
private struct GivenContent<Content> {
  var given: Content?
  /// The first fault, and the status of every later call.
  var refusal: GivenRefusal?
  /// Whether the call that received the table is still running.
  var isOpen = false

  mutating func take(_ content: () -> Result<Content, GivenRefusal>) -> Int32 {
    guard isOpen else { return ACK_GONE }
    if let refusal { return refusal.status }
    if given != nil {
      refusal = GivenRefusal(what: "give was called twice", status: ACK_MISUSE)
    } else {
      switch content() {
      case .success(let content): given = content
      case .failure(let failure): refusal = failure
      }
    }
    return refusal?.status ?? ACK_OK
  }
}

/// The table through which a provider passes the bytes of a picture, which another part of the host examines.
///
/// Like that of a description, its memory is never freed.
@safe
package struct AssetTable {
  package let table: UnsafePointer<ack_asset>
  private let state: UnsafeMutablePointer<GivenContent<[UInt8]>>

  package init() {
    unsafe state = immortal(GivenContent())
    var functions = unsafe Self.functions
    unsafe functions.ctx = UnsafeMutableRawPointer(state)
    unsafe table = UnsafePointer(immortal(functions))
  }

  /// Usable until ``retire()``.
  package func open() { unsafe state.pointee = GivenContent(isOpen: true) }

  /// Frees the bytes; later calls of the provider are answered with `ACK_GONE`.
  package func retire() { unsafe state.pointee = GivenContent() }

  package var bytes: [UInt8]? { unsafe state.pointee.given }

  package var refusal: String? { unsafe state.pointee.refusal?.what }

  // Written outside any actor, because providers call it on the thread of the host's call.
  private static var functions: ack_asset {
    var functions = unsafe ack_asset.sized()
    unsafe functions.give = { table, bytes, size in
      guard let context = unsafe table?.pointee.ctx else { return ACK_MISUSE }
      return unsafe context.assumingMemoryBound(to: GivenContent<[UInt8]>.self).pointee.take {
        if size > UInt64(DataLimits.asset) {
          let what = "give was called with \(size) bytes; a picture has at most \(DataLimits.asset)"
          return .failure(GivenRefusal(what: what, status: ACK_LIMIT))
        }
        if size > 0, unsafe bytes == nil {
          return .failure(GivenRefusal(what: "give was called with \(size) bytes at NULL", status: ACK_MISUSE))
        }
        return .success(unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(size))))
      }
    }
    return unsafe functions
  }
}

/// The table through which a provider passes a credential, whose secret is zeroed with its last owner.
///
/// Like that of a description, its memory is never freed.
@safe
package struct CredentialTable {
  package let table: UnsafePointer<ack_credential>
  private let state: UnsafeMutablePointer<GivenContent<Credential>>

  package init() {
    unsafe state = immortal(GivenContent())
    var functions = unsafe Self.functions
    unsafe functions.ctx = UnsafeMutableRawPointer(state)
    unsafe table = UnsafePointer(immortal(functions))
  }

  /// Usable until ``retire()``.
  package func open() { unsafe state.pointee = GivenContent(isOpen: true) }

  /// Forgets the credential; later calls of the provider are answered with `ACK_GONE`.
  package func retire() { unsafe state.pointee = GivenContent() }

  var given: Credential? { unsafe state.pointee.given }

  package var refusal: String? { unsafe state.pointee.refusal?.what }

  // Written outside any actor, because providers call it on the thread of the host's call.
  private static var functions: ack_credential {
    var functions = unsafe ack_credential.sized()
    unsafe functions.give = { table, userName, secret, end in
      guard let context = unsafe table?.pointee.ctx else { return ACK_MISUSE }
      return unsafe context.assumingMemoryBound(to: GivenContent<Credential>.self).pointee.take {
        unsafe Credential.received(userName, secret, until: end)
      }
    }
    return unsafe functions
  }
}
