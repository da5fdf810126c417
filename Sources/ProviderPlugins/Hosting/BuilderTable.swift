internal import AppControllerKit
internal import CProviderABI
internal import ProviderABI

/// The builder that a provider describes into: the header's table over an arena builder.
///
/// The memory is never freed, so that a provider that keeps the pointer finds a table that answers `ACK_GONE`.
@safe
struct BuilderTable {
  /// What the table's context points to.
  struct State: ~Copyable {
    var builder = ArenaBuilder()
    /// Whether the call that handed the builder out is still running.
    var isOpen = false
  }

  let table: UnsafePointer<ack_builder>
  private let state: UnsafeMutablePointer<State>

  init() {
    unsafe state = immortal(State())
    var table = unsafe Self.functions
    unsafe table.ctx = UnsafeMutableRawPointer(state)
    unsafe self.table = UnsafePointer(immortal(table))
  }

  /// Makes the builder empty, and usable until ``close()``.
  func open() {
    unsafe state.pointee.builder.reset()
    unsafe state.pointee.isOpen = true
  }

  /// Makes every later use answer `ACK_GONE`.
  func close() { unsafe state.pointee.isOpen = false }

  /// Gives back the room that descriptions took; the table stays.
  func retire() { unsafe state.pointee = State() }

  /// What stopped the building so far.
  var failure: BuildFailure? { unsafe state.pointee.builder.failure }

  /// What was described, valid or not.
  func finish() -> InterfaceDescription { unsafe state.pointee.builder.finish() }

  // Written outside any actor: providers call them from whatever thread the host's call runs on.
  private static var functions: ack_builder {
    unsafe ack_builder(
      struct_size: UInt32(MemoryLayout<ack_builder>.size), reserved0: 0, ctx: nil,
      begin: { table, kind, id in
        unsafe build(table) { builder in
          guard let kind = unsafe kind.buffer else { return unsafe builder.refuse(kind, as: "the kind of a node") }
          guard let id = unsafe id.buffer else { return unsafe builder.refuse(id, as: "the id of a node") }
          return unsafe builder.begin(kindName: kind.span, id: id.span)
        }
      },
      set_str: { table, key, value in
        unsafe build(table, key) { builder, key in
          guard let text = unsafe value.buffer else { return unsafe builder.refuse(value, as: key.propertyName) }
          return unsafe builder.set(key: key.span, string: text.span)
        }
      },
      set_i64: { table, key, value in unsafe build(table, key) { unsafe $0.set(key: $1.span, .int(value)) } },
      set_f64: { table, key, value in unsafe build(table, key) { unsafe $0.set(key: $1.span, .double(value)) } },
      set_bool: { table, key, value in
        unsafe build(table, key) { builder, key in
          if value > 1 {
            builder.refuse(.badBool, "\(unsafe key.propertyName) is \(value); a boolean is 0 or 1")
            return false
          }
          return unsafe builder.set(key: key.span, .bool(value == 1))
        }
      },
      open_map: { table, key in unsafe build(table, key) { unsafe $0.open(.map, key: $1.span) } },
      open_list: { table, key in unsafe build(table, key) { unsafe $0.open(.list, key: $1.span) } },
      close: { table in unsafe build(table) { $0.close() } },
      end: { table in unsafe build(table) { $0.end() } }
    )
  }
}

/// Carries a call of the provider to the builder, and answers with its status.
@inline(__always)
private func build(_ table: UnsafePointer<ack_builder>?, _ body: (inout ArenaBuilder) -> Bool) -> Int32 {
  guard let context = unsafe table?.pointee.ctx else { return ACK_MISUSE }
  let state = unsafe context.assumingMemoryBound(to: BuilderTable.State.self)
  guard unsafe state.pointee.isOpen else { return ACK_GONE }
  if unsafe body(&state.pointee.builder) { return ACK_OK }
  return unsafe state.pointee.builder.failure?.status ?? ACK_MISUSE
}

extension BuildFailure {
  /// What a call that fails like this is answered with, and every call after it.
  var status: Int32 {
    switch kind {
    case .limit: ACK_LIMIT
    case .misuse: ACK_MISUSE
    }
  }
}

@inline(__always)
private func build(
  _ table: UnsafePointer<ack_builder>?, _ key: ack_str,
  _ body: (inout ArenaBuilder, UnsafeBufferPointer<UInt8>) -> Bool
) -> Int32 {
  unsafe build(table) { builder in
    guard let key = unsafe key.buffer else { return unsafe builder.refuse(key, as: "the key of a property") }
    return unsafe body(&builder, key)
  }
}

extension ArenaBuilder {
  /// Records that there is no memory behind a text.
  fileprivate mutating func refuse(_ text: ack_str, as what: String) -> Bool {
    let place = unsafe text.ptr == nil ? "no pointer" : "more bytes than there is memory"
    refuse(.badText, "\(what) has \(place): its length is \(unsafe text.len)")
    return false
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// A property for people, by its key.
  fileprivate var propertyName: String {
    unsafe isEmpty ? "a value of a list" : "the property \"\(String(decoding: prefix(64), as: UTF8.self).displayable)\""
  }
}
