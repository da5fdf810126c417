import AppControllerKit

/// A session in the store: the number of the one that was asked for, or 0 for one without; and whose it is.
struct ExplorerSession: Hashable {
  let session: Int
  let goal: TransitionMachine.Goal
}

/// What an explorer's controller knows of the other process.
struct ExplorerOtherProcess: Hashable {
  /// A look at the store, which takes its time.
  enum Look: Hashable {
    case begun
    case read(ReadResult)
  }

  /// What a look has found.
  struct ReadResult: Hashable {
    let stored: ExplorerSession?
    /// Whether it is not what is known.
    let isNew: Bool
    /// Whether it is what is stored still.
    var isCurrent = true
  }

  /// How often it has changed what is stored.
  private(set) var changes = 0
  /// How often that was heard of.
  private(set) var hears = 0
  /// How often it was noticed.
  private(set) var notices = 0
  /// What is stored, as far as is known.
  private(set) var known: ExplorerSession?
  /// Whether it is another one by now.
  private(set) var isUnnoticed = false
  private(set) var look: Look?
  /// Whether something of our own has changed what is stored since the look began.
  private var isDisturbed = false
  /// Whether there is something to look at.
  var isHeard = false
  /// Whether the step that is under way has met with a change.
  var hasNewlyNoticed = false

  mutating func change() {
    changes += 1
    isUnnoticed = true
    if case .read(var result) = look {
      result.isCurrent = false
      look = .read(result)
    }
  }

  mutating func hear() {
    hears += 1
    isHeard = true
  }

  /// Begins to look, when nothing is under way and there is a reason.
  mutating func lookAgain(_ mustFollow: Bool) {
    if look != nil || !isHeard && !mustFollow { return }
    (look, isHeard, isDisturbed) = (.begun, false, false)
  }

  mutating func read(_ stored: ExplorerSession?) { look = .read(ReadResult(stored: stored, isNew: isUnnoticed)) }

  /// The look ends.
  ///
  /// - Returns: What it has found; `nil` when that counts no more.
  mutating func endLook() -> ReadResult? {
    guard case .read(let result) = look else { return nil }
    look = nil
    if !isDisturbed { return result }
    isHeard = true
    return nil
  }

  /// What it has stored is known from now on.
  mutating func notice(_ stored: ExplorerSession?, isCurrent: Bool) {
    notices += 1
    (known, isUnnoticed, isDisturbed, hasNewlyNoticed) = (stored, !isCurrent, true, true)
  }

  /// Something of our own is stored.
  mutating func replace(_ stored: ExplorerSession?) { (known, isUnnoticed, isDisturbed) = (stored, false, true) }
}
