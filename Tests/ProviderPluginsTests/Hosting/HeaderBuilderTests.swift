import CProviderABI
import CProviderBuilder
import InterfaceGallery
import ProviderABI
import TestSupport
import Testing

@testable import AppControllerInterface
@testable import AppControllerKit
@testable import ProviderPlugins

/// `appcontroller_builder.h`, with which a provider in C makes its forms.
@Suite struct `The builder in C` {
  /// What a host makes of the calls.
  private func made(_ calls: [BuilderCall]) -> InterfaceDescription {
    let table = DescriptionTable()
    table.open()
    let builder = UnsafeMutablePointer<ack_builder>.allocate(capacity: 1)
    unsafe builder.initialize(to: ack_builder())
    defer { unsafe builder.deallocate() }
    for call in calls { unsafe make(call, builder) }
    if case .form(let form)? = calls.first { give(form, to: table) } else { _ = unsafe ack_give(builder, table.table) }
    return table.description
  }

  @Test(arguments: Gallery.screens, [false, true])
  func `makes the form of a screen, in whatever order its properties come`(screen: GalleryScreen, isReversed: Bool) {
    var calls: [BuilderCall] = []
    screen.interface.arena.say(isReversed: isReversed, to: &calls)
    let made = made(calls)
    #expect(made.buildFailure == nil)
    #expect(made.arena.hasSameBytes(as: screen.interface.arena))
  }

  @Test(arguments: BrokenDescriptions.all.filter { $0.canBeSaid(by: .c) })
  func `finds out what a host finds out, at the same place`(row: BrokenDescription) {
    // Only the host looks at the bytes of texts, in a form that is whole.
    let calls = (row.calls ?? []) + (row.code == "ACK1109" ? [.end] : [])
    #expect(row.found(in: made(calls)) == row.findings)
  }

