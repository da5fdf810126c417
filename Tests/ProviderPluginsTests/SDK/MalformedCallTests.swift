import AppControllerKit
import CProviderABI
import ProviderABI
import ProviderPlugins
import Testing

/// A call that no host may make, and the answer of a provider of the SDK.
struct MalformedCall: Sendable, CustomTestStringConvertible {
  let name: String
  let status: Int32
  let make: @Sendable (RawProvider) -> Int32

  init(_ name: String, _ status: Int32 = ACK_MISUSE, make: @escaping @Sendable (RawProvider) -> Int32) {
    (self.name, self.status, self.make) = (name, status, make)
  }

  var testDescription: String { name }

  static let table: [MalformedCall] = creating + describing + performing + configuring

  private static let creating = [
    MalformedCall("create without anything") { $0.table.create(nil, nil) },
    MalformedCall("create without a host") { unsafe $0.created { unsafe $0.host = nil } },
    MalformedCall("create without a place for the instance") { unsafe $0.create(nil) },
    MalformedCall("create with a small creation") { unsafe $0.created { unsafe $0.struct_size -= 1 } },
    MalformedCall("create with a larger creation", ACK_OK) { unsafe $0.created { unsafe $0.struct_size += 100 } },
    MalformedCall("create with a small host") { provider in
      var host = unsafe provider.host.table.pointee
      unsafe host.struct_size -= 1
      return unsafe withUnsafePointer(to: &host) { host in unsafe provider.created { unsafe $0.host = host } }
    },
  ]

  private static let describing = [
    MalformedCall("describe without an instance") { provider in
      unsafe provider.ask(.loggedOut, 1) { unsafe provider.table.describe(nil, $0, provider.description.table) }
    },
    MalformedCall("describe without a context") { unsafe $0.table.describe($0.instance, nil, $0.description.table) },
    MalformedCall("describe with a small context") { unsafe $0.describe { unsafe $0.struct_size -= 1 } },
    MalformedCall("describe with a larger context", ACK_OK) { unsafe $0.describe { unsafe $0.struct_size += 100 } },
    MalformedCall("describe without a builder") { provider in
      unsafe provider.ask(.loggedOut, 1) { unsafe provider.table.describe(provider.instance, $0, nil) }
    },
    MalformedCall("describe with a small builder") { provider in
      var builder = unsafe provider.description.table.pointee
      unsafe builder.struct_size -= 1
      return unsafe provider.ask(.loggedOut, 1) { unsafe provider.table.describe(provider.instance, $0, &builder) }
    },
    MalformedCall("describe with a builder of another call", ACK_GONE) { provider in
      unsafe provider.ask(.loggedOut, 1) {
        unsafe provider.table.describe(provider.instance, $0, provider.description.table)
      }
    },
  ]

  private static let performing = [
    MalformedCall("perform", ACK_OK) { unsafe $0.perform { _ in } },
    MalformedCall("perform without an action") { provider in
      unsafe provider.ask(.loggedOut, 1) { context in
        unsafe provider.table.perform?(provider.instance, context, nil, provider.reply.table) ?? ACK_OK
      }
    },
    MalformedCall("perform with a small action") { unsafe $0.perform { unsafe $0.struct_size -= 1 } },
    MalformedCall("perform with a larger action", ACK_OK) { unsafe $0.perform { unsafe $0.struct_size += 100 } },
    MalformedCall("perform with values at nowhere") { unsafe $0.perform { unsafe $0.values = nil } },
    MalformedCall("perform with a payload at nowhere") { unsafe $0.perform { unsafe $0.payload_count = 1 } },
    MalformedCall("perform with a name that is not UTF-8") {
      // The euro sign without its last byte.
      unsafe $0.perform { unsafe $0.name = ack_str(ptr: ack_str(immortal: "€").ptr, len: 2) }
    },
    MalformedCall("perform with an action that is not known", ACK_UNSUPPORTED) {
      unsafe $0.perform { unsafe $0.name = ack_str(immortal: "sign-up") }
    },
    MalformedCall("perform without a reply") { unsafe $0.perform({ _ in }, with: nil) },
    MalformedCall("perform with a small reply") { provider in
      var reply = unsafe provider.reply.table.pointee
      unsafe reply.struct_size -= 1
      return unsafe withUnsafePointer(to: &reply) { unsafe provider.perform({ _ in }, with: $0) }
    },
  ]

  private static let configuring = [
    MalformedCall("configuration", ACK_OK) { $0.configuration(size: ack_configuration.size) },
    MalformedCall("configuration with a small struct") { $0.configuration(size: ack_configuration.size - 1) },
    MalformedCall("configuration with a larger struct", ACK_OK) { $0.configuration(size: 100) },
  ]
}

@MainActor
@Suite struct `A call that no host may make` {
  @Test(arguments: MalformedCall.table)
  func `is refused, and the next one is answered`(_ call: MalformedCall) throws {
    let provider = try RawProvider(try Example.swift.library())
    defer { provider.destroy() }
    #expect(call.make(provider) == call.status)
    #expect(provider.host.wakes.isEmpty)
    #expect(provider.describe(.loggedOut, sequence: 2).text == "🐱 Kitty")
  }
}

extension RawProvider {
  /// Makes and destroys another instance.
  fileprivate func created(_ change: (inout ack_creation) -> Void) -> Int32 {
    var made: OpaquePointer?
    let status = unsafe create(&made, changing: change)
    if status == ACK_OK { unsafe table.destroy(made) }
    return status
  }

  fileprivate func describe(_ change: (inout ack_context) -> Void) -> Int32 {
    description.open()
    defer { description.close() }
    return unsafe ask(.loggedOut, 1) { lent in
      var context = unsafe lent.pointee
      unsafe change(&context)
      return unsafe table.describe(instance, &context, description.table)
    }
  }

  /// Performs a sign-in that the provider accepts except for the change.
  fileprivate func perform(_ change: (inout ack_action) -> Void) -> Int32 {
    unsafe perform(change, with: reply.table)
  }

  fileprivate func perform(_ change: (inout ack_action) -> Void, with table: UnsafePointer<ack_reply>?) -> Int32 {
    let action = InterfaceAction(
      "sign-in", nodeID: "sign-in", values: ["email": .text("a@b"), "password": .text("1234")])
    reply.open()
    defer { reply.close() }
    return unsafe ask(.loggedOut, 1) { context in
      lending { memory in
        var changed = unsafe action.lent(by: memory).pointee
        unsafe change(&changed)
        return unsafe self.table.perform?(instance, context, &changed, table) ?? ACK_UNSUPPORTED
      }
    }
  }

  /// Asks for a configuration in a struct that states a size, and checks that the size is unchanged.
  fileprivate func configuration(size: UInt32) -> Int32 {
    var configuration = ack_configuration.sized()
    configuration.struct_size = size
    let status = unsafe ask(.loggedIn, 1) {
      unsafe table.configuration?(instance, $0, &configuration) ?? ACK_UNSUPPORTED
    }
    #expect(configuration.struct_size == size)
    #expect(configuration.duration == (status == ACK_OK ? 600 : 0))
    return status
  }
}
