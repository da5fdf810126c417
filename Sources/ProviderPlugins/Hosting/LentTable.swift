internal import CProviderABI
internal import ProviderABI

/// What a provider gives through a table.
package protocol LentAnswer {
  init()
  /// Returns the table, whose functions pass the context to ``LentTable/receive(_:_:_:_:)``.
  ///
  /// It is not of any actor, because providers call the functions on the thread of the host's call.
  static func makeTable(_ context: UnsafeMutableRawPointer) -> UnsafeRawPointer
}

/// A table of C functions that is lent to a provider for one call at a time.
///
/// The memory is never freed, so a provider that keeps the pointer still finds a table, which answers `ACK_GONE`.
@safe
package struct LentTable<Answer: LentAnswer> {
  struct State {
    var answer = Answer()
    /// Whether the call that received the table is still running.
    var isOpen = false
    /// Whether forms are passed on unchecked, for the next process to check.
    let passesFormsOn: Bool
    /// Receives every call first; `nil` in an app.
    let observer: (any TableObserver)?
  }

  let memory: UnsafeRawPointer
  private let state: UnsafeMutablePointer<State>

  package init(observer: (any TableObserver)? = nil, passesFormsOn: Bool = false) {
    unsafe state = immortal(State(passesFormsOn: passesFormsOn, observer: observer))
    unsafe memory = Answer.makeTable(state)
  }

  /// Usable until ``close()`` or ``retire()``.
  package func open() { unsafe (state.pointee.answer, state.pointee.isOpen) = (Answer(), true) }

  /// Later calls of the provider are answered with `ACK_GONE`.
  package func close() { unsafe state.pointee.isOpen = false }

  /// Closes it, and frees the answer, but not the table.
  package func retire() { unsafe (state.pointee.answer, state.pointee.isOpen) = (Answer(), false) }

  var answer: Answer { unsafe state.pointee.answer }

  static func receive(
    _ context: UnsafeMutableRawPointer?, _ function: StaticString, _ parts: @autoclosure () -> [ack_str] = unsafe [],
    _ body: (inout State) -> Int32
  ) -> Int32 {
    guard let context = unsafe context else { return ACK_MISUSE }
    let state = unsafe context.assumingMemoryBound(to: State.self)
    if let observer = unsafe state.pointee.observer {
      let call = unsafe TableCall(function, parts(), isOpen: state.pointee.isOpen)
      if let status = observer.answer(to: call) { return status }
    }
    guard unsafe state.pointee.isOpen else { return ACK_GONE }
    return unsafe body(&state.pointee)
  }
}
