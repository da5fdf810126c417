/// How a controller would like the surface around it to be: what a view controller says about status bar and rotation.
///
/// A container passes on what its visible child says, see ``InterfaceController/effectivePresentationTraits``.
public struct PresentationTraits: Sendable, Hashable {
  /// How a line of state above the interface looks.
  public enum StatusStyle: Sendable, Hashable {
    /// As the surface does it.
    case automatic
    /// Light on dark.
    case light
    /// Dark on light.
    case dark
  }

  /// The ways round that a surface can be.
  public enum Orientation: Sendable, Hashable, CaseIterable {
    /// Higher than wide.
    case portrait
    /// Wider than high.
    case landscape
  }

  /// The title of the window; `nil` when there is nothing to say.
  public var title: String?
  /// How a line of state above the interface looks.
  public var statusStyle = StatusStyle.automatic
  /// Whether there should be none.
  public var isStatusHidden = false
  /// Whether the interface turns with the surface.
  public var autorotates = true
  /// The ways round that it can be shown in.
  public var supportedOrientations = Set(Orientation.allCases)
  /// The way round that it is shown in at first; `nil` when it does not matter.
  public var preferredOrientation: Orientation?

  /// Makes traits that say nothing, unless given.
  public init(title: String? = nil) { self.title = title }
}
