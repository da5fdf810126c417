/// Draws an interface as one self-contained page: no script, no external image, no second file.
///
/// The page presents the elements of ``InterfaceDescription/accessibleElements(state:tabs:traits:)``, in the same
/// order, to sighted readers and to screen readers. It is light or dark as the reader prefers, allows nothing but its
/// own style sheet, and sends typed values only to its origin. A button is sent as `:action`, with its node's id, and
/// the screen as `:screen`.
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
  ///   - traits: The direction and the languages where the description gives none; the colours where they are light or
  ///     dark.
  /// - Returns: HTML in UTF-8, ending in a line feed.
  public func render(
    _ description: InterfaceDescription, state: PresentationState = .init(), traits: TraitCollection = .init()
  ) -> String {
    var painter = painter(of: (description, state), prefix: "n", traits, into: HTMLWriter(for: description.arena))
    HTMLPage(description: description, title: painter.title, traits: traits).begin(&painter.writer, [.page])
    painter.emit("<div class=\"page\">\n")
    painter.paint(0)
    painter.emit("</div>\n</body>\n</html>\n")
    return painter.writer.text
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
  ///   - traits: The direction and the languages where the new description gives none.
  /// - Returns: HTML in UTF-8, ending in a line feed.
  public func renderTransition(
    from old: (InterfaceDescription, PresentationState), to new: (InterfaceDescription, PresentationState),
    configuration: AppController.Configuration = .init(), traits: TraitCollection = .init()
  ) -> String {
    let moves = traits.motion == .full || traits.motion == .unspecified
    if !moves || configuration.time == .zero { return render(new.0, state: new.1, traits: traits) }
    var arriving = painter(of: new, prefix: "n", traits, into: HTMLWriter(for: new.0.arena))
    let page = HTMLPage(description: new.0, title: arriving.title, traits: traits)
    page.begin(&arriving.writer, [.page, StyleSheet(transition: configuration)])
    arriving.emit("<div class=\"stage\">\n<div class=\"new\">\n<div class=\"page\">\n")
    arriving.paint(0)
    arriving.emit("</div>\n</div>\n<div class=\"old\" aria-hidden=\"true\"")
    arriving.writer.attributes(of: old.0, traits)
    arriving.emit(">\n<div class=\"page\">\n")
    var leaving = painter(of: old, prefix: "o", traits, isPicture: true, into: arriving.writer)
    leaving.paint(0)
    leaving.emit("</div>\n</div>\n</div>\n</body>\n</html>\n")
    return leaving.writer.text
  }

  private func painter(
    of shown: (InterfaceDescription, PresentationState), prefix: StaticString, _ traits: TraitCollection,
    isPicture: Bool = false, into writer: consuming HTMLWriter
  ) -> HTMLPainter {
    HTMLPainter(
      shown.0.resolved().shown(in: shown.1), state: shown.1, FaceWords(for: shown.0.language, traits), prefix: prefix,
      isPicture: isPicture, into: writer)
  }
}

/// What a page begins with, up to its body.
struct HTMLPage {
  let description: InterfaceDescription
  let title: String
  let traits: TraitCollection

