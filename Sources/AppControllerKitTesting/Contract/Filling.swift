import AppControllerKit

/// What is put into the inputs of a screen: what the test gives, and else something that fits.
struct Filling {
  private let form: Form
  private let given: InputValues

  init(of screen: InterfaceDescription.Node, given: InputValues) {
    form = Form(of: screen)
    self.given = given
  }

  /// The value of an input, as the host would send it.
  func value(of name: String, isFilled: Bool) -> InputValue {
    let isSecret = form.entry(named: name)?.input.content.isSecret == true
    guard isFilled else {
      if isSecret { return .secret(Secret("")) }
      return .text(form.entry(named: name)?.node.kind == .toggle ? "false" : "")
    }
    let texts = texts(of: name)
    return isSecret ? .secret(Secret(texts.first ?? "")) : .plain(texts)
  }

  /// The secrets among some inputs that are long enough to be found by their text alone.
  func secrets(among names: [String]) -> [String] {
    names.filter { form.entry(named: $0)?.input.content.isSecret == true }.flatMap { texts(of: $0) }
      .filter { $0.utf8.count >= 8 }
  }

  /// The values of an input; `depth` bounds how far rules that want the same as another input are followed.
  private func texts(of name: String, depth: Int = 0) -> [String] {
    switch given[name] {
    case .plain(let texts)?: texts
    case .secret(let secret)?: [secret.text]
    case nil: [form.entry(named: name).map { fitting($0, depth: depth) } ?? ""]
    }
  }

  private func fitting(_ entry: Form.Entry, depth: Int) -> String {
    if entry.node.kind == .toggle { return "true" }
    if let option = entry.input.options.first { return option.value }
    var text = Self.sample(entry.input.content)
    for rule in entry.input.rules {
      switch rule.requirement {
      case .digits: text = String("4815162342".prefix(max(1, text.count)))
      case .email: text = "kitty@example.com"
      case .length(let min, let max):
        let least = Swift.min(min ?? 0, 1024)
        if text.count < least { text += String(repeating: "4", count: least - text.count) }
        if let max { text = String(text.prefix(Swift.max(0, max))) }
      case .sameAs(let name):
        if depth < 4 { text = texts(of: name, depth: depth + 1).first ?? "" }
      case .required, .oneOf, .unknown: break
      }
    }
    return text
  }

  private static func sample(_ content: FieldContent) -> String {
    switch content {
    case .email: "kitty@example.com"
    case .password, .newPassword: "contract-typed-secret-9d3c"
    case .oneTimeCode: "48151623"
    case .number: "42"
    case .url: "https://example.com/"
    case .text, .username, .search: "Kitty"
    }
  }
}
