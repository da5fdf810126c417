/// A page as a tree, read by the letter: what a browser would repair is refused.
final class PageElement {
  let name: String
  let attributes: [String: String]
  var children: [PageElement] = []
  /// The text directly inside, and below.
  var text = ""
  private(set) weak var parent: PageElement?

  init(_ name: String, _ attributes: [String: String], in parent: PageElement?) {
    self.name = name
    self.attributes = attributes
    self.parent = parent
  }

  func has(_ attribute: String) -> Bool { attributes[attribute] != nil }

  func isA(_ style: String) -> Bool { attributes["class", default: ""].split(separator: " ").contains { $0 == style } }

  /// The element and everything below it, in order.
  var all: [PageElement] { [self] + children.flatMap(\.all) }

  func first(_ isWanted: (PageElement) -> Bool) -> PageElement? { all.first(where: isWanted) }
}

/// Reads the HTML that our own writer may say, and nothing else.
struct StrictPage {
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  /// What may stand in a page at all.
  ///
  /// No element runs a script or fetches something, and no attribute does.
  static let elements: Set = [
    "html", "head", "meta", "title", "style", "body", "div", "main", "section", "nav", "ul", "li", "a", "h1", "h2", "p",
    "span", "strong", "bdi", "code", "img", "hr", "br", "table", "colgroup", "col", "thead", "tbody", "tr", "th", "td",
    "figure", "svg", "path", "form", "fieldset", "legend", "label", "input", "button", "progress", "textarea",
    "details",
    "summary",
  ]
  static let attributes: Set = [
    "scope", "viewBox", "preserveAspectRatio", "shape-rendering", "fill", "stroke", "stroke-width", "vector-effect",
    "d",
    "lang", "dir", "charset", "http-equiv", "content", "name", "class", "id", "data-id", "data-left", "role", "for",
    "href", "rel",
    "src",
    "alt", "type", "value", "placeholder", "autocomplete", "autocapitalize", "spellcheck", "pattern", "step",
    "required",
    "disabled", "checked", "autofocus", "form", "formnovalidate", "method", "hidden", "max", "aria-label",
    "aria-labelledby", "aria-describedby", "aria-disabled", "aria-hidden", "aria-invalid", "aria-live",
    "aria-required", "aria-valuetext", "min", "rows", "open", "tabindex",
  ]
  private static let void: Set = ["meta", "input", "img", "hr", "br", "col"]
  private static let entities: [Substring: Character] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'"]

  private var rest: Substring.UnicodeScalarView
  private let root = PageElement("", [:], in: nil)
  private var ids: Set<String> = []

  /// Reads a page.
  static func read(_ page: String) throws -> PageElement {
    var reader = StrictPage(rest: page.unicodeScalars[...])
    try reader.readDocument()
    return reader.root
  }

  private init(rest: Substring.UnicodeScalarView) { self.rest = rest }

  private func fault(_ what: String) -> Fault {
    Fault(description: "\(what) before: \(String(rest.prefix(60)))")
  }

  private mutating func skip(_ text: String) -> Bool {
    guard rest.starts(with: text.unicodeScalars) else { return false }
    rest.removeFirst(text.unicodeScalars.count)
    return true
  }

  private mutating func word(_ isPart: (Unicode.Scalar) -> Bool) -> String {
    let word = rest.prefix(while: isPart)
    rest.removeFirst(word.count)
    return String(word)
  }

  private mutating func readDocument() throws {
    guard skip("<!DOCTYPE html>\n") else { throw fault("no doctype") }
    var open = root
    while let next = rest.first {
      if next != "<" {
        let text = try readText { $0 == "<" }
        var element: PageElement? = open
        while let reached = element {
          reached.text += text
          element = reached.parent
        }
      } else if skip("</") {
        let name = word { $0 != ">" }
        guard name == open.name, skip(">"), let parent = open.parent else {
          throw fault("</\(name)> ends <\(open.name)>")
        }
        open = parent
      } else {
        open = try readElement(in: open)
      }
    }
    guard open === root, root.children.map(\.name) == ["html"] else { throw fault("<\(open.name)> is open") }
  }

  /// Reads a start tag, and with a style sheet what is in it.
  private mutating func readElement(in parent: PageElement) throws -> PageElement {
    _ = skip("<")
    let name = word { $0.properties.isAlphabetic || ("0"..."9").contains($0) }
    guard Self.elements.contains(name) else { throw fault("<\(name)>") }
    var attributes: [String: String] = [:]
    while skip(" ") {
      let attribute = word { $0 == "-" || ("a"..."z").contains($0) || ("A"..."Z").contains($0) }
      guard Self.attributes.contains(attribute), attributes[attribute] == nil else { throw fault("\(attribute)=") }
      guard skip("=\"") else {
        attributes[attribute] = ""
        continue
      }
      attributes[attribute] = try readText { $0 == "\"" }
      guard skip("\"") else { throw fault("an attribute goes on") }
    }
    // Foreign elements may end themselves.
    let isClosed = name == "path" && skip("/")
    guard skip(">") else { throw fault("<\(name) goes on") }
    if let id = attributes["id"], !ids.insert(id).inserted { throw fault("a second \(id)") }
    let element = PageElement(name, attributes, in: parent)
    parent.children.append(element)
    if name == "style" { element.text = word { $0 != "<" } }
    return Self.void.contains(name) || isClosed ? parent : element
  }

  /// Reads text up to its end; each mark of HTML in it is an entity.
  private mutating func readText(_ isEnd: (Unicode.Scalar) -> Bool) throws -> String {
    var text = String.UnicodeScalarView()
    while let next = rest.first, !isEnd(next) {
      rest.removeFirst()
      switch next {
      case "&":
        let name = word { $0 != ";" && $0 != "<" }
        guard let character = Self.entities[name[...]], skip(";") else { throw fault("&\(name)") }
        text.append(contentsOf: character.unicodeScalars)
      case "<", ">": throw fault("a bare \(next)")
      case "\n": text.append(next)
      case _ where next.properties.generalCategory == .control: throw fault("U+\(String(next.value, radix: 16))")
      default: text.append(next)
      }
    }
    return String(text)
  }
}
