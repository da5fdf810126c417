/// A function of the app, the provider or the store that a controller waits for.
///
/// Whoever waits inside for what comes after it would wait for ever. Nobody can tell whether the function waits for a task
/// that it has made, so a request of either is held until the function returns, and refused as soon as it suspends.
@MainActor
final class AwaitedCall {
  /// Whose call it is.
  private let controller: ObjectIdentifier
  /// Whether the provider is asked, so that no other question comes through.
  private let isQuestion: Bool
  /// The call that this one was made in.
  private let outer: AwaitedCall?
  private var isOver = false
  private var held: [(_ hasReturned: Bool) -> Void] = []

  /// Begins a call where the function is called, so that it is known what that was made in.
  init(of controller: AppController, isQuestion: Bool = false) {
    (self.controller, self.isQuestion) = (ObjectIdentifier(controller), isQuestion)
    var outer = TransitionChain.call
    while let call = outer, call.isOver { outer = call.outer }
    self.outer = outer
  }

  /// The call of a controller that the present task was made in and that is not over; `nil` outside any.
  ///
  /// With `isQuestion` only questions to the provider count.
  static func underWay(of controller: AppController, isQuestion: Bool = false) -> AwaitedCall? {
    var call = TransitionChain.call
    while let one = call {
      let counts = one.isQuestion || !isQuestion
      if !one.isOver, counts, one.controller == ObjectIdentifier(controller) { return one }
      call = one.outer
    }
    return nil
  }

  /// Does something as soon as the function has returned, or suspends before that.
  func hold(_ body: @escaping (_ hasReturned: Bool) -> Void) {
    held.append(body)
    // The main actor comes to this when the function has let go of it.
    if held.count == 1 { Task { release(hasReturned: false) } }
  }

  /// The function has returned, or was given up on.
  func end() {
    isOver = true
    release(hasReturned: true)
  }

  private func release(hasReturned: Bool) {
    let bodies = held
    held = []
    for body in bodies { body(hasReturned) }
  }
}

/// Which requests follow from which: those that are made from inside an operation follow from it.
enum TransitionChain {
  /// How many requests led to the operation that the present task belongs to; `nil` outside any.
  @TaskLocal static var length: Int?
  /// What the present task was made in: by the same task, a child task or a task of its own, but not by a detached one.
  @TaskLocal static var call: AwaitedCall?
}
