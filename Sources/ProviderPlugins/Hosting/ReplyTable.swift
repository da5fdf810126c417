package import AppControllerKit
package import CProviderABI
internal import ProviderABI

/// The reply that a provider fills in to answer an action.
///
/// Its memory is never freed, like that of the builder.
@safe
package struct ReplyTable {
  /// The state that the table's context points to.
  struct State {
    var effects: [ActionResponse.Effect] = []
    /// The first fault, and the status of every later call.
    var failure: (fault: Fault, what: String, status: Int32)?
    var isOpen = false
    /// The screen that is being described, and its placement.
    var screen: (builder: Int, placement: ActionResponse.Placement)?
    /// Two builders, used in turn, so that the previous screen's builder answers `ACK_GONE`.
    let builders: [BuilderTable]
    /// Receives every call first; `nil` in an app.
    let observer: (any TableObserver)?
    var nextBuilder = 0
    /// The failure of a screen's description.
    var screenFailure: BuildFailure?
  }

  /// The rule of a reply that a call breaks.
  package enum Fault: Sendable {
    /// A session is not acceptable.
    case session
    /// An effect follows a login or a logout.
    case afterTransition
    /// A word, a number or a text is not valid.
    case value
    /// The reply has too many effects.
    case tooMany
  }

  package let table: UnsafePointer<ack_reply>
  private let state: UnsafeMutablePointer<State>

  /// Makes a table, with builders that have the same options.
  package init(observer: (any TableObserver)? = nil, passesFormsOn: Bool = false) {
    let builders = (0..<2).map { _ in BuilderTable(observer: observer, passesFormsOn: passesFormsOn) }
    unsafe state = immortal(State(builders: builders, observer: observer))
    var table = unsafe Self.functions
    unsafe table.ctx = UnsafeMutableRawPointer(state)
    unsafe self.table = UnsafePointer(immortal(table))
  }

  /// Makes the reply empty, and usable until ``close()``.
  package func open() {
    unsafe state.pointee.begin()
  }

  /// Closes the reply; later calls of the provider are answered with `ACK_GONE`.
  package func close() {
    unsafe state.pointee.isOpen = false
    unsafe state.pointee.builders.forEach { $0.close() }
  }

  /// Frees the memory of the answers; the table stays.
  func retire() {
    unsafe state.pointee.begin()
    unsafe state.pointee.isOpen = false
    unsafe state.pointee.builders.forEach { $0.retire() }
  }

  /// The rule that the first refused call broke.
  package var fault: Fault? { unsafe state.pointee.failure?.fault }

  /// The reason why the reply so far is refused; a screen may still be open.
  package var refusal: ProviderReply.Refusal? {
    if let failure = unsafe state.pointee.screenFailure ?? state.pointee.openScreenFailure {
      return .screen(failure.diagnostic)
    }
    return unsafe state.pointee.failure.map { .response($0.what) }
  }

  /// Returns the answer.
  ///
  /// - Throws: ``refusal``, also when a screen is unfinished.
  package func finish() throws(ProviderReply.Refusal) -> ActionResponse {
    unsafe state.pointee.finishScreen()
    if let refusal { throw refusal }
    return ActionResponse(effects: unsafe state.pointee.effects)
  }

  private static var functions: ack_reply {
    unsafe ack_reply(
      struct_size: UInt32(MemoryLayout<ack_reply>.size), reserved0: 0, ctx: nil,
      login: { table, session in
        unsafe reply(table, "login") { state in
          guard let session = unsafe session else { return state.add(.login(nil)) }
          do throws(AppControllerError) {
            return state.add(.login(try unsafe Session(abi: session)))
          } catch {
            return state.fail(.session, error.what)
          }
        }
      },
      logout: { table in unsafe reply(table, "logout") { $0.add(.logout) } },
      show: { table, how in
        var builder: UnsafePointer<ack_builder>?
        _ = unsafe reply(table, "show", [how]) { state in
          guard let placement = ActionResponse.Placement(rawValue: unsafe how.lenient) else {
            return state.fail(
              .value, "show was called with \"\(unsafe how.lenient)\"; it knows push, present and replace")
          }
          unsafe builder = state.beginScreen(placement)
          return unsafe builder != nil
        }
        return unsafe builder
      },
      leave: { table, how in
        unsafe reply(table, "leave", [how]) { state in
          guard let departure = ActionResponse.Departure(rawValue: unsafe how.lenient) else {
            return state.fail(
              .value, "leave was called with \"\(unsafe how.lenient)\"; it knows pop, pop-to-root and dismiss")
          }
          return state.add(.leave(departure))
        }
      },
      select: { table, tabs, item in
        unsafe reply(table, "select", [tabs, item]) { state in
          guard let tabs = unsafe tabs.text(atMost: 64), let item = unsafe item.text(atMost: 64) else {
            return state.fail(.value, "select was called with an id that is no UTF-8, or over 64 bytes")
          }
          return state.add(.select(tabs: tabs, item: item))
        }
      },
      field_error: { table, input, message in
        unsafe reply(table, "field_error", [input, message]) { state in
          guard let input = unsafe input.text(atMost: 64), let message = unsafe message.text() else {
            return state.fail(.value, "field_error was called with a text that is no UTF-8, or too long")
          }
          return state.add(.fieldError(input: input, message: message))
        }
      },
      message: { table, severity, text in
        unsafe reply(table, "message", [text]) { state in
          guard let severity = Severity(level: severity) else {
            return state.fail(.value, "message was called with the severity \(severity); it may be 1 to 4")
          }
          guard let text = unsafe text.text() else {
            return state.fail(.value, "message was called with a text that is no UTF-8, or too long")
          }
          return state.add(.message(severity, text))
        }
      }
    )
  }
}

