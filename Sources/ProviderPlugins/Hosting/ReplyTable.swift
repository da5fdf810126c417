package import AppControllerKit
package import CProviderABI
internal import ProviderABI

/// The reply that a provider fills in to answer an action.
package typealias ReplyTable = LentTable<ReplyAnswer>

package struct ReplyAnswer: LentAnswer {
  package enum Fault: Sendable {
    case session
    /// An effect follows a login or a logout.
    case afterTransition
    case value
    case tooMany
  }

  fileprivate var effects: [ActionResponse.Effect] = []
  /// The first fault, and the status of every later call.
  fileprivate var failure: (fault: Fault, what: String, status: Int32)?
  fileprivate var screenFailure: BuildFailure?

  package init() {}

  package static func makeTable(_ context: UnsafeMutableRawPointer) -> UnsafeRawPointer {
    var functions = unsafe ack_reply.sized()
    unsafe functions.ctx = context
    unsafe functions.add = { table, effect in
      let effect = unsafe effect.flatMap { unsafe ack_effect.read($0) }
      return unsafe ReplyTable.receive(table?.pointee.ctx, "add", effect?.parts ?? []) {
        unsafe $0.answer.status ?? $0.answer.add(effect, passesFormsOn: $0.passesFormsOn)
      }
    }
    return unsafe UnsafeRawPointer(immortal(functions))
  }
}

extension LentTable<ReplyAnswer> {
  package var table: UnsafePointer<ack_reply> { unsafe memory.assumingMemoryBound(to: ack_reply.self) }

  package var fault: ReplyAnswer.Fault? { answer.failure?.fault }

  package var refusal: ProviderReply.Refusal? {
    if let failure = answer.screenFailure { return .screen(failure.diagnostic) }
    return answer.failure.map { .response($0.what) }
  }

  package func finish() throws(ProviderReply.Refusal) -> ActionResponse {
    if let refusal { throw refusal }
    return ActionResponse(effects: answer.effects)
  }
}

extension ack_effect {
  fileprivate var parts: [ack_str] { unsafe [kind, target, text] + ack_form.parts(of: form) }
}

extension ReplyAnswer {
  fileprivate var status: Int32? { failure?.status ?? screenFailure?.status }

  fileprivate mutating func add(_ effect: ack_effect?, passesFormsOn: Bool) -> Int32 {
    guard let effect = unsafe effect else {
      return fail(.value, "it adds nothing, or an effect smaller than in version 1.0")
    }
    let name = unsafe effect.kind.lenient
    guard let kind = ActionResponse.Effect.Kind(rawValue: name) else {
      return name.isEmpty ? fail(.value, "it adds an effect without a kind") : ACK_UNSUPPORTED
    }
    if let last = effects.last, last.isTransition {
      return fail(.afterTransition, "it goes on with \(name) after a login or logout, which comes last and once")
    }
    if effects.count >= ActionResponse.effectLimit {
      return fail(.tooMany, "it has over \(ActionResponse.effectLimit) effects", ACK_LIMIT)
    }
    if let member = unsafe kind.unusedMember(of: effect) {
      return fail(.value, "\(name) has no \(member), and it is set")
    }
    guard let made = unsafe make(kind, effect, passesFormsOn) else { return status ?? ACK_MISUSE }
    effects.append(made)
    return ACK_OK
  }

  /// `nil` after a failure.
  private mutating func make(
    _ kind: ActionResponse.Effect.Kind, _ effect: ack_effect, _ passesFormsOn: Bool
  ) -> ActionResponse.Effect? {
    var target: String { unsafe effect.target.lenient }
    switch kind {
    case .login:
      guard let session = unsafe effect.session else { return .login(nil) }
      do throws(AppControllerError) { return .login(try unsafe Session(abi: session)) } catch {
        return refuse(.session, error.what)
      }
    case .logout: return .logout
    case .show:
      guard let placement = ActionResponse.Placement(rawValue: target) else {
        return refuse(.value, "show has the target \"\(target)\"; it knows push, present and replace")
      }
      switch unsafe ack_form.received(effect.form, passesOn: passesFormsOn) {
      case .success(let screen): return .show(screen, placement)
      case .failure(let failure):
        screenFailure = failure
        return nil
      }
    case .leave:
      guard let departure = ActionResponse.Departure(rawValue: target) else {
        return refuse(.value, "leave has the target \"\(target)\"; it knows pop, pop-to-root and dismiss")
      }
      return .leave(departure)
    case .select:
      guard let tabs = unsafe effect.target.text(atMost: 64), let item = unsafe effect.text.text(atMost: 64) else {
        return refuse(.value, "select has an id that is no UTF-8, or over 64 bytes")
      }
      return .select(tabs: tabs, item: item)
    case .fieldError:
      guard let input = unsafe effect.target.text(atMost: 64), let message = unsafe effect.text.text() else {
        return refuse(.value, "field-error has a text that is no UTF-8, or too long")
      }
      return .fieldError(input: input, message: message)
    case .message:
      guard let severity = Severity(level: Int32(truncatingIfNeeded: unsafe effect.severity)) else {
        return refuse(.value, "message has the severity \(unsafe effect.severity); it may be 1 to 4")
      }
      guard let text = unsafe effect.text.text() else {
        return refuse(.value, "message has a text that is no UTF-8, or too long")
      }
      return .message(severity, text)
    }
  }

  private mutating func fail(_ fault: Fault, _ what: String, _ status: Int32 = ACK_MISUSE) -> Int32 {
    failure = (fault, what, status)
    return status
  }

  private mutating func refuse(_ fault: Fault, _ what: String) -> ActionResponse.Effect? {
    _ = fail(fault, what)
    return nil
  }
}

extension ActionResponse.Effect.Kind {
  fileprivate func unusedMember(of effect: ack_effect) -> String? {
    let isOfText = self == .select || self == .fieldError
    if self != .message, unsafe effect.severity != 0 { return "severity" }
    if !isOfText, self != .show, self != .leave, unsafe effect.target.len != 0 { return "target" }
    if !isOfText, self != .message, unsafe effect.text.len != 0 { return "text" }
    if self != .login, unsafe effect.session != nil { return "session" }
    if self != .show, unsafe effect.form != nil { return "form" }
    return nil
  }
}
