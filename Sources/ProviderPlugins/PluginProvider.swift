public import AppControllerKit
internal import CProviderABI
internal import ProviderABI

/// A provider that lives in a library: one that is loaded into this process, or into a child process of its own.
///
/// It conforms to the same protocol as a provider of the app's own. A question that the library answers pending is asked
/// again when the library says so; a deadline, a cancelled task and ``end()`` cancel it there.
///
/// Isolation: the main actor.
@MainActor
public final class PluginProvider: AppControllerInterfaceProviding {
  /// The provider's id, as the library answers it.
  public var id: String { identity.id }
  /// The provider's version, as the library answers it.
  public var version: String { identity.version }
  /// The library's path, with every link resolved.
  public var path: String { identity.path }
  /// The version of the ABI that is spoken.
  public var abiVersion: String { "\(identity.major).\(identity.minor)" }

  /// Where the library runs: in this process or in one of its own.
  public var isolation: ProviderIsolation { instance.isIsolated ? .process : .none }

  let identity: LibraryIdentity
  let instance: ProviderInstance
  let context: HostContext
  let deadline: Duration?
  let clock: any Clock<Duration>
  let recorder: ProviderRecorder?
  /// Receives the lines that no controller was told.
  private let logHandler: ((LogLevel, String) -> Void)?
  private(set) var isEnded = false
  private var ending: Task<Void, Never>?
  var isBrokenOff = false
  var sequence: UInt64 = 0
  private var openPerforms = 0

  /// Makes an instance.
  ///
  /// - Parameters:
  ///   - deadline: How long any question may stay open; `nil` for 30 seconds, or what an action declares.
  ///   - clock: What the deadline is timed by.
  ///   - recorder: Records what is asked and answered, if nobody was recorded before.
  ///   - logHandler: Receives the lines that no controller was told, at the end, or when no instance was made.
  ///   - make: Makes the instance, which asks things of its host through the context.
  /// - Throws: What `make` throws, and the code `ACK2108`.
  init(
    deadline: Duration?, clock: any Clock<Duration>, recorder: ProviderRecorder? = nil,
    logHandler: ((LogLevel, String) -> Void)? = nil,
    _ make: (HostContext) throws(PluginError) -> ProviderInstance
  ) throws(PluginError) {
    self.deadline = deadline
    self.clock = clock
    self.logHandler = logHandler
    let mainActor = SignalReceiver()
    let context = HostContext(clock) { mainActor.receive($0) }
    self.context = context
    do throws(PluginError) { instance = try make(context) } catch {
      context.close()
      for (level, text) in context.takeLines() { logHandler?(level, text) }
      throw error
    }
    identity = instance.identity
    let isRecorded = recorder?.begin(identity, isIsolated: instance.isIsolated, deadline: deadline) == true
    self.recorder = isRecorded ? recorder : nil
    context.recorder = self.recorder
    mainActor.provider = self
    if let refusal {
      end()
      throw refusal
    }
  }

  isolated deinit { end() }

  /// Ends the instance: open questions are cancelled, and the provider's later requests do nothing.
  ///
  /// A library that is loaded stays loaded; a child process ends. Called again, it does nothing.
  public func end() {
    if isEnded { return }
    if context.isFlooded { breakOff() }
    isEnded = true
    recorder?.tells(.destroy)
    for sequence in context.end() { cancel(sequence) }
    let close = { @MainActor [context, logHandler] in
      context.close()
      for (level, text) in context.takeLines() { logHandler?(level, text) }
    }
    guard let rest = instance.end() else { return close() }
    ending = Task {
      await rest.value
      close()
    }
  }

  /// Ends the instance as ``end()`` does, and waits until it has ended: what it says until then reaches the log.
  ///
  /// A child process that does not end is killed when a call of it would be.
  public func finish() async {
    end()
    await ending?.value
  }
}

// MARK: - The questions

extension PluginProvider {
  /// How the transition looks, as the library says.
  public func configuration(for controller: AppController.Handle) async throws -> AppController.Configuration {
    guard let configuration = try await ask(.configuration, controller).configuration else { return .init() }
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

  /// A screen that is shown already, as the library describes it now; `nil` when it leaves it as it is.
  public func screenInterface(
    _ id: String, for controller: AppController.Handle
  ) async throws -> InterfaceDescription? {
    context.connect(controller)
    return try await ask(.screen(id), controller).interface
  }

  /// Whether the first interface is the logged-in one, as the library says.
  public func isInitiallyLoggedIn(for controller: AppController.Handle) async throws -> Bool {
    context.connect(controller)
    return try await ask(.isInitiallyLoggedIn, controller).isLoggedIn ?? (controller.session != nil)
  }

  /// What the library answers to an action.
  public func perform(
    _ action: InterfaceAction, for controller: AppController.Handle
  ) async throws -> ActionResponse {
    guard openPerforms < 8 else { throw PluginError.tooManyQuestions(identity) }
    openPerforms += 1
    defer { openPerforms -= 1 }
    let answer = try await ask(.action(action), controller, deadline: action.deadline)
    if answer.status == ACK_UNSUPPORTED { throw AppControllerError.unsupported(action.name) }
    return answer.response
  }

  /// Tells the library that a session has ended.
  public func sessionEnded(_ session: Session, for controller: AppController.Handle) async throws {
    _ = try await ask(.endOfSession(session), controller)
  }

  /// Tells the library that something happened.
  public func notify(_ event: ProviderEvent, for controller: AppController.Handle) async {
    if refusal != nil { return }
    sequence += 1
    // Nothing waits for an event; a process that dies of it says so at the next question.
    _ = try? await call(
      ProviderQuestion(subject: .event(event), sequence: sequence, controller: controller), within: limit())
  }

  private func describe(
    _ controller: AppController.Handle, waits: Bool = true
  ) async throws -> InterfaceDescription? {
    context.connect(controller)
    return try await ask(.description, controller, waits: waits).interface
  }

  private func unsupported(_ what: String) throws -> InterfaceDescription {
    throw PluginError.failure(.questionFailed, "failed at \(what)", ACK_UNSUPPORTED, nil, identity)
  }
}

/// Carries a signal from whatever thread gives it to the main actor, where it takes its place behind what waits already.
private final class SignalReceiver: Sendable {
  @MainActor weak var provider: PluginProvider?

  @MainActor init() {}

  func receive(_ signal: HostContext.Signal) {
    Task { @MainActor in
      switch signal {
      case .tick: provider?.tick()
      case .turn: provider?.context.turn()
      case .flood: provider?.breakOff()
      }
    }
  }
}

extension HostContext {
  /// Gives a loaded provider its way to the controller that asks.
  fileprivate func connect(_ controller: AppController.Handle) { connect(controller.port) }
}