private func reply(
  _ table: UnsafePointer<ack_reply>?, _ function: StaticString, _ texts: @autoclosure () -> [ack_str] = unsafe [],
  _ body: (inout ReplyTable.State) -> Bool
) -> Int32 {
  guard let context = unsafe table?.pointee.ctx else { return ACK_MISUSE }
  let state = unsafe context.assumingMemoryBound(to: ReplyTable.State.self)
  if let observer = unsafe state.pointee.observer {
    let call = unsafe TableCall(function, texts(), isOpen: state.pointee.isOpen)
    if let status = observer.answer(to: call) { return status }
  }
  guard unsafe state.pointee.isOpen else { return ACK_GONE }
  unsafe state.pointee.finishScreen()
  if unsafe state.pointee.status == ACK_OK, unsafe body(&state.pointee) { return ACK_OK }
  return unsafe state.pointee.status
}

extension ReplyTable.State {
  fileprivate mutating func begin() {
    effects = []
    failure = nil
    screenFailure = nil
    screen = nil
    isOpen = true
  }

  fileprivate mutating func add(_ effect: ActionResponse.Effect) -> Bool {
    if let last = effects.last, last.isTransition {
      return fail(.afterTransition, "it goes on after a login or logout, which comes last and once")
    }
    if effects.count >= 256 { return fail(.tooMany, "it has over 256 effects", ACK_LIMIT) }
    effects.append(effect)
    return true
  }

  fileprivate mutating func fail(_ fault: ReplyTable.Fault, _ what: String, _ status: Int32 = ACK_MISUSE) -> Bool {
    if failure == nil { failure = (fault, what, status) }
    return false
  }

  /// The status of the next call if the call itself is valid.
  fileprivate var status: Int32 {
    failure?.status ?? screenFailure?.status ?? ACK_OK
  }

  /// The failure of the screen that is being described.
  fileprivate var openScreenFailure: BuildFailure? { screen.flatMap { builders[$0.builder].failure } }

  fileprivate mutating func beginScreen(_ placement: ActionResponse.Placement) -> UnsafePointer<ack_builder>? {
    if let last = effects.last, last.isTransition {
      _ = fail(.afterTransition, "it shows a screen after a login or logout, which comes last")
      return nil
    }
    if effects.count >= 256 {
      _ = fail(.tooMany, "it has over 256 effects", ACK_LIMIT)
      return nil
    }
    nextBuilder = 1 - nextBuilder
    screen = (nextBuilder, placement)
    builders[nextBuilder].open()
    return unsafe builders[nextBuilder].table
  }

  /// Finishes the screen that was being described; the next call on the reply does this.
  fileprivate mutating func finishScreen() {
    guard let (index, placement) = screen else { return }
    screen = nil
    let description = builders[index].finish()
    builders[index].close()
    if let failure = builders[index].failure {
      screenFailure = failure
    } else {
      effects.append(.show(description, placement))
    }
  }
}
