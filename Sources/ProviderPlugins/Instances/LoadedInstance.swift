internal import AppControllerKit
internal import CProviderABI
internal import ProviderABI

/// An instance of a library that is loaded into this process: turns questions into calls of its functions.
///
/// Isolation: the main actor, which is also what makes the calls into a library serial.
@MainActor
final class LoadedInstance {
  let library: ProviderLibrary
  private let receiver: any HostReceiver
  private let host: HostTable
  private let builder = BuilderTable()
  private let reply = ReplyTable()
  private var instance: Pointer?

  /// The library's pointer to its instance, which may be anything that it likes, and nothing.
  @safe
  private struct Pointer {
    let value: OpaquePointer?
  }

  /// Has the library make an instance.
  ///
  /// - Parameters:
  ///   - library: The library.
  ///   - receiver: Receives what the instance asks of its host.
  /// - Throws: ``PluginError`` with the code `ACK2101`.
  init(_ library: ProviderLibrary, _ receiver: any HostReceiver) throws(PluginError) {
    self.library = library
    self.receiver = receiver
    host = HostTable(receiver)
    var pointer: OpaquePointer?
    let status = unsafe library.table.create(host.table, &pointer)
    let failure = receiver.takeFailure()
    guard status == ACK_OK else {
      receiver.close()
      throw .failure(.createFailed, "could not make an instance", status, failure, library.identity)
    }
    instance = unsafe Pointer(value: pointer)
  }

  /// Whether the instance has not been ended.
  var isAlive: Bool { instance != nil }

  /// Asks the library; a function that it does not have answers `ACK_UNSUPPORTED`.
  func answer(_ question: ProviderQuestion) -> ProviderAnswer {
    guard let instance else { return ProviderAnswer(status: ACK_GONE) }
    // What an earlier call said is no reason of this one.
    _ = receiver.takeFailure()
    var answer = unsafe question.controller.withABI(
      sequence: question.sequence, revision: question.revision, screen: question.screen
    ) { context in
      switch question.subject {
      case .isInitiallyLoggedIn:
        unsafe askForInitialState(instance, context, isStored: question.controller.session != nil)
      case .configuration: unsafe askForConfiguration(instance, context)
      case .description, .screen: unsafe describe(instance, context)
      case .action(let action): unsafe perform(instance, context, action)
      case .endOfSession(let session): unsafe endSession(instance, context, session)
      case .event(let event): unsafe notify(instance, context, event)
      }
    }
    answer.failure = receiver.takeFailure()
    return answer
  }

  /// The answer to a pending question is no longer wanted.
  func cancel(_ sequence: UInt64) {
    if let instance { unsafe library.table.cancel?(instance.value, sequence) }
  }

  /// Lets the library run what has become ready.
  func tick() {
    if let instance { unsafe library.table.tick?(instance.value) }
  }

  /// Ends the instance; called again, it does nothing.
  ///
  /// What is open has been cancelled before.
  func end() {
    guard let instance else { return }
    self.instance = nil
    unsafe library.table.destroy(instance.value)
    builder.retire()
    reply.retire()
  }

  /// Calls the instance never again, not even to end it: a thread of it may go on for ever, and be waited for there.
  func breakOff() { instance = nil }
}

// MARK: - The calls

extension LoadedInstance {
  private func askForInitialState(
    _ instance: Pointer, _ context: UnsafePointer<ack_context>, isStored: Bool
  ) -> ProviderAnswer {
    guard let function = unsafe library.table.is_initially_logged_in else { return .unsupported }
    var flag: UInt32 = isStored ? 1 : 0
    let status = unsafe function(instance.value, context, &flag)
    return ProviderAnswer(status: status, content: status == ACK_OK ? .isLoggedIn(flag != 0) : .nothing)
  }

  private func askForConfiguration(_ instance: Pointer, _ context: UnsafePointer<ack_context>) -> ProviderAnswer {
    guard let function = unsafe library.table.configuration else { return .unsupported }
    var configuration = ack_configuration(.init())
    let status = unsafe function(instance.value, context, &configuration)
    return ProviderAnswer(status: status, content: status == ACK_OK ? .configuration(configuration) : .nothing)
  }

  private func describe(_ instance: Pointer, _ context: UnsafePointer<ack_context>) -> ProviderAnswer {
    builder.open()
    defer { builder.close() }
    var answer = ProviderAnswer(status: unsafe library.table.describe(instance.value, context, builder.table))
    if answer.status == ACK_PENDING || answer.status == ACK_UNSUPPORTED { return answer }
    if let failure = builder.failure {
      answer.content = .refusedInterface(failure.diagnostic)
    } else if answer.status == ACK_OK {
      let interface = builder.finish()
      answer.content = interface.buildFailure.map { .refusedInterface($0) } ?? .interface(interface)
    }
    return answer
  }

  private func perform(
    _ instance: Pointer, _ context: UnsafePointer<ack_context>, _ action: InterfaceAction
  ) -> ProviderAnswer {
    guard let function = unsafe library.table.perform else { return .unsupported }
    reply.open()
    defer { reply.close() }
    var answer = ProviderAnswer(
      status: unsafe action.withABI { unsafe function(instance.value, context, $0, reply.table) })
    if answer.status == ACK_PENDING { return answer }
    if answer.status == ACK_OK {
      do throws(ReplyTable.Refusal) {
        answer.content = .response(try reply.finish())
      } catch {
        answer.content = ProviderAnswer.Content(error)
      }
    } else if let refusal = reply.refusal {
      // The reply knows better than the library, which may not have looked.
      answer.content = ProviderAnswer.Content(refusal)
    }
    return answer
  }

  private func endSession(
    _ instance: Pointer, _ context: UnsafePointer<ack_context>, _ session: Session
  ) -> ProviderAnswer {
    guard let function = unsafe library.table.session_ended else { return .unsupported }
    return ProviderAnswer(status: unsafe session.withABI { unsafe function(instance.value, context, $0) })
  }

  private func notify(
    _ instance: Pointer, _ context: UnsafePointer<ack_context>, _ event: ProviderEvent
  ) -> ProviderAnswer {
    guard let function = unsafe library.table.notify else { return .unsupported }
    var text = LentText()
    text.add(event.rawValue)
    unsafe text.lend { strings in unsafe function(instance.value, context, strings[0]) }
    return ProviderAnswer(status: ACK_OK)
  }
}

extension ProviderAnswer.Content {
  fileprivate init(_ refusal: ReplyTable.Refusal) {
    switch refusal {
    case .screen(let diagnostic): self = .refusedScreen(diagnostic)
    case .misuse(let what): self = .refusedReply(what)
    }
  }
}
