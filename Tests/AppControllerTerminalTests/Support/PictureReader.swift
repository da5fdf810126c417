import AppControllerKit
import Foundation
import FoundationXML

/// Reads the accessible elements of an SVG picture, and its visible rows.
final class PictureReader: NSObject, XMLParserDelegate {
  /// One element in a picture.
  struct Thing: Equatable, CustomStringConvertible {
    var role: String
    var name: String
    var hint: String?
    var states: Set<String>

    var description: String { "\(role) \"\(name)\" \(states.sorted())" + (hint.map { " ?\($0)" } ?? "") }
  }

  private(set) var things: [Thing] = []
  /// The visible texts, in their order, without spaces.
  private(set) var seen = ""
  private var isText = false

  init(_ picture: String) throws {
    super.init()
    let parser = XMLParser(data: Data(picture.utf8))
    parser.delegate = self
    if !parser.parse() { throw parser.parserError ?? CocoaError(.coderInvalidValue) }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    isText = name == "text"
    guard name == "g", let role = attributes["role"] else { return }
    let others = ["role", "aria-label", "aria-description", "aria-valuemin", "aria-valuemax"]
    let states = attributes.filter { !others.contains($0.key) }.map { name, value in
      name == "aria-expanded" && value == "false" ? "collapsed" : name.dropFirst("aria-".count)
    }
    things.append(
      Thing(
        role: role, name: attributes["aria-label"] ?? "", hint: attributes["aria-description"],
        states: Set(states.map(String.init))))
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) { isText = false }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if isText { seen += text.filter { $0 != " " } }
  }
}

extension PictureReader {
  /// Returns the elements as a picture expresses them, without `pressable`, which is not a state of ARIA.
  static func expected(_ elements: [AccessibleElement]) -> [Thing] {
    elements.map {
      Thing(
        role: role(of: $0), name: $0.name, hint: $0.hint,
        states: Set($0.states.subtracting([.pressable, .asksFirst]).names))
    }
  }

  private static func role(of element: AccessibleElement) -> String {
    switch element.role {
    case .textInput, .multilineTextInput, .emailInput, .passwordInput, .urlInput, .dateInput, .timeInput,
      .dateTimeInput:
      "textbox"
    case .numberInput, .spinButton: "spinbutton"
    case .searchInput: "searchbox"
    case .image: "img"
    case .progressIndicator: "progressbar"
    case .radioButton: "radio"
    case .main, .dialog, .region, .form, .group, .list, .listItem, .table, .row, .figure, .radioGroup, .tabList, .tab,
      .heading, .paragraph,
      .code, .alert, .status, .button, .link, .checkBox:
      element.role.rawValue.lowercased()
    }
  }
}
