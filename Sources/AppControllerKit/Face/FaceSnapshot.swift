/// The live interface at one moment, with everything that a face needs to draw it.
///
/// It is a value that can be sent to any actor, so that a face may live in any main loop. Later changes of the
/// interface do not affect it.
public struct FaceSnapshot: Sendable {
  /// The number of the controller's last event before the snapshot; it counts up.
  public let number: UInt64
  /// The number of the installed interface.
  public let revision: UInt64
  /// The state whose interface is installed.
  public let state: AppController.State
  /// The visible screens: that of the installed interface, then that of each layer above it, the top one last.
  ///
  /// It is empty when no screen is visible, or when the top layer shows no screen.
  public private(set) var screens: [ScreenPicture]
  /// The node whose action is under way in this face; `nil` when none is.
  public let pressed: FaceNodeID?
  /// Whether an action or a departure is under way in this face; no other one begins meanwhile.
  public let isPerforming: Bool
  /// Whether one interface is being replaced by the other; a face ignores what the user types meanwhile.
  public let isExchanging: Bool
  /// The look of the transition that is under way; `nil` when there is none, or it takes no time.
  public let transition: AppController.Configuration?
  /// The traits of the surface.
  public let traits: TraitCollection
  /// The words that a face says by itself.
  public let words: FaceWords

  /// The screen that has the user's attention: the top of the top layer.
  public var front: ScreenPicture? { screens.last }

  /// Adds the secrets that a face has taken on the screen in front, so that conditions count them as filled.
  ///
  /// - Parameter secrets: The secrets, by the names of their inputs.
  public mutating func add(secrets: InputValues) {
    if !screens.isEmpty { screens[screens.count - 1].add(secrets: secrets) }
  }

  /// The node with an identity; `nil` when no visible screen shows it.
  public subscript(id: FaceNodeID) -> FaceNode? { screens.lazy.compactMap { $0[id] }.first }
}

extension FaceSnapshot {
  /// Takes the picture of a description in a state, as a face of a live interface would show it at first.
  ///
  /// - Parameters:
  ///   - description: The interface; one that cannot be built shows no screen.
  ///   - state: The user's values and selections, and the error messages.
  ///   - traits: The traits of the surface.
  ///   - catalogs: The catalogs of the words that a face says by itself.
  public init(
    of description: InterfaceDescription, state: PresentationState = .init(), traits: TraitCollection = .init(),
    catalogs: [FaceWords] = FaceWords.catalogs
  ) {
    let words = FaceWords(for: description.language, traits, in: catalogs)
    self.init(
      number: 0, revision: 0, state: .uninstalled, screens: ScreenPicture.visible(in: description, state, words),
      pressed: nil, isPerforming: false, isExchanging: false, transition: nil, traits: traits, words: words)
  }
}
