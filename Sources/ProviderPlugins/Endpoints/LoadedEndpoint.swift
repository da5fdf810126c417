internal import AppControllerKit
internal import CProviderABI
internal import ProviderABI

/// An instance of a library that is loaded into this process: turns calls into calls of its functions.
///
/// Isolation: the main actor, which also serialises the calls into a library.
@MainActor
final class LoadedEndpoint: ProviderEndpoint {
  let library: ProviderLibrary
  private let watchdog: LibraryWatchdog?
  private let receiver: any HostReceiver
  private let host: HostTable
  private let description: DescriptionTable
  private let reply: ReplyTable
  private let asset = AssetTable()
  private let credential = CredentialTable()
  private var instance: Pointer?

  /// The library's pointer to its instance; any value is valid, null included.
  @safe
  private struct Pointer {
    let value: OpaquePointer?
  }

  /// Throws `ACK2101`; `passesFormsOn` leaves the check of the forms to another process.
  init(
    _ library: ProviderLibrary, _ receiver: any HostReceiver, _ creation: InstanceCreation,
    _ services: any HostServices, _ watchdog: LibraryWatchdog? = nil, passesFormsOn: Bool = false
  ) throws(PluginError) {
    self.library = library
    self.watchdog = watchdog
    self.receiver = receiver
    host = HostTable(receiver, services: services)
    description = DescriptionTable(passesFormsOn: passesFormsOn)
    reply = ReplyTable(passesFormsOn: passesFormsOn)
    var pointer: OpaquePointer?
    let status = watched("its making") {
      lending { unsafe library.table.create(creation.lent(by: $0, host.table), &pointer) }
    }
    let failure = host.takeFailure()
    guard status == ACK_OK else {
      receiver.close()
      throw .failure(.createFailed, "could not make an instance", status, failure, library.identity)
    }
    instance = unsafe Pointer(value: pointer)
  }

  var identity: ProviderIdentity { library.identity }

  func answer(_ call: ProviderCall, within limit: Duration) async -> ProviderReply { answer(call) }

  func answer(_ call: ProviderCall) -> ProviderReply {
    guard let instance else { return .gone }
    // A failure that an earlier call reported does not belong to this call.
    _ = host.takeFailure()
    receiver.setRunning(.current)
    defer { receiver.setRunning(nil) }
    let reply = watched("its \(call.name)") { answer(call, instance) }
    guard case .failed(let status, _) = reply else { return reply }
    return .failed(status: status, host.takeFailure())
  }

  private func answer(_ call: ProviderCall, _ instance: Pointer) -> ProviderReply {
    lending { memory in
      let context = unsafe UnsafePointer(call.lent(by: memory))
      return switch call.question {
      case .isInitiallyLoggedIn:
        unsafe askForInitialState(instance, context, isStored: call.controller.session != nil)
      case .configuration: unsafe askForConfiguration(instance, context)
      case .describe: unsafe describe(instance, context)
      case .perform(let action):
        unsafe respond(library.table.perform) {
          unsafe $0(instance.value, context, action.lent(by: memory), reply.table)
        }
      case .sessionEnded(let session): unsafe endSession(instance, context, session.lent(by: memory))
      case .notify(let event): unsafe tell(library.table.notify, instance, context, memory.lend(event.rawValue))
      case .screenChanged(_, let appearance):
        unsafe tell(library.table.screen_changed, instance, context, memory.lend(appearance.rawValue))
      case .asset(let name): unsafe give(instance, context, memory.lend(name))
      case .refresh(let session):
        unsafe respond(library.table.refresh_session) {
          unsafe $0(instance.value, context, session.lent(by: memory), reply.table)
        }
      case .credential(let request): unsafe giveCredential(instance, context, request.lent(by: memory))
      }
    }
  }

  func cancel(_ sequence: UInt64) {
    if let instance { watched("a cancelled question") { unsafe library.table.cancel?(instance.value, sequence) } }
  }

  func tick() {
    if let instance { watched("its tick") { unsafe library.table.tick?(instance.value) } }
  }

  /// An instance that is broken off is never called again, because its `destroy` could wait for a thread that never
  /// ends.
  func end(cancelling open: [UInt64], isBrokenOff: Bool) -> Task<Void, Never>? {
    guard let instance else { return nil }
    if !isBrokenOff { for sequence in open { cancel(sequence) } }
    self.instance = nil
    if isBrokenOff { return nil }
    watched("its end") { unsafe library.table.destroy(instance.value) }
    description.retire()
    reply.retire()
    asset.retire()
    credential.retire()
    return nil
  }
}

// MARK: - The calls

extension LoadedEndpoint {
  private func watched<Value>(_ what: @autoclosure () -> String, _ body: () -> Value) -> Value {
    guard let watchdog else { return body() }
    return watchdog.watching("provider \(identity.id) at \(what())", body)
  }

