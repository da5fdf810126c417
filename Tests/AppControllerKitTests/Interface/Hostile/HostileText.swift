import AppControllerJSON
import AppControllerKit
import Testing

/// Texts that no author writes, and what is said of them.
enum HostileText {
  /// A screen with children and other members.
  static func screen(_ children: String = "", _ more: String = "") -> String {
    #"{"root":{"kind":"screen","id":"s","label":"S"\#(more),"children":[\#(children)]}}"#
  }

  /// A storyboard with as many interfaces as asked for, named `a0`, `a1` and so on.
  static func storyboard(_ count: Int = 1, _ more: String = "", _ interface: (Int) -> String) -> String {
    let interfaces = list(count) { #""a\#($0)":\#(interface($0))"# }
    return #"{"id":"s"\#(more),"interfaces":{\#(interfaces)}}"#
  }

  static func list(_ count: Int, _ element: (Int) -> String) -> String { list(0..<count, element) }

  static func list<Parts: Sequence>(_ parts: Parts, _ element: (Parts.Element) -> String) -> String {
    parts.map(element).joined(separator: ",")
  }

  /// Something within itself.
  static func nested(_ depth: Int, _ opening: String, _ inside: String = "", _ closing: String) -> String {
    String(repeating: opening, count: depth) + inside + String(repeating: closing, count: depth)
  }

  /// Bytes of combining marks in two classes, which Swift's equality sorts in the square of their number.
  static func marks(_ bytes: Int) -> String { String(repeating: "\u{301}\u{323}", count: bytes / 4) }

  /// What is wrong with a text: codes, paths, lines and columns.
  static func problems(_ text: String) -> [String] { problems(Array(text.utf8)) }

  /// What is wrong with bytes: codes, paths, lines and columns.
  static func problems(_ bytes: [UInt8]) -> [String] {
    InterfaceDocument(json: bytes).diagnostics.filter { $0.severity == .error }.map { diagnostic in
      let place = diagnostic.position.map { " \($0.line):\($0.column)" } ?? ""
      return "\(diagnostic.code.rawValue) \(diagnostic.path)\(place)"
    }
  }

  /// What is wrong with the grammar of a text, in words.
  static func words(_ bytes: [UInt8]) -> String? {
    let diagnostics = InterfaceDocument(json: bytes).diagnostics
    return diagnostics.count == 1 && diagnostics[0].code == .badJSON ? diagnostics[0].message : nil
  }
}
