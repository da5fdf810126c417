import AppControllerWeb

/// What a browser has of a page: the hidden fields of its form, its buttons, and who is logged in.
struct BrowserPage {
  struct Button {
    /// The id in the description; empty for a button of the page's own.
    let id: String
    let name: String
    let value: String
  }

  private(set) var fields: [(name: String, value: String)] = []
  private(set) var buttons: [Button] = []
  let logins: [String]

  private static let buttonNames: Set<String> = [":press", ":back", ":cancel", ":select"]

  init(_ markup: [UInt8]) {
    logins = Self.logins(in: markup)
    let parts = markup.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
    var tag: [String: String] = [:]
    for index in stride(from: 0, to: parts.count - 1, by: 2) {
      if parts[index].contains(UInt8(ascii: "<")) {
        note(tag)
        tag = [:]
      }
      for name in ["name", "value", "data-id"]
      where parts[index].reversed().starts(with: "=\(String(name.reversed()))".utf8) {
        tag[name] = Self.text(parts[index + 1])
      }
    }
    note(tag)
  }

  private mutating func note(_ tag: [String: String]) {
    guard let name = tag["name"], name.first == ":", name != ":enter" else { return }
    let value = tag["value"] ?? ""
    if Self.buttonNames.contains(name) {
      buttons.append(Button(id: tag["data-id"] ?? "", name: name, value: value))
    } else {
      fields.removeAll { $0.name == name }
      fields.append((name, value))
    }
  }

  /// The secret name of the page.
  var name: String { fields.first { $0.name == ":page" }?.value ?? "" }

  /// The subjects in a text, each of which is between two signs that nothing else has.
  static func logins(in markup: [UInt8]) -> [String] {
    let parts = markup.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    return parts.count < 3 ? [] : stride(from: 1, to: parts.count - 1, by: 2).map { "@\(text(parts[$0]))@" }
  }

  /// The words of a text that are as long as a cookie or a token of a form, and the secrets of sessions.
  static func secrets(in bytes: some Collection<UInt8>) -> [String] {
    bytes.split { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): false
      default: true
      }
    }.filter { word in
      word.count == 43 || word.count == 64 || word.starts(with: "access-".utf8) || word.starts(with: "refresh-".utf8)
    }.map(text)
  }

  private static func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
