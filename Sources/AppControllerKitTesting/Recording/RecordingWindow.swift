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
