/// A call of a function of the app, the provider or the store that a controller waits for.
///
/// A function that waits for work behind its own call would wait forever. It cannot be determined whether the function
/// waits for a task that it has made. So a request from the function or such a task is held until the function returns,
/// and refused as soon as it suspends.
@MainActor
final class AwaitedCall {
  /// The inbox of the controller that makes the call.
  private let controller: ObjectIdentifier
  /// Whether the call is a question to the provider, during which no other question is possible.
  private let isQuestion: Bool
  /// The call from inside which this one was made.
  private let outer: AwaitedCall?
  /// What the provider requests while it answers the question; `nil` when the call is none.
  let requests: OpenCall?
  private var isOver = false
  private var held: [(_ hasReturned: Bool) -> Void] = []

  /// Begins a call at the place where the function is called, so that its outer call is known.
  init(of controller: ControllerInbox, isQuestion: Bool = false) {
    (self.controller, self.isQuestion) = (ObjectIdentifier(controller), isQuestion)
    requests = isQuestion ? OpenCall(to: controller) : nil
    var outer = TransitionChain.call
    while let call = outer, call.isOver { outer = call.outer }
    self.outer = outer
  }

  /// Returns the unfinished call of a controller from inside which the current task was made; `nil` outside any.
  ///
  /// With `isQuestion` only questions to the provider count.
  static func underWay(of controller: ControllerInbox, isQuestion: Bool = false) -> AwaitedCall? {
    var call = TransitionChain.call
    while let one = call {
      let counts = one.isQuestion || !isQuestion
      if !one.isOver, counts, one.controller == ObjectIdentifier(controller) { return one }
      call = one.outer
    }
    return nil
  }

  /// Runs a closure as soon as the function has returned, or suspends before that.
  func hold(_ body: @escaping (_ hasReturned: Bool) -> Void) {
    held.append(body)
    // The main actor runs this when the function has released it.
    if held.count == 1 { Task { release(hasReturned: false) } }
  }

  /// Ends the call: the function has returned, or was given up on.
  func end() {
    isOver = true
    requests?.end()
    release(hasReturned: true)
  }

  private func release(hasReturned: Bool) {
    let bodies = held
    held = []
    for body in bodies { body(hasReturned) }
  }
}

/// The relation between requests: those that are made from inside an operation follow from it.
enum TransitionChain {
  struct Link {
    /// The number of requests that led to the operation, or to the question for a screen.
    let length: Int
    /// The operation; `nil` for a screen.
    let operation: Int?
  }

  /// The operation of the current task; `nil` outside any.
  @TaskLocal static var link: Link?
  /// The call from inside which the current task was made: by the same task, a child task or an unstructured task, but
  /// not by a detached one.
  @TaskLocal static var call: AwaitedCall?
}
