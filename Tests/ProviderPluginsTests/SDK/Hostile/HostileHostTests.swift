import AppControllerKit
import CProviderABI
import ProviderABI
import ProviderPlugins
import Testing

/// A host that keeps only the promises of the ABI that C itself needs: its pointers point to valid memory.
@MainActor
@Suite struct `A hostile host` {
  private let provider: RawProvider

  init() throws { provider = try RawProvider(try Example.swift.library()) }

  /// Expects that a call is refused, and that the instance still works.
  private func expectRefused(
    _ call: String, _ status: Int32, as expected: Int32 = ACK_MISUSE, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(status == expected, "\(call)", sourceLocation: sourceLocation)
    #expect(provider.isWell(), "after \(call)", sourceLocation: sourceLocation)
  }

  private func expectAllRefused(
    _ statuses: [String: Int32], as expected: Int32 = ACK_MISUSE, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for (call, status) in statuses { expectRefused(call, status, as: expected, sourceLocation: sourceLocation) }
  }

  // MARK: - Sizes

  @Test(arguments: [0, 1, -1])
  func `with structs that are too small is refused`(_ size: Int) {
    func small(_ whole: UInt32) -> UInt32 { size < 0 ? whole - 1 : UInt32(size) }
    _ = unsafe provider.hostile(context: { unsafe $0.struct_size = small(ack_context.size) }) {
      expectAllRefused(unsafe provider.askAll($0))
      unsafe provider.tellAll($0)
      return ACK_OK
    }
    _ = unsafe provider.hostile(traits: { unsafe $0.struct_size = small(ack_traits.size) }) {
      expectAllRefused(unsafe provider.askAll($0))
      return ACK_OK
    }
    _ = unsafe provider.hostile(session: { unsafe $0.struct_size = small(ack_session.size) }) {
      expectAllRefused(unsafe provider.askAll($0))
      return ACK_OK
    }
    expectRefused("action", unsafe provider.perform { unsafe $0.struct_size = small(ack_action.size) })
    let tables = FaultyTables()
    unsafe tables.description.pointee.struct_size = small(ack_description.size)
    expectRefused("description", provider.describe(.loggedOut, into: tables))
    unsafe tables.reply.pointee.struct_size = small(ack_reply.size)
    expectRefused("reply", provider.perform(to: tables))
    #expect(tables.calls == 0)
    _ = unsafe provider.hostile { context in
      var configuration = ack_configuration.sized()
      configuration.struct_size = small(ack_configuration.size)
      expectRefused(
        "configuration", unsafe provider.table.configuration?(provider.instance, context, &configuration) ?? 99)
      return lending { memory in
        var session = unsafe RawProvider.session.lent(by: memory).pointee
        unsafe session.struct_size = small(ack_session.size)
        expectRefused("session", unsafe provider.table.session_ended?(provider.instance, context, &session) ?? 99)
        return ACK_OK
      }
    }
    var host = unsafe provider.host.table.pointee
    unsafe host.struct_size = small(ack_host.size)
    var instance: OpaquePointer?
    unsafe withUnsafePointer(to: &host) { host in
      expectRefused("host", unsafe provider.create(&instance) { unsafe $0.host = host })
    }
    expectRefused("creation", unsafe provider.create(&instance) { unsafe $0.struct_size = small(ack_creation.size) })
    #expect(unsafe instance == nil)
  }

  @Test func `with structs that are said to be huge is answered, and nothing beyond them is used`() {
    let huge = UInt32.max
    let status = unsafe provider.hostile(
      context: { unsafe $0.struct_size = huge }, traits: { unsafe $0.struct_size = huge },
      session: { unsafe $0.struct_size = huge }
    ) {
      #expect(unsafe provider.askAll($0).values.allSatisfy { $0 == ACK_OK })
      return ACK_OK
    }
    #expect(status == ACK_OK)
    let tables = FaultyTables()
    unsafe (tables.description.pointee.struct_size, tables.reply.pointee.struct_size) = (huge, huge)
    #expect(unsafe provider.perform(to: tables) { unsafe $0.struct_size = huge } == ACK_OK)
    #expect(provider.describe(.loggedOut, into: tables) == ACK_OK)
  }

  // MARK: - Null pointers

  @Test func `with NULL in the place of an argument is refused`() {
    expectAllRefused(unsafe provider.askAll(nil))
    unsafe provider.tellAll(nil)
    _ = unsafe provider.hostile(context: { unsafe $0.traits = nil }) {
      expectAllRefused(unsafe provider.askAll($0))
      unsafe provider.tellAll($0)
      return ACK_OK
    }
    let (table, instance) = unsafe (provider.table, provider.instance)
    _ = unsafe provider.hostile { context in
      expectRefused("out", unsafe table.is_initially_logged_in?(instance, context, nil) ?? 99)
      expectRefused("inout", unsafe table.configuration?(instance, context, nil) ?? 99)
      expectRefused("description", unsafe table.describe(instance, context, nil))
      expectRefused("action", unsafe table.perform?(instance, context, nil, FaultyTables().reply) ?? 99)
      expectRefused(
        "reply",
        lending { unsafe table.perform?(instance, context, RawProvider.signIn.lent(by: $0), nil) ?? 99 })
      expectRefused("session", unsafe table.session_ended?(instance, context, nil) ?? 99)
      unsafe table.notify?(instance, context, .empty)
      return ACK_OK
    }
    var made: OpaquePointer?
    expectRefused("creation", unsafe table.create(nil, &made))
    expectRefused("host", unsafe provider.create(&made) { unsafe $0.host = nil })
    expectRefused("out", unsafe provider.create(nil))
    #expect(unsafe table.get_extension?(instance, .empty) == nil)
  }

