internal import AppControllerKit
package import CProviderABI
internal import ProviderABI

/// The table through which a provider passes a credential.
///
/// Like that of a description, its memory is never freed. The secret is copied, and zeroed with the last owner of it.
@safe
package struct CredentialTable {
  private struct State {
    var given: Credential?
    /// The first fault, and the status of every later call.
    var failure: (what: String, status: Int32)?
    var isOpen = false
  }

  package let table: UnsafePointer<ack_credential>
  private let state: UnsafeMutablePointer<State>

  package init() {
    unsafe state = immortal(State())
    var table = unsafe Self.functions
    unsafe table.ctx = UnsafeMutableRawPointer(state)
    unsafe self.table = UnsafePointer(immortal(table))
  }

  /// Usable until ``retire()``.
  package func open() {
    unsafe state.pointee = State()
    unsafe state.pointee.isOpen = true
  }

  /// Forgets the credential; later calls of the provider are answered with `ACK_GONE`.
  package func retire() { unsafe state.pointee = State() }

  var given: Credential? { unsafe state.pointee.given }

  package var refusal: String? { unsafe state.pointee.failure?.what }

  // Written outside any actor, because providers call it on the thread of the host's call.
  private static var functions: ack_credential {
    var functions = unsafe ack_credential.sized()
    unsafe functions.give = { table, userName, secret, end in
      guard let context = unsafe table?.pointee.ctx else { return ACK_MISUSE }
      let state = unsafe context.assumingMemoryBound(to: State.self)
      guard unsafe state.pointee.isOpen else { return ACK_GONE }
      if let failure = unsafe state.pointee.failure { return failure.status }
      if unsafe state.pointee.given != nil {
        unsafe state.pointee.failure = ("give was called twice", ACK_MISUSE)
      } else {
        switch unsafe Credential.received(userName, secret, until: end) {
        case .success(let credential): unsafe state.pointee.given = credential
        case .failure(let refusal): unsafe state.pointee.failure = (refusal.what, refusal.status)
        }
      }
      return unsafe state.pointee.failure?.status ?? ACK_OK
    }
    return unsafe functions
  }
}
