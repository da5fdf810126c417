/// The presentation that a controller asks of its surface, as a view controller does for status bar and rotation.
///
/// A container passes on the traits of its visible child, see ``InterfaceController/effectivePresentationTraits``.
public struct PresentationTraits: Sendable, Hashable {
  /// The style of a status line above the interface.
  public enum StatusStyle: Sendable, Hashable {
    /// The surface's own style.
    case automatic
    /// Light text on a dark background.
    case light
    /// Dark text on a light background.
    case dark
  }

  /// The orientation of a surface.
  public enum Orientation: Sendable, Hashable, CaseIterable {
    /// Higher than wide.
    case portrait
    /// Wider than high.
    case landscape
  }

  /// The title of the window; `nil` leaves it to the surface.
  public var title: String?
  /// The style of a status line above the interface.
  public var statusStyle = StatusStyle.automatic
  /// Whether the status line is hidden.
  public var isStatusHidden = false
  /// Whether the interface turns with the surface.
  public var autorotates = true
  /// The orientations that it supports.
  public var supportedOrientations = Set(Orientation.allCases)
  /// The orientation that it is shown in at first; `nil` when it does not matter.
  public var preferredOrientation: Orientation?

  /// Makes traits with the defaults and a title.
  public init(title: String? = nil) { self.title = title }
}
