/// The surface that a root container is installed in: what a window is on iOS.
@MainActor
public final class InterfaceWindow {
  /// The container that fills the window; it leaves the window that it was in before.
  ///
  /// ``AppController`` sets it when it is installed.
  public var rootContainer: RootContainer? { didSet { rootDidChange(from: oldValue) } }
  /// What kind of surface it is, its size included; read anew for every question, and followed by the container.
  public var traits: TraitCollection { didSet { rootContainer?.inherit(traits) } }
  /// The windows of which one takes input.
  public let scene: InterfaceWindowScene
  /// Whether the window is shown.
  public private(set) var isVisible = false

  /// Makes a window that is not shown yet.
  ///
  /// - Parameters:
  ///   - traits: What kind of surface it is.
  ///   - scene: The windows that it shares the input with; one of its own unless given.
  public init(traits: TraitCollection = .init(), scene: InterfaceWindowScene? = nil) {
    self.traits = traits
    self.scene = scene ?? InterfaceWindowScene()
  }

  /// Whether the window takes input.
  public var isKey: Bool { scene.keyWindow === self }

  /// Shows the window, and has it take input in the place of every other of its scene.
  public func makeKeyAndVisible() {
    scene.keyWindow = self
    isVisible = true
  }

  /// Hides the window, which takes no input any more.
  public func hide() {
    if isKey { scene.keyWindow = nil }
    isVisible = false
  }

  private func rootDidChange(from old: RootContainer?) {
    if old === rootContainer { return }
    if old?.window === self { old?.window = nil }
    if let other = rootContainer?.window, other !== self { other.rootContainer = nil }
    rootContainer?.window = self
    rootContainer?.inherit(traits)
  }
}

/// The windows of an app that share one input.
@MainActor
public final class InterfaceWindowScene {
  /// The window that takes input; `nil` when there is none, or when it has gone away.
  public fileprivate(set) weak var keyWindow: InterfaceWindow?

  /// Makes a scene without windows.
  public init() {}
}
