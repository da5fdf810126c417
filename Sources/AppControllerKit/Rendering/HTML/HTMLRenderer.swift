/// Draws an interface as one self-contained page: no script, no external image, no second file.
///
/// The page presents the elements of ``InterfaceDescription/accessibleElements(state:tabs:)``, in the same order, to
/// sighted readers and to screen readers. It is light or dark as the reader prefers, allows nothing but its own style
/// sheet, and sends typed values only to its origin. A button is sent as `:action`, with its node's id, and the screen
/// as `:screen`.
///
/// The output depends on the arguments alone, and takes time linear in the size of the description.
public struct HTMLRenderer: Sendable {
  /// Makes a renderer.
  public init() {}

  /// The page of a description.
  ///
  /// - Parameters:
  ///   - description: The interface.
  ///   - state: The user's values and selections, and the error messages. A secret is never written.
  ///   - traits: The direction where the description gives none; the colours where they are light or dark.
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

  /// The page of a transition: it begins as one interface, and changes to another one by itself.
  ///
  /// The first interface is a picture without usable controls. For a reader who prefers no motion, the page is the
  /// second interface from the start; the same holds when the configuration or the traits exclude motion.
  ///
  /// - Parameters:
  ///   - old: The old interface, with its state.
  ///   - new: The new interface, with its state.
  ///   - configuration: The look and the duration of the transition.
  ///   - traits: The direction where the new description gives none.
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
