/// The surface that a root container is installed in: what a window is on iOS.
@MainActor
public final class InterfaceWindow {
  /// The container that fills the window.
  public internal(set) var rootContainer: RootContainer?
  /// What kind of surface it is; read anew for every question.
  public var traits: TraitCollection
  /// Whether the window takes input.
  public private(set) var isKey = false
  /// Whether the window is shown.
  public private(set) var isVisible = false

  /// Makes a window that is not shown yet.
  public init(traits: TraitCollection = .init()) {
    self.traits = traits
  }

  /// Shows the window, and has it take input.
  public func makeKeyAndVisible() {
    isKey = true
    isVisible = true
  }
}
