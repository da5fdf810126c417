public import AppControllerKit

/// A window that nobody sees, and what is shown in it.
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

  /// Makes a window with nothing in it.
  ///
  /// - Parameter traits: What kind of surface it is; one that says nothing unless given.
  public init(traits: TraitCollection = .init()) {
    surface = InterfaceWindow(traits: traits)
  }

  /// The container that is installed; `nil` before, and when it is none that records.
  public var container: RecordingContainer? { surface.rootContainer as? RecordingContainer }

  /// What has happened in the container so far, from before it came into the window.
  public var events: [RecordingContainer.Event] { container?.events ?? [] }

  /// The screen that has the user's attention; `nil` before an installation.
  public var visibleScreen: ScreenController? { surface.rootContainer?.visibleScreen }

  /// The screen that has the user's attention, as plain text, with what was typed and what is wrong with it.
  public var text: String {
    visibleScreen.map { TextRenderer().render($0.node, state: $0.state, traits: $0.traits) } ?? ""
  }

  /// Forgets what has happened.
  public func forget() { container?.forget() }
}

/// A root container that writes down what happens in it.
///
/// Give the class to the controller, and find the container in its window: see ``RecordingWindow``.
open class RecordingContainer: RootContainer {
  /// Something that happens in a transition, or in an installation.
  public enum Event: Sendable, Hashable, CustomStringConvertible {
    /// The installed interface is about to leave for another; nothing has moved yet.
    ///
    /// The titles are the labels of the interfaces' first screens; `old` is `nil` for the first interface.
    case willExchange(old: String?, new: String)
    /// The other interface is installed.
    case didExchange(new: String)
    /// A picture of what was seen before covers everything, while the transition is animated.
    case covered
    /// The picture has gone.
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

  /// What has happened so far.
  public private(set) var events: [Event] = []
  /// Called with each event as it happens.
  public var eventHandler: ((Event) -> Void)?

  /// Notes that an exchange begins.
  open override func willExchange(_ old: InterfaceController?, for new: InterfaceController) {
    super.willExchange(old, for: new)
    note(.willExchange(old: old.map(Self.title), new: Self.title(of: new)))
  }

  /// Notes that an exchange is done.
  open override func didExchange(_ old: InterfaceController?, for new: InterfaceController) {
    super.didExchange(old, for: new)
    note(.didExchange(new: installed.map(Self.title) ?? ""))
  }

  /// Notes that the old picture has come or gone.
  open override func overlayDidChange() {
    super.overlayDidChange()
    note(overlay == nil ? .uncovered : .covered)
  }

  /// Forgets what has happened.
  public func forget() { events = [] }

  private func note(_ event: Event) {
    events.append(event)
    eventHandler?(event)
  }

  /// The label of an interface's first screen that has one.
  private static func title(of controller: InterfaceController) -> String {
    controller.subtree.lazy.compactMap { ($0 as? ScreenController)?.node.label }.first ?? ""
  }
}