  /// A page with style sheets of its own has a policy; that of others, and its `head`, is from their server.
  func begin(
    _ writer: inout HTMLWriter, _ styles: [StyleSheet] = [], linking style: String? = nil, _ script: String? = nil,
    head: String = ""
  ) {
    writer.emit("<!DOCTYPE html>\n<html")
    writer.attributes(of: description, traits)
    writer.emit(">\n<head>\n<meta charset=\"utf-8\">\n")
    if !styles.isEmpty {
      writer.emit("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src ")
      writer.emit(written: styles.map(\.source).joined(separator: " ").utf8Span.span)
      writer.emit("; img-src data:; base-uri 'none'; form-action 'self'\">\n")
    }
    writer.emit("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
    switch traits.color {
    case .light: writer.emit("<meta name=\"color-scheme\" content=\"light\">\n")
    case .dark: writer.emit("<meta name=\"color-scheme\" content=\"dark\">\n")
    case .unspecified, .monochrome: writer.emit("<meta name=\"color-scheme\" content=\"light dark\">\n")
    }
    // A server sends its own policy: without a referrer, a form has no origin, which the server checks.
    if !styles.isEmpty { writer.emit("<meta name=\"referrer\" content=\"no-referrer\">\n") }
    writer.emit("<title>", text: title, "</title>\n")
    for style in styles {
      writer.emit("<style>")
      writer.emit(written: style.text.utf8Span.span)
      writer.emit("</style>\n")
    }
    if let style { writer.emit("<link rel=\"stylesheet\" href=\"", text: style, "\">\n") }
    if let script { writer.emit("<script src=\"", text: script, "\" defer></script>\n") }
    writer.emit(written: head.utf8Span.span)
    writer.emit("</head>\n<body>\n")
  }
}

extension HTMLWriter {
  mutating func attributes(of description: InterfaceDescription, _ traits: TraitCollection) {
    attribute("lang", Self.language(of: description))
    attribute("dir", Self.direction(of: description, traits))
  }

  /// `und` for a text that is not a language tag.
  private static func language(of description: InterfaceDescription) -> String {
    let language = description.language
    let isTag =
      !language.isEmpty && language.utf8.count <= InterfaceLimits.standard.id
      && language.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
    return isTag ? language : "und"
  }

  /// The description's, otherwise the host's, otherwise that of the page's first letter.
  private static func direction(of description: InterfaceDescription, _ traits: TraitCollection) -> String {
    switch (description.direction, traits.direction) {
    case (.leftToRight, _), (.auto, .leftToRight): "ltr"
    case (.rightToLeft, _), (.auto, .rightToLeft): "rtl"
    case (.auto, .auto): "auto"
    }
  }
}

// The transition of a page: the old interface lies above the new one, and both are animated once, if the reader allows
// motion. Otherwise only the new one is shown.
extension StyleSheet {
  /// Has the rules with which the script animates each transition.
  package static let live = StyleSheet(
    page.text + """

      .said:empty { display: none; }
      .said { position: sticky; inset-block-start: 0; z-index: 2; padding: .75rem 1rem; }
      .said, .said :is(a, code) { background: var(--ink); color: var(--page); }
      .said code { display: block; border: 1px solid; padding: .25rem .5rem; }
      .said[role=alert] { border-block-end: .3rem solid var(--danger); }
      .shown > .bar, .layer > .bar { margin-block-end: 1rem; }
      .wait {
        position: fixed; inset-block-end: 1rem; inset-inline-end: 1rem; z-index: 1; margin: 0; padding: .5rem 1rem;
        display: flex; gap: 1rem; align-items: center;
        background: var(--card); border: 1px solid var(--line); border-radius: .5rem;
      }
      .close { margin-block-start: 1rem; }
      .layer {
        position: fixed; inset: 0; z-index: 1; margin: auto; width: min(40rem, 100% - 2rem); height: fit-content;
        max-height: calc(100dvh - 2rem); overflow: auto; overscroll-behavior: contain; box-shadow: 0 0 0 100vmax #0009;
      }
      body:has(.layer) { overflow: hidden; }
      button.tab { border: 0; border-radius: 0; border-block-end: 3px solid transparent; padding: .75rem 1rem; }
      button.disclosure { text-align: start; border: 0; padding-inline: .5rem; }
      button.disclosure::before { content: "\\25B8\\00A0" / ""; }
      button.disclosure[aria-expanded=true]::before { content: "\\25BE\\00A0" / ""; }
      @media (scripting: none) {
        button[aria-disabled=true]:not([aria-busy]) { background: none; color: var(--accent); cursor: pointer; }
        button.primary[aria-disabled=true] { background: var(--accent); color: var(--on-accent); }
      }
      ::view-transition-group(*), ::view-transition-old(*), ::view-transition-new(*) { animation: none; }
      @media (prefers-reduced-motion: no-preference) {
        :root { --forward: 1; }
        :root:dir(rtl) { --forward: -1; }
        \(AppController.Configuration.Style.allCases.map(Self.rules).joined(separator: "\n    "))
      }
      \(AppController.Configuration.Style.allCases.map(Self.keyframes).joined(separator: "\n  "))

      """)