  /// Calls that break one rule each, and some that just do not.
  @Test(arguments: HostileCalls.all.filter { $0.code != .badUTF8 })
  func `takes or refuses hostile calls as a host's own builder`(row: HostileCalls) {
    var builder = ArenaBuilder()
    builder.make(row.calls)
    let (called, made) = (builder.finish(), made(row.calls))
    #expect(made.buildFailure?.code == called.buildFailure?.code)
    if called.buildFailure == nil { #expect(made == called) }
  }

  @Test func `is ready again after it has given`() {
    let table = DescriptionTable()
    let builder = UnsafeMutablePointer<ack_builder>.allocate(capacity: 1)
    unsafe builder.initialize(to: ack_builder())
    defer { unsafe builder.deallocate() }
    for number in 0..<3 {
      table.open()
      unsafe ack_begin(builder, ACK_KIND_SCREEN, "s")
      unsafe ack_set_text(builder, ACK_NAME_LABEL, "S")
      // A fault of one description is none of the next.
      if number != 1 { unsafe ack_end(builder) }
      #expect(unsafe ack_give(builder, table.table) == (number == 1 ? ACK_MISUSE : ACK_OK))
      #expect(table.description.buildFailure?.code == (number == 1 ? .unbalanced : nil))
    }
    #expect(unsafe ack_give(builder, nil) == ACK_MISUSE)
  }

  // MARK: - Calls

  private func make(_ call: BuilderCall, _ builder: UnsafeMutablePointer<ack_builder>) {
    switch call {
    case .begin(let kind, let id):
      lending { unsafe ack_begin_named(builder, $0.lend(kind), $0.lend(id)) }
    case .end: unsafe ack_end(builder)
    case .close: unsafe ack_close(builder)
    case .open(let kind, let key):
      unsafe named(key, builder, { unsafe kind == .map ? ack_open_map(builder, $0) : ack_open_list(builder, $0) }) {
        unsafe kind == .map ? ack_add_map(builder) : ack_add_list(builder)
      }
    case .set(let key, .text(let bytes)):
      lending { memory in
        let text = unsafe memory.lend(bytes.span)
        unsafe named(key, builder, { unsafe ack_set_str(builder, $0, text) }) { unsafe ack_add_str(builder, text) }
      }
    case .set(let key, .scalar(.bool(let flag))):
      unsafe named(key, builder, { unsafe ack_set_bool(builder, $0, flag ? 1 : 0) }) {
        unsafe ack_add_bool(builder, flag ? 1 : 0)
      }
    case .set(let key, .scalar(.int(let number))):
      unsafe named(key, builder, { unsafe ack_set_int(builder, $0, number) }) { unsafe ack_add_int(builder, number) }
    case .set(let key, .scalar(.double(let number))):
      unsafe named(key, builder, { unsafe ack_set_double(builder, $0, number) }) {
        unsafe ack_add_double(builder, number)
      }
    case .lostText(let key, let length):
      unsafe named(key, builder, { unsafe ack_set_str(builder, $0, ack_str(ptr: nil, len: length)) }) {}
    case .set(_, .scalar(.null)), .form: break
    }
  }

  private func give(_ broken: BuilderCall.BrokenForm, to table: DescriptionTable) {
    var form = unsafe ack_form.sized()
    unsafe (form.encoding, form.node_count) = (UInt32(ACK_FORM_RECORDS), 1)
    let node = ack_node(
      kind: UInt16(ACK_KIND_SCREEN.rawValue), kind_size: 0, id_size: 1, text: 0, first_value: 0, value_count: 1,
      flags: 0,
      end: 1, parent: 0)
    let busy = ack_value(
      name: UInt16(ACK_NAME_BUSY.rawValue), key_size: 0, tag: UInt8(ACK_VALUE_BOOL), text: 1, content: 2)
    unsafe withUnsafePointer(to: node) { node in
      unsafe withUnsafePointer(to: busy) { busy in
        unsafe "s".withCString { text in
          if case .withBoolean2 = broken {
            unsafe (form.nodes, form.values, form.text) = unsafe (node, busy, text)
            unsafe (form.value_count, form.text_size) = (1, 1)
          }
          _ = unsafe table.table.pointee.give(table.table, &form)
        }
      }
    }
  }

  /// Sets a value by the number of its name, or else by the name.
  private func named(
    _ key: String, _ builder: UnsafeMutablePointer<ack_builder>, _ set: (ack_name) -> Void, _ add: () -> Void
  ) {
    if let name = PropertyName(utf8: key.utf8Span.span) { return set(ack_name(UInt32(name.rawValue))) }
    lending { memory in
      unsafe ack_key_str(builder, memory.lend(key))
      add()
    }
  }
}

extension Arena {
  /// The calls that say the description; its properties in their order, or from the last to the first.
  fileprivate func say(isReversed: Bool, to calls: inout [BuilderCall]) {
    say(documentValues, isReversed, to: &calls)
    sayNode(0, isReversed, to: &calls)
  }

  private func sayNode(_ index: Int, _ isReversed: Bool, to calls: inout [BuilderCall]) {
    calls.append(.begin(kindName(of: nodes[index]), id: string(nodes[index].id)))
    say(nodes[index].values, isReversed, to: &calls)
    for child in children(of: index) { sayNode(child, isReversed, to: &calls) }
    calls.append(.end)
  }

  private func say(_ run: Range<Int>, _ isReversed: Bool, isList: Bool = false, to calls: inout [BuilderCall]) {
    for index in isReversed && !isList ? run.reversed() : Array(run) {
      let value = values[index]
      let key = isList ? "" : keyName(of: value)
      switch value.tag {
      case .null, .node: break
      case .bool: calls.append(.set(key, .scalar(.bool(value.bool))))
      case .int: calls.append(.set(key, .scalar(.int(value.int))))
      case .double: calls.append(.set(key, .scalar(.double(value.double))))
      case .string: calls.append(.set(key, .text(Array(bytes(value.text)))))
      case .map, .list:
        calls.append(.open(value.tag == .map ? .map : .list, key))
        say(value.elements, isReversed, isList: value.tag == .list, to: &calls)
        calls.append(.close)
      }
    }
  }
}
