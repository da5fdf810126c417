import Synchronization

/// A builder that is kept for the next description, so that its arrays grow only once.
///
/// A caller that finds it in use makes a builder of its own.
enum ScratchBuilder {
  private static let kept = Mutex<ArenaBuilder?>(nil)

  static func take() -> ArenaBuilder {
    kept.withLock { $0.take() } ?? ArenaBuilder()
  }

  static func give(back builder: consuming ArenaBuilder) {
    var builder: ArenaBuilder? = builder
    builder?.reset()
    kept.withLock { $0 = builder.take() }
  }
}