  static func name(of style: AppController.Configuration.Style) -> String { "\(style)" }

  private static func rules(of style: AppController.Configuration.Style) -> String {
    let times = "var(--time) \(style.easing) var(--delay) both"
    return "[data-style=\(style)]::view-transition-old(root) { animation: leave-\(style) \(times); } "
      + "[data-style=\(style)]::view-transition-new(root) { animation: arrive-\(style) \(times); }"
  }

  private static func keyframes(of style: AppController.Configuration.Style) -> String {
    "@keyframes leave-\(style) { \(style.leaving) to { visibility: hidden; } }\n"
      + "@keyframes arrive-\(style) { \(style.arriving) }"
  }

  init(transition configuration: AppController.Configuration) {
    let times =
      "\(Self.milliseconds(configuration.transitionDuration)) \(configuration.style.easing) "
      + "\(Self.milliseconds(configuration.transitionDelay)) both"
    self.init(
      """

      @media (prefers-reduced-motion: no-preference) {
        .stage { overflow: clip; --forward: 1; }
        .stage:dir(rtl) { --forward: -1; }
        .old { display: block; position: absolute; inset: 0; background: var(--page); pointer-events: none; }
        .old { animation: leave \(times); }
        .new { animation: arrive \(times); }
      }
      @keyframes leave { \(configuration.style.leaving) to { visibility: hidden; } }
      @keyframes arrive { \(configuration.style.arriving) }

      """
    )
  }

  static func milliseconds(_ time: Duration) -> String {
    let time = min(max(time, .zero), .seconds(60)).components
    return "\(time.seconds * 1_000 + time.attoseconds / 1_000_000_000_000_000)ms"
  }
}

extension AppController.Configuration.Style {
  fileprivate var easing: String {
    switch self {
    case .none, .crossDissolve, .fade: "linear"
    case .slideLeading, .slideTrailing, .slideUp, .slideDown: "ease-in-out"
    }
  }

  fileprivate var leaving: String {
    switch self {
    case .none: ""
    case .crossDissolve: "to { opacity: 0; }"
    case .fade: "50%, to { opacity: 0; }"
    case .slideLeading: "to { transform: translateX(calc(var(--forward) * -100%)); }"
    case .slideTrailing: "to { transform: translateX(calc(var(--forward) * 100%)); }"
    case .slideUp: "to { transform: translateY(-100%); }"
    case .slideDown: "to { transform: translateY(100%); }"
    }
  }

  fileprivate var arriving: String {
    switch self {
    case .none, .crossDissolve: ""
    case .fade: "from, 50% { opacity: 0; }"
    case .slideLeading: "from { transform: translateX(calc(var(--forward) * 100%)); }"
    case .slideTrailing: "from { transform: translateX(calc(var(--forward) * -100%)); }"
    case .slideUp: "from { transform: translateY(100vh); }"
    case .slideDown: "from { transform: translateY(-100vh); }"
    }
  }
}

enum ImageData {
  private static let beginnings = [
    "data:image/png;base64,", "data:image/jpeg;base64,", "data:image/gif;base64,", "data:image/webp;base64,",
  ]

  /// The data of an image cannot contain a script or lead elsewhere.
  static func allows(_ source: String) -> Bool {
    guard let beginning = beginnings.first(where: { source.utf8.starts(with: $0.utf8) }) else { return false }
    return source.utf8.dropFirst(beginning.utf8.count).allSatisfy { byte in
      byte.isLetterOrDigit || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=")
    }
  }
}
