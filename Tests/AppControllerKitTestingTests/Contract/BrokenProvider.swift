import AppControllerKit
import AppControllerKitTesting
import Testing

/// A provider that breaks one rule of the contract, and keeps every other.
struct BrokenProvider: Sendable, CustomTestStringConvertible {
  let name: String
  let rule: String
  /// What the violation says that was seen.
  let seen: String
  let make: @MainActor @Sendable () -> any AppControllerInterfaceProviding

  init(
    _ rule: String, _ name: String, seen: String,
    make: @escaping @MainActor @Sendable () -> any AppControllerInterfaceProviding
  ) {
    (self.rule, self.name, self.seen, self.make) = (rule, name, seen, make)
  }

  var testDescription: String { "\(rule): \(name)" }

  /// The clock of the contract; a provider that ignores its cancellation ends the contract's patience with it.
  @TaskLocal static var clock: ManualClock?
  static let patience = Duration.seconds(30)

  static let table = describing + transitions + answering + secrets + living
}

/// An error that says everything.
struct Explained: ExplainedError {
  enum Code: String { case broken = "BROKEN1" }
  let code = Code.broken
  let what: String
  let why = "the test wants it so"
  let fix = "nothing"

  init(_ what: String = "it is broken") { self.what = what }
}

/// Answers the action of the room, which is shown by the answer to another action, with what it is given.
final class Locking: SoundProvider {
  private let answer: (InterfaceAction) -> ActionResponse

  init(_ answer: @escaping (InterfaceAction) -> ActionResponse) { self.answer = answer }

  override func lock(_ action: InterfaceAction) -> ActionResponse { answer(action) }
}
