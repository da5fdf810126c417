/// Which questions are open, and which of them the provider has woken: a pure state machine.
///
/// A wake is never lost, not even one that comes before the call that answers pending has returned; one for a question
/// that nobody knows is ignored.
struct PendingQuestions: Sendable {
  /// How far a question is.
  enum Progress: Sendable, Equatable {
    /// The provider is being called.
    case calling
    /// The provider is being called, and has woken the question already.
    case wokenEarly
    /// The provider answered pending, and somebody waits.
    case waiting
    /// It may be asked again.
    case woken
    /// Its deadline has passed, or nobody wants it any more.
    case abandoned
  }

  private(set) var open: [UInt64: Progress] = [:]

  /// A call begins.
  mutating func begin(_ sequence: UInt64) { open[sequence] = .calling }

  /// The call answered pending.
  ///
  /// - Returns: Whether to wait; when not, the question can be asked again at once.
  mutating func pend(_ sequence: UInt64) -> Bool {
    switch open[sequence] {
    case .calling?:
      open[sequence] = .waiting
      return true
    case .wokenEarly?, .woken?:
      open[sequence] = .woken
      return false
    case .waiting?: return true
    case .abandoned?, nil: return false
    }
  }

  /// The provider says that an answer is ready.
  ///
  /// - Returns: Whether somebody waits who has to be told.
  mutating func wake(_ sequence: UInt64) -> Bool {
    switch open[sequence] {
    case .calling?:
      open[sequence] = .wokenEarly
      return false
    case .waiting?:
      open[sequence] = .woken
      return true
    case .wokenEarly?, .woken?, .abandoned?, nil: return false
    }
  }

  /// The question is given up.
  ///
  /// - Returns: Whether somebody waits who has to be told.
  mutating func abandon(_ sequence: UInt64) -> Bool {
    switch open[sequence] {
    case .waiting?:
      open[sequence] = .abandoned
      return true
    case .calling?, .wokenEarly?, .woken?:
      open[sequence] = .abandoned
      return false
    case .abandoned?, nil: return false
    }
  }

  /// The question has been answered or cancelled.
  mutating func end(_ sequence: UInt64) { open[sequence] = nil }
}
