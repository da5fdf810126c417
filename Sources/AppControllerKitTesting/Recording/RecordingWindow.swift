public import AppControllerKit

/// An invisible window, and its content.
///
/// ```swift
/// let window = RecordingWindow()
/// let controller = AppController(interfaceProvider: provider, rootContainerClass: RecordingContainer.self)
/// try await controller.installRootInterface(in: window.surface)
/// await controller.login(Session(subject: "ann"))
/// #expect(window.events.last == .uncovered)
/// #expect(window.text.contains("Hello, ann!"))
/// ```
@MainActor
public final class RecordingWindow {
  /// The window that a controller is installed in.
  public let surface: InterfaceWindow

  /// Makes an empty window.
  ///
  /// - Parameter traits: The traits of the surface; unspecified unless given.
  public init(traits: TraitCollection = .init()) {
    surface = InterfaceWindow(traits: traits)
  }

  /// The installed container; `nil` before an installation, and when the container is no ``RecordingContainer``.
  public var container: RecordingContainer? { surface.rootContainer as? RecordingContainer }

  /// The events of the container so far, including those before it came into the window.
  public var events: [RecordingContainer.Event] { container?.events ?? [] }

  /// The visible screen on top; `nil` before an installation.
  public var visibleScreen: ScreenController? { surface.rootContainer?.visibleScreen }

  /// The visible screen on top as plain text, with the typed values and the errors.
  public var text: String {
    visibleScreen.map { TextRenderer().render($0.node, state: $0.state, traits: $0.traits) } ?? ""
  }

  /// Forgets the events so far.
  public func forget() { container?.forget() }
}

/// A root container that records its events.
///
/// Give the class to the controller, and find the container in its window; see ``RecordingWindow``.
open class RecordingContainer: RootContainer {
  /// An event of a transition or of an installation.
  public enum Event: Sendable, Hashable, CustomStringConvertible {
    /// The installed interface is about to be exchanged, before anything has moved.
    ///
    /// The titles are the labels of the interfaces' first screens; `old` is `nil` for the first interface.
    case willExchange(old: String?, new: String)
    /// The new interface is installed.
    case didExchange(new: String)
    /// An overlay with the old picture covers everything while the transition is animated.
    case covered
    /// The overlay is gone.
    case uncovered

    /// The event as a sentence.
    public var description: String {
      switch self {
      case .willExchange(let old, let new): "\(old ?? "nothing") leaves for \(new)"
      case .didExchange(let new): "\(new) is installed"
      case .covered: "the old picture covers"
      case .uncovered: "the old picture goes"
      }
    }
  }

  /// The events so far.
  public private(set) var events: [Event] = []
  /// Called with each event at the time of the event.
  public var eventHandler: ((Event) -> Void)?

  /// Records that an exchange begins.
  open override func willExchange(_ old: InterfaceController?, for new: InterfaceController) {
    super.willExchange(old, for: new)
    note(.willExchange(old: old.map(Self.title), new: Self.title(of: new)))
  }

  /// Records that an exchange has ended.
  open override func didExchange(_ old: InterfaceController?, for new: InterfaceController) {
    super.didExchange(old, for: new)
    note(.didExchange(new: installed.map(Self.title) ?? ""))
  }

  /// Records that the overlay has appeared or disappeared.
  open override func overlayDidChange() {
    super.overlayDidChange()
    note(overlay == nil ? .uncovered : .covered)
  }

  /// Forgets the events so far.
  public func forget() { events = [] }

  private func note(_ event: Event) {
    events.append(event)
    eventHandler?(event)
  }

  private static func title(of controller: InterfaceController) -> String {
    controller.subtree.lazy.compactMap { ($0 as? ScreenController)?.node.label }.first ?? ""
  }
}
