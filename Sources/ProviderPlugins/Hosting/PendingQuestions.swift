/// The open questions, and their progress: a pure state machine.
///
/// A wake is never lost, not even a wake that arrives before its call has returned pending. A wake for an unknown
/// question is ignored.
struct PendingQuestions: Sendable {
  enum Progress: Sendable, Equatable {
    case calling
    /// The provider is being called, and has woken the question already.
    case wokenEarly
    /// The provider answered pending, and a task waits.
    case waiting
    /// The question may be asked again.
    case woken
    /// The question's deadline has passed, or its task was cancelled.
    case abandoned
  }

  private(set) var open: [UInt64: Progress] = [:]

  mutating func begin(_ sequence: UInt64) { open[sequence] = .calling }

  /// If false, the question can be asked again at once.
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

  /// Returns whether a waiting task has to be resumed.
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

  /// A question that was woken in time can be asked again; returns whether a waiting task has to be resumed.
  mutating func abandon(_ sequence: UInt64) -> Bool {
    switch open[sequence] {
    case .waiting?:
      open[sequence] = .abandoned
      return true
    case .calling?:
      open[sequence] = .abandoned
      return false
    case .wokenEarly?, .woken?, .abandoned?, nil: return false
    }
  }

  mutating func end(_ sequence: UInt64) { open[sequence] = nil }
}
