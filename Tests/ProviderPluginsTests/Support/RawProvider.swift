import AppControllerKit
import CProviderABI
import ProviderABI

@testable import ProviderPlugins

/// A provider's table of functions, called as by a host in C: from any thread, one call at a time.
@safe
struct RawProvider: @unchecked Sendable {
  let table: ack_provider
  let host: RecordingHost
  let description = DescriptionTable()
  let reply = ReplyTable()
  private(set) var instance: OpaquePointer?

  /// Makes an instance.
  ///
  /// - Parameters:
  ///   - path: The path of the library.
  ///   - change: Changes the host's table before it is handed out.
  /// - Throws: An error when the library cannot be loaded.
  @MainActor
  init(_ path: String, changing change: (inout ack_host) -> Void) throws {
    host = RecordingHost()
    unsafe change(&host.table.pointee)
    table = try ProviderLoader().open(path).table
    unsafe instance = nil
    let status = unsafe create(&instance)
    precondition(status == ACK_OK)
  }

  /// Makes another instance.
  ///
  /// - Parameters:
  ///   - instance: Receives the instance.
  ///   - change: Changes the creation arguments before they are handed out.
  /// - Returns: The status.
  func create(
    _ instance: UnsafeMutablePointer<OpaquePointer?>?, changing change: (inout ack_creation) -> Void = { _ in }
  ) -> Int32 {
    lending { memory in
      var creation = unsafe InstanceCreation().lent(by: memory, host.table).pointee
      unsafe change(&creation)
      return unsafe table.create(&creation, instance)
    }
  }

  @MainActor
  init(_ path: String) throws { unsafe try self.init(path, changing: { _ in }) }

  /// Makes a copy with another instance of the same library, which need not be valid.
  init(_ other: RawProvider, with instance: OpaquePointer?) {
    unsafe (host, table, self.instance) = (other.host, other.table, instance)
  }

  /// Asks for an interface.
  ///
  /// - Returns: The status and, with an answer, the first text of the screen.
  func describe(_ state: AppController.State, sequence: UInt64) -> (status: Int32, text: String?) {
    description.open()
    defer { description.close() }
    let status = unsafe ask(state, sequence) { unsafe table.describe(instance, $0, description.table) }
    let first = status == ACK_OK ? description.description.root.children.first : nil
    return (status, first?.text)
  }

  /// Asks a provider to perform an action.
  func perform(_ action: InterfaceAction, sequence: UInt64) -> (status: Int32, response: ActionResponse?) {
    reply.open()
    defer { reply.close() }
    let status = unsafe ask(.loggedOut, sequence) { context in
      lending { unsafe table.perform?(instance, context, action.lent(by: $0), reply.table) ?? ACK_UNSUPPORTED }
    }
    return (status, status == ACK_OK ? try? reply.finish() : nil)
  }

  /// Lends a context for a call.
  func ask(
    _ state: AppController.State, _ sequence: UInt64, session: Session? = nil,
    _ call: (UnsafePointer<ack_context>) -> Int32
  ) -> Int32 {
    lending { memory in
      unsafe call(
        ProviderCall(.configuration, sequence: sequence, for: .test(state, session: session)).lent(by: memory))
    }
  }

  func notify(_ event: StaticString, sequence: UInt64) {
    _ = unsafe ask(.loggedOut, sequence) { context in
      unsafe table.notify?(instance, context, ack_str(immortal: event))
      return ACK_OK
    }
  }

  func tell(of screen: String, _ appearance: StaticString) {
    lending { memory in
      let context = unsafe ProviderCall(.screenChanged(screen, .shown), for: .test(.loggedIn)).lent(by: memory)
      unsafe table.screen_changed?(instance, context, ack_str(immortal: appearance))
    }
  }

  func cancel(_ sequence: UInt64) { unsafe table.cancel?(instance, sequence) }
  func tick() { unsafe table.tick?(instance) }
  func destroy() { unsafe table.destroy(instance) }
}

extension DescriptionTable {
  /// The description that was given, or one that says why it could not be built.
  var description: InterfaceDescription {
    switch given {
    case .success(let description): return description
    case .failure(let failure):
      var builder = ArenaBuilder()
      _ = builder.refuse(failure)
      return builder.finish()
    }
  }
}
