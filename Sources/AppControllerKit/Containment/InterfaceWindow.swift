/// The surface that a root container is installed in, the counterpart of a window on iOS.
@MainActor
public final class InterfaceWindow {
  /// The container that fills the window; setting it removes the container from its previous window.
  ///
  /// ``AppController`` sets it at its installation.
  public var rootContainer: RootContainer? { didSet { rootDidChange(from: oldValue) } }
  /// The traits of the surface, including its size; read again for every question, and passed on to the container.
  ///
  /// When the languages or the time zone change, the provider is asked for its interface again.
  public var traits: TraitCollection {
    didSet {
      rootContainer?.inherit(traits)
      guard (traits.languages, traits.timeZone) != (oldValue.languages, oldValue.timeZone) else { return }
      rootContainer?.owner?.receive(.invalidate, from: RequestSource())
    }
  }
  /// The scene of the window; one window of a scene takes the input.
  public let scene: InterfaceWindowScene
  /// Whether the window is shown.
  public private(set) var isVisible = false

  /// Makes a window that is not shown yet.
  ///
  /// - Parameters:
  ///   - traits: The traits of the surface.
  ///   - scene: The scene whose input the window shares; a new scene unless given.
  public init(traits: TraitCollection = .init(), scene: InterfaceWindowScene? = nil) {
    self.traits = traits
    self.scene = scene ?? InterfaceWindowScene()
  }

  /// Whether the window takes input.
  public var isKey: Bool { scene.keyWindow === self }

  /// Shows the window, and directs the input of its scene to it.
  public func makeKeyAndVisible() {
    scene.keyWindow = self
    isVisible = true
  }

  /// Hides the window, which then takes no input.
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
  /// The window that takes the input; `nil` when there is none, or when it has been freed.
  public fileprivate(set) weak var keyWindow: InterfaceWindow?

  /// Makes a scene without windows.
  public init() {}
}

/// The size of a controller in character cells; 0 means unbounded.
public struct InterfaceSize: Sendable, Hashable {
  /// The number of character cells in a row.
  public var columns: Int
  /// The number of rows.
  public var rows: Int

  /// Makes a size; a dimension that is left out is unbounded.
  public init(columns: Int = 0, rows: Int = 0) {
    self.columns = columns
    self.rows = rows
  }
}