  @Test(arguments: [AppController.State.launching, .loggedOut, .loggedIn])
  func `that refuses a description or takes none has that for an answer`(_ state: AppController.State) {
    let tables = FaultyTables()
    #expect(provider.describe(state, into: tables) == ACK_OK)
    #expect(tables.calls == 1)
    for (status, answer) in Self.failures {
      tables.fail(at: 0, with: status)
      #expect(provider.describe(state, into: tables) == answer)
      #expect(tables.calls == 1, "nothing is called after a failure")
    }
    unsafe tables.description.pointee.give = nil
    #expect(provider.describe(state, into: tables) == ACK_MISUSE)
    #expect(provider.isWell())
  }

  @Test func `without the function of its reply is refused where it is called`() {
    let open = InterfaceAction("product.open", nodeID: "product-1", payload: ["product": "1"])
    for action in [RawProvider.signIn, open, InterfaceAction("sign-in", nodeID: "x")] {
      let tables = FaultyTables()
      #expect(provider.perform(action, to: tables) == ACK_OK)
      unsafe tables.reply.pointee.add = nil
      expectRefused(action.name, provider.perform(action, to: tables))
    }
  }

  @Test func `without any function of its own is served all the same`() throws {
    let bare = unsafe try RawProvider(try Example.swift.library()) { host in
      unsafe (host.request_login, host.request_logout, host.update_session, host.invalidate) = (nil, nil, nil, nil)
      unsafe (host.wake, host.request_tick, host.log, host.fail, host.get_extension) = (nil, nil, nil, nil, nil)
    }
    #expect(bare.isWell())
    #expect(bare.perform(InterfaceAction("product.open", nodeID: "x", payload: ["product": "99"])) == ACK_FAILED)
    #expect(bare.isWell())
    bare.destroy()
  }

  // MARK: - Failing at every step

  @Test func `whose reply fails at any call has that failure for an answer`() {
    let open = InterfaceAction("product.open", nodeID: "product-1", payload: ["product": "1"])
    for action in [RawProvider.signIn, open, InterfaceAction("sign-in", nodeID: "x")] {
      let tables = FaultyTables()
      #expect(provider.perform(action, to: tables) == ACK_OK)
      let calls = tables.calls
      for call in 0..<calls {
        for (status, answer) in Self.failures {
          tables.fail(at: call, with: status)
          #expect(provider.perform(action, to: tables) == answer, "\(action) call \(call) of \(calls)")
          #expect(tables.calls == call + 1)
        }
      }
    }
    #expect(provider.isWell())
  }

  /// The answers of a table, and the resulting status; none of them can be pending.
  private static let failures: [(Int32, Int32)] = [
    (ACK_FAILED, ACK_FAILED), (ACK_GONE, ACK_GONE), (ACK_LIMIT, ACK_LIMIT), (ACK_MISUSE, ACK_MISUSE), (-99, -99),
    (Int32.min, Int32.min), (ACK_PENDING, ACK_MISUSE), (Int32.max, ACK_MISUSE),
  ]

  // MARK: - Unknown values

  @Test(arguments: [-1, 0, 8, Int32.max, Int32.min])
  func `that asks about a state, a purpose or flags that nobody knows is told so`(_ target: Int32) {
    let changes: [(inout ack_context) -> Void] = unsafe [
      { unsafe $0.target = target }, { unsafe $0.purpose = target }, { unsafe $0.flags = UInt32(bitPattern: target) },
    ]
    for index in 0..<(target == 0 ? 2 : 3) {
      _ = unsafe provider.hostile(context: changes[index]) {
        expectAllRefused(unsafe provider.askAll($0), as: ACK_UNSUPPORTED)
        unsafe provider.tellAll($0)
        return ACK_OK
      }
    }
  }

  @Test(arguments: [0, UInt64.max])
  func `may number its questions as it likes`(_ sequence: UInt64) {
    _ = unsafe provider.hostile(sequence: sequence) {
      #expect(unsafe provider.askAll($0).values.allSatisfy { $0 == ACK_OK })
      #expect(unsafe provider.askAll($0).values.allSatisfy { $0 == ACK_OK }, "the same again")
      return ACK_OK
    }
  }

  @Test func `with an instance that there is not is refused, and with one that has ended it is gone`() throws {
    let (table, library) = (provider.table, try Example.swift.library())
    for stranger in [0, 0x10_0000, UInt.max] {
      let unknown = unsafe RawProvider(provider, with: OpaquePointer(bitPattern: stranger))
      _ = unsafe provider.hostile {
        expectAllRefused(unsafe unknown.askAll($0))
        unsafe unknown.tellAll($0)
        return ACK_OK
      }
      unknown.destroy()
    }
    let ended = try RawProvider(library)
    #expect(ended.isWell())
    ended.destroy()
    _ = unsafe provider.hostile {
      expectAllRefused(unsafe ended.askAll($0), as: ACK_GONE)
      unsafe ended.tellAll($0)
      return ACK_OK
    }
    ended.destroy()
    #expect(unsafe table.get_extension?(ended.instance, .empty) == nil)
    let next = try RawProvider(library)
    #expect(unsafe next.instance != ended.instance, "a number is not used again")
    #expect(next.isWell() && provider.isWell())
    next.destroy()
  }

  @Test func `may call from one thread after the other`() {
    for _ in 0..<8 {
      let provider = provider
      #expect(onAnotherThread { provider.isWell() } == true)
      #expect(onAnotherThread { provider.perform() } == ACK_OK)
    }
  }
}