  private func askForInitialState(
    _ instance: Pointer, _ context: UnsafePointer<ack_context>, isStored: Bool
  ) -> ProviderReply {
    guard let function = unsafe library.table.is_initially_logged_in else { return .unsupported }
    var flag: UInt32 = isStored ? 1 : 0
    if let reply = ProviderReply(status: unsafe function(instance.value, context, &flag)) { return reply }
    if flag > 1 {
      return .refused(.value(name: "is_initially_logged_in", value: "\(flag)", allowed: "0 or 1"))
    }
    return .isLoggedIn(flag == 1)
  }

  private func askForConfiguration(_ instance: Pointer, _ context: UnsafePointer<ack_context>) -> ProviderReply {
    guard let function = unsafe library.table.configuration else { return .unsupported }
    var configuration = ack_configuration(.init())
    if let reply = ProviderReply(status: unsafe function(instance.value, context, &configuration)) { return reply }
    do throws(ProviderReply.Refusal) {
      return .configuration(try AppController.Configuration(abi: configuration))
    } catch {
      return .refused(error)
    }
  }

  private func describe(_ instance: Pointer, _ context: UnsafePointer<ack_context>) -> ProviderReply {
    description.open()
    defer { description.close() }
    let status = unsafe library.table.describe(instance.value, context, description.table)
    if status == ACK_PENDING || status == ACK_UNSUPPORTED { return ProviderReply(status: status) ?? .done }
    // The failure of the form comes first, because the library may have ignored the status of giving it.
    if let failure = description.failure { return .refused(.interface(failure.diagnostic)) }
    if let reply = ProviderReply(status: status) { return reply }
    switch description.given {
    case .failure(let failure): return .refused(.interface(failure.diagnostic))
    case .success(let interface): return .interface(interface)
    }
  }

  private func respond<Function>(_ function: Function?, _ call: (Function) -> Int32) -> ProviderReply {
    guard let function else { return .unsupported }
    reply.open()
    defer { reply.close() }
    let status = call(function)
    if status == ACK_PENDING { return .pending }
    // The reply's refusal comes first, because the library may have ignored the reply's status.
    if status != ACK_OK { return reply.refusal.map(ProviderReply.refused) ?? ProviderReply(status: status) ?? .done }
    do throws(ProviderReply.Refusal) { return .response(try reply.finish()) } catch { return .refused(error) }
  }

  private func endSession(
    _ instance: Pointer, _ context: UnsafePointer<ack_context>, _ session: UnsafePointer<ack_session>
  ) -> ProviderReply {
    guard let function = unsafe library.table.session_ended else { return .unsupported }
    return ProviderReply(status: unsafe function(instance.value, context, session)) ?? .done
  }

  private func tell(
    _ function: (@convention(c) (OpaquePointer?, UnsafePointer<ack_context>?, ack_str) -> Void)?,
    _ instance: Pointer, _ context: UnsafePointer<ack_context>, _ news: ack_str
  ) -> ProviderReply {
    guard let function = unsafe function else { return .unsupported }
    unsafe function(instance.value, context, news)
    return .done
  }
}

extension LoadedEndpoint {
  private func give(_ instance: Pointer, _ context: UnsafePointer<ack_context>, _ name: ack_str) -> ProviderReply {
    guard let function = unsafe library.table.asset else { return .unsupported }
    asset.open()
    defer { asset.retire() }
    let status = unsafe function(instance.value, context, name, asset.table)
    if status == ACK_PENDING { return .pending }
    // The table's refusal comes first, because the library may have ignored the table's status.
    if let refusal = asset.refusal { return .refused(.asset(refusal)) }
    if let reply = ProviderReply(status: status) { return reply }
    return asset.given.map(ProviderReply.asset) ?? .refused(.asset("it answered ACK_OK and gave no bytes"))
  }

  private func giveCredential(
    _ instance: Pointer, _ context: UnsafePointer<ack_context>, _ request: UnsafePointer<ack_credential_request>
  ) -> ProviderReply {
    let id = unsafe ack_str(immortal: ack_credentials.id)
    guard let address = unsafe library.table.get_extension?(instance.value, id) else { return .unsupported }
    guard let table = unsafe ack_credentials.read(address), let function = unsafe table.credential else {
      return .refused(.credential("the table of ack.credential/1 is smaller than in version 1.0, or has no function"))
    }
    credential.open()
    defer { credential.retire() }
    let status = unsafe function(instance.value, context, request, credential.table)
    if status == ACK_PENDING { return .pending }
    // The table's refusal comes first, because the library may have ignored the table's status.
    if let refusal = credential.refusal { return .refused(.credential(refusal)) }
    if let reply = ProviderReply(status: status) { return reply }
    return credential.given.map(ProviderReply.credential)
      ?? .refused(.credential("it answered ACK_OK and gave none"))
  }
}

extension ProviderReply {
  static var gone: ProviderReply { .failed(status: ACK_GONE, nil) }

  /// `nil` for `ACK_OK`, whose reply the call has stored elsewhere.
  fileprivate init?(status: Int32) {
    switch status {
    case ACK_OK: return nil
    case ACK_PENDING: self = .pending
    case ACK_UNSUPPORTED: self = .unsupported
    default: self = .failed(status: status, nil)
    }
  }
}
