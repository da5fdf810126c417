/// A call of a function of the app, the provider or the store that a controller waits for.
///
/// A function that waits for work behind its own call would wait forever. It cannot be determined whether the function
/// waits for a task that it has made. So a request from the function or such a task is held until the function returns,
/// and refused as soon as it suspends.
@MainActor
final class AwaitedCall {
  private let controller: ObjectIdentifier
  /// During a question to the provider, no other question is possible.
  private let isQuestion: Bool
  private let outer: AwaitedCall?
  /// `nil` when the call is no question.
  let requests: OpenCall?
  private var isOver = false
  private var held: [(_ hasReturned: Bool) -> Void] = []

  /// Must be made where the function is called, so that its outer call is known.
  init(of controller: ControllerInbox, isQuestion: Bool = false) {
    (self.controller, self.isQuestion) = (ObjectIdentifier(controller), isQuestion)
    requests = isQuestion ? OpenCall(to: controller) : nil
    var outer = TransitionChain.call
    while let call = outer, call.isOver { outer = call.outer }
    self.outer = outer
  }

  /// `nil` outside any call; with `isQuestion` only questions to the provider count.
  static func underWay(of controller: ControllerInbox, isQuestion: Bool = false) -> AwaitedCall? {
    var call = TransitionChain.call
    while let one = call {
      let counts = one.isQuestion || !isQuestion
      if !one.isOver, counts, one.controller == ObjectIdentifier(controller) { return one }
      call = one.outer
    }
    return nil
  }

  /// The closure runs when the function has returned, or suspends before that.
  func hold(_ body: @escaping (_ hasReturned: Bool) -> Void) {
    held.append(body)
    // The main actor runs this when the function has released it.
    if held.count == 1 { Task { release(hasReturned: false) } }
  }

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

/// Requests that are made from inside an operation follow from it.
enum TransitionChain {
  struct Link {
    /// Counts the requests that led to the operation, or to the question for a screen.
    let length: Int
    /// `nil` for a screen.
    let operation: Int?
  }

  /// `nil` outside any operation.
  @TaskLocal static var link: Link?
  /// The call may have been made in the same task, a child task or an unstructured task, but not in a detached one.
  @TaskLocal static var call: AwaitedCall?
}
