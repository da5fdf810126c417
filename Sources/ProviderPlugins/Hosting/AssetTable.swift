internal import AppControllerKit
package import CProviderABI
internal import ProviderABI

/// The table through which a provider passes the bytes of a picture.
///
/// Like that of a description, its memory is never freed. The bytes are copied; another part of the host examines them.
@safe
package struct AssetTable {
  private struct State {
    var bytes: [UInt8]?
    /// The first fault, and the status of every later call.
    var failure: (what: String, status: Int32)?
    var isOpen = false
  }

  package let table: UnsafePointer<ack_asset>
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

  /// Frees the bytes; later calls of the provider are answered with `ACK_GONE`.
  package func retire() { unsafe state.pointee = State() }

  package var bytes: [UInt8]? { unsafe state.pointee.bytes }

  package var refusal: String? { unsafe state.pointee.failure?.what }

  // Written outside any actor, because providers call it on the thread of the host's call.
  private static var functions: ack_asset {
    var functions = unsafe ack_asset.sized()
    unsafe functions.give = { table, bytes, size in
      guard let context = unsafe table?.pointee.ctx else { return ACK_MISUSE }
      let state = unsafe context.assumingMemoryBound(to: State.self)
      guard unsafe state.pointee.isOpen else { return ACK_GONE }
      if let failure = unsafe state.pointee.failure { return failure.status }
      if unsafe state.pointee.bytes != nil {
        unsafe state.pointee.failure = ("give was called twice", ACK_MISUSE)
      } else if size > UInt64(DataLimits.asset) {
        unsafe state.pointee.failure = (
          "give was called with \(size) bytes; a picture has at most \(DataLimits.asset)", ACK_LIMIT
        )
      } else if size > 0, unsafe bytes == nil {
        unsafe state.pointee.failure = ("give was called with \(size) bytes at NULL", ACK_MISUSE)
      } else {
        unsafe state.pointee.bytes = [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(size)))
      }
      return unsafe state.pointee.failure?.status ?? ACK_OK
    }
    return unsafe functions
  }
}
