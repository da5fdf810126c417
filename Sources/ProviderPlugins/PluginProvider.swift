public import AppControllerKit
internal import CProviderABI
internal import ProviderABI

/// A provider that lives in a loaded library.
///
/// It conforms to the same protocol as a provider of the app's own. A question that the library answers pending is asked
/// again when the library says so; a deadline, a cancelled task and ``end()`` cancel it there.
///
/// Isolation: the main actor.
@MainActor
public final class PluginProvider: AppControllerInterfaceProviding {
  /// The provider's id, as the library answers it.
  public var id: String { library.id }
  /// The provider's version, as the library answers it.
  public var version: String { library.version }
  /// The library's path, with every link resolved.
  public var path: String { library.path }
  /// The version of the ABI that is spoken.
  public var abiVersion: String { "\(library.abi.major).\(library.abi.minor)" }

  let library: ProviderLibrary
  let context: HostContext
  private let host: HostTable
  private let builder = BuilderTable()
  private let reply = ReplyTable()
  let deadline: Duration?
  let clock: any Clock<Duration>
  var instance: Instance?
  var sequence: UInt64 = 0
  private var openPerforms = 0

  /// The library's pointer to its instance, which may be anything that it likes, and nothing.
  @safe
  struct Instance {
    let pointer: OpaquePointer?
  }

  init(library: ProviderLibrary, deadline: Duration?, clock: any Clock<Duration>) throws(PluginError) {
    self.library = library
    self.deadline = deadline
    self.clock = clock
    let ticker = Ticker()
    context = HostContext { _ in ticker.request() }
    host = HostTable(context: context)
    var pointer: OpaquePointer?
    context.beginCall(0)
    let status = unsafe library.table.create(host.table, &pointer)
    context.endQuestion(0)
    guard status == ACK_OK else {
      _ = context.end()
      throw Self.failure(.createFailed, "could not make an instance", status, context.takeFailure(), library)
    }
    instance = unsafe Instance(pointer: pointer)
    ticker.provider = self
  }

  isolated deinit { end() }

  /// Ends the instance: open questions are cancelled, and the provider's later requests do nothing.
  ///
  /// The library stays loaded. Called again, it does nothing.
  public func end() {
    guard let instance else { return }
    self.instance = nil
    for sequence in context.end() { unsafe library.table.cancel?(instance.pointer, sequence) }
    unsafe library.table.destroy(instance.pointer)
    builder.retire()
    reply.retire()
  }
}

// MARK: - The questions

extension PluginProvider {
  /// How the transition looks, as the library says.
  public func configuration(for controller: AppController.Handle) async throws -> AppController.Configuration {
    guard let function = unsafe library.table.configuration else { return .init() }
    var configuration = ack_configuration(.init())
    let status = unsafe try await ask("configuration", controller) { instance, context in
      configuration = ack_configuration(.init())
      return unsafe function(instance, context, &configuration)
    }
    if status == ACK_UNSUPPORTED { return .init() }
    return try AppController.Configuration(abi: configuration)
  }

  /// The library's logged-out interface.
  public func loggedOutInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    try await describe(controller) ?? unsupported("describing its logged-out interface")
  }

  /// The library's logged-in interface.
  public func loggedInInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    try await describe(controller) ?? unsupported("describing its logged-in interface")
  }

  /// The library's splash, if it has one that it can describe at once: nobody waits for what is shown while waiting.
  public func splashInterface(for controller: AppController.Handle) async throws -> InterfaceDescription? {
    try await describe(controller, waits: false)
  }

  /// Whether the first interface is the logged-in one, as the library says.
  public func isInitiallyLoggedIn(for controller: AppController.Handle) async throws -> Bool {
    controller.connect(context)
    let isStored = controller.session != nil
    guard let function = unsafe library.table.is_initially_logged_in else { return isStored }
    var flag: UInt32 = 0
    let status = unsafe try await ask("initial state", controller) { instance, context in
      flag = isStored ? 1 : 0
      return unsafe function(instance, context, &flag)
    }
    return status == ACK_UNSUPPORTED ? isStored : flag != 0
  }

  /// What the library answers to an action.
  public func perform(
    _ action: InterfaceAction, for controller: AppController.Handle
  ) async throws -> ActionResponse {
    guard let function = unsafe library.table.perform else { throw AppControllerError.unsupported(action.name) }
    guard openPerforms < 8 else { throw PluginError.tooManyQuestions(library) }
    openPerforms += 1
    defer { openPerforms -= 1 }
    var response = ActionResponse.nothing
    let limit = action.deadline
    let status = unsafe try await ask("action \(action.name)", controller, revision: action.revision, deadline: limit) {
      [reply] instance, context in
      reply.open()
      defer { reply.close() }
      let status = unsafe action.withABI { unsafe function(instance, context, $0, reply.table) }
      // The reply knows better than the provider, which may not have looked.
      if status != ACK_PENDING { try reply.check() }
      if status == ACK_OK { response = try reply.finish() }
      return status
    }
    if status == ACK_UNSUPPORTED { throw AppControllerError.unsupported(action.name) }
    return response
  }

  /// Tells the library that a session has ended.
  public func sessionEnded(_ session: Session, for controller: AppController.Handle) async throws {
    guard let function = unsafe library.table.session_ended else { return }
    _ = unsafe try await ask("end of the session", controller) { instance, context in
      unsafe session.withABI { unsafe function(instance, context, $0) }
    }
  }

  /// Tells the library that something happened.
  public func notify(_ event: ProviderEvent, for controller: AppController.Handle) async {
    guard let function = unsafe library.table.notify, let instance else { return }
    sequence += 1
    var text = LentText()
    text.add(event.rawValue)
    unsafe text.lend { strings in
      unsafe controller.withABI(sequence: sequence) { unsafe function(instance.pointer, $0, strings[0]) }
    }
  }

  private func describe(
    _ controller: AppController.Handle, waits: Bool = true
  ) async throws -> InterfaceDescription? {
    controller.connect(context)
    var interface: InterfaceDescription?
    let status = unsafe try await ask("\(controller.state.rawValue) interface", controller, waits: waits) {
      [library, builder] instance, context in
      builder.open()
      defer { builder.close() }
      let status = unsafe library.table.describe(instance, context, builder.table)
      // The builder knows better than the provider, which may not have looked.
      if status != ACK_PENDING, status != ACK_UNSUPPORTED, let failure = builder.failure {
        throw AppControllerError(
          invalid: failure.diagnostic, of: "the provider's \(controller.state.rawValue) interface")
      }
      if status == ACK_OK {
        let finished = builder.finish()
        if let failure = finished.buildFailure {
          throw AppControllerError(invalid: failure, of: "the provider's \(controller.state.rawValue) interface")
        }
        interface = finished
      }
      return status
    }
    return status == ACK_UNSUPPORTED ? nil : interface
  }

  private func unsupported(_ what: String) throws -> InterfaceDescription {
    throw Self.failure(.questionFailed, "failed at \(what)", ACK_UNSUPPORTED, nil, library)
  }
}

/// Carries a tick from whatever thread asks for it to the main actor.
private final class Ticker: Sendable {
  @MainActor weak var provider: PluginProvider?

  @MainActor init() {}

  func request() {
    Task { @MainActor in self.provider?.tick() }
  }
}

extension AppController.Handle {
  /// Gives a loaded provider its way to the controller that asks.
  fileprivate func connect(_ context: HostContext) { context.connect(port) }
}
