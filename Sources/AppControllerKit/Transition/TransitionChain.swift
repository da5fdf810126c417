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
}

// A function that waits for work behind its own call would wait forever. It cannot be determined whether the function
// waits for a task that it has made. So a request from the function or such a task is held until the function returns,
// and refused as soon as it suspends.
@MainActor
extension OpenCall {
  /// The call that a transition of the controller waits for; with `isQuestion` only questions to the provider count.
  static func underWay(of controller: ControllerInbox, isQuestion: Bool = false) -> OpenCall? {
    var call = current
    while let one = call {
      let counts = one.kind == .question || one.kind == .step && !isQuestion
      if counts, one.port === controller, !one.isOver { return one }
      call = one.outer
    }
    return nil
  }

  /// The closure runs when the function has returned, or suspends before that.
  func hold(_ body: @escaping (_ hasReturned: Bool) -> Void) {
    waiting.append(body)
    // The main actor runs this when the function has released it.
    if waiting.count == 1 { Task { release(hasReturned: false) } }
  }

  /// Ends the call, and lets those go on that have waited for its end.
  func close() {
    end()
    release(hasReturned: true)
  }

  private func release(hasReturned: Bool) {
    if waiting.isEmpty { return }
    let bodies = waiting
    waiting = []
    for body in bodies { body(hasReturned) }
  }
}
