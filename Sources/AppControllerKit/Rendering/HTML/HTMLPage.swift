/// A whole page: the markup around the body.
struct HTMLPage {
  let description: InterfaceDescription
  let title: String
  let traits: TraitCollection
  var styles = [StyleSheet.page]

  /// Writes the page around a body.
  func document(_ writeBody: (inout HTMLWriter) -> Void) -> String {
    var writer = HTMLWriter()
    writer.literal("<!DOCTYPE html>\n<html")
    writer.attribute("lang", Self.language(of: description))
    writer.attribute("dir", Self.direction(of: description, traits))
    writer.literal(">\n<head>\n<meta charset=\"utf-8\">\n")
    writer.literal("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src ")
    writer.markup(styles.map(\.source).joined(separator: " "))
    writer.literal("; img-src data:; base-uri 'none'; form-action 'self'\">\n")
    writer.literal("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
    writer.literal("<meta name=\"color-scheme\" content=\"")
    switch traits.color {
    case .light: writer.literal("light\">\n")
    case .dark: writer.literal("dark\">\n")
    case .unspecified, .monochrome: writer.literal("light dark\">\n")
    }
    writer.literal("<meta name=\"referrer\" content=\"no-referrer\">\n<title>")
    writer.text(title)
    writer.literal("</title>\n")
    for style in styles {
      writer.literal("<style>")
      writer.markup(style.text)
      writer.literal("</style>\n")
    }
    writer.literal("</head>\n<body>\n")
    writeBody(&writer)
    writer.literal("</body>\n</html>\n")
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The language of a page; `und` for a text that is not a language tag.
  static func language(of description: InterfaceDescription) -> String {
    let language = description.language
    let isTag =
      !language.isEmpty && language.utf8.count <= InterfaceLimits.standard.id
      && language.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
    return isTag ? language : "und"
  }

  /// The direction of a page: the description's, otherwise the host's, otherwise that of the page's first letter.
  static func direction(of description: InterfaceDescription, _ traits: TraitCollection) -> String {
    switch (description.direction, traits.direction) {
    case (.leftToRight, _), (.auto, .leftToRight): "ltr"
    case (.rightToLeft, _), (.auto, .rightToLeft): "rtl"
    case (.auto, .unspecified): "auto"
    }
  }

  /// Whether our own words, which are English, need no language attribute.
  static func isEnglish(_ language: String) -> Bool {
    let tag = language.utf8.prefix(3).map { $0 | 0x20 }
    return tag == Array("en".utf8) || tag == Array("en".utf8) + [UInt8(ascii: "-") | 0x20]
  }
}
