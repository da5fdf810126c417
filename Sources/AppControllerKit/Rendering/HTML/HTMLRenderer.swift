/// Draws an interface as one page that needs nothing else: no script, no picture from elsewhere, no second file.
///
/// The page says what ``InterfaceDescription/accessibleElements(state:tabs:)`` says, in the same order, to whoever sees it and to
/// a screen reader. It is light or dark as the reader prefers, allows nothing but its own style sheet, and sends what is
/// typed only to where it came from. A button is sent as `:action`, with its node's id, and the screen as `:screen`.
///
/// The output is a function of the arguments alone, and linear in the size of the description.
public struct HTMLRenderer: Sendable {
  /// Makes a renderer.
  public init() {}

  /// The page of a description.
  ///
  /// - Parameters:
  ///   - description: The interface.
  ///   - state: What the user has typed and selected, and has been told. A secret is never written.
  ///   - traits: Its direction counts where the description says none; its colours where they are light or dark.
  /// - Returns: HTML in UTF-8, ending in a line feed.
  public func render(
    _ description: InterfaceDescription, state: PresentationState = .init(), traits: TraitCollection = .init()
  ) -> String {
    var painter = HTMLPainter(description.resolved(), state: state, prefix: "n")
    painter.paint(0)
    let page = HTMLPage(description: description, title: painter.title, traits: traits)
    return page.document { writer in
      writer.literal("<div class=\"page\">\n")
      writer.append(painter.writer)
      writer.literal("</div>\n")
    }
  }

  /// The page of a transition: it begins as one interface, and becomes another one by itself.
  ///
  /// What is left of the first is a picture that nobody can use. For a reader who wants nothing to move, the page is the
  /// second interface from the start; so it is when the configuration or the traits say that nothing moves.
  ///
  /// - Parameters:
  ///   - old: The interface that is left, with its state.
  ///   - new: The interface that is shown then, with its state.
  ///   - configuration: How the transition looks, and how long it takes.
  ///   - traits: Its direction counts where the new description says none.
  /// - Returns: HTML in UTF-8, ending in a line feed.
  public func renderTransition(
    from old: (InterfaceDescription, PresentationState), to new: (InterfaceDescription, PresentationState),
    configuration: AppController.Configuration = .init(), traits: TraitCollection = .init()
  ) -> String {
    let moves = traits.motion == .full || traits.motion == .unspecified
    if !moves || configuration.time == .zero { return render(new.0, state: new.1, traits: traits) }
    var leaving = HTMLPainter(old.0.resolved(), state: old.1, prefix: "o", isPicture: true)
    leaving.paint(0)
    var arriving = HTMLPainter(new.0.resolved(), state: new.1, prefix: "n")
    arriving.paint(0)
    var page = HTMLPage(description: new.0, title: arriving.title, traits: traits)
    page.styles.append(StyleSheet(transition: configuration))
    return page.document { writer in
      writer.literal("<div class=\"stage\">\n<div class=\"new\">\n<div class=\"page\">\n")
      writer.append(arriving.writer)
      writer.literal("</div>\n</div>\n<div class=\"old\" aria-hidden=\"true\"")
      writer.attribute("lang", HTMLPage.language(of: old.0))
      writer.attribute("dir", HTMLPage.direction(of: old.0, traits))
      writer.literal(">\n<div class=\"page\">\n")
      writer.append(leaving.writer)
      writer.literal("</div>\n</div>\n</div>\n")
    }
  }
}
