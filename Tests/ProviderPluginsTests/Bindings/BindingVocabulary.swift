import AppControllerKit

/// The table of the vocabulary's helpers in the bindings: a function for each kind, and setters for each name.
///
/// The helpers of every language are generated from it. A kind or a name that is added to the vocabulary has to be
/// entered here, because the switches have no default.
enum BindingVocabulary {
  /// A value that a property may have.
  enum Value {
    case text, boolean, whole, number, texts, pairs, map, list
    /// A text, a truth or a number, whichever fits; a list is written with the opener.
    case any
  }

  /// The required properties of a kind, in the order of the helper's parameters; an id comes first.
  static func parameters(of kind: NodeKind) -> [PropertyName] {
    switch kind {
    case .stack, .grid, .group, .list, .divider, .spacer, .navigation, .presented, .image: []
    case .tabs: [.id]
    case .item, .screen, .field, .toggle, .choice, .button: [.id, .label]
    case .link: [.id, .label, .url]
    case .text, .code, .banner: [.text]
    case .progress, .chart: [.label]
    case .table, .row: []
    case .secret: [.id, .label]
    }
  }

  /// The values that a property may have; a name that means different things has the values of all of them.
  static func values(of name: PropertyName) -> [Value] {
    switch name {
    case .align, .alt, .asset, .axis, .badge, .checked, .content, .dir, .fallbackText, .hint, .icon, .id, .initialFocus,
      .label,
      .lang,
      .live, .message, .name, .placeholder, .primaryAction, .rule, .scope, .selected, .severity, .source, .step, .style,
      .text, .title, .url, .qr, .unit:
      [.text]
    case .busy, .collapsed, .decorative, .hidden, .labelHidden, .multiple, .validates: [.boolean]
    case .columns: [.whole, .list]
    case .lines, .minColumns, .schema, .weight: [.whole]
    case .max, .min: [.any]
    case .aspect, .deadline, .total: [.number]
    case .filled, .labels, .sends, .valid: [.texts]
    case .payload: [.pairs]
    case .action, .confirm, .input, .media, .not, .progress, .requires, .secret: [.map]
    case .all, .any, .options, .rules, .values: [.list]
    case .enabled, .visible: [.boolean, .map]
    case .fallback: [.text, .map]
    case .value: [.any, .list]
    }
  }

  /// The name of a function, such as `fallback_text` of `fallbackText`.
  fileprivate static func snake(_ name: String) -> String {
    name.map { $0.isUppercase ? "_\($0.lowercased())" : "\($0)" }.joined()
  }
}

/// A language for which the helpers are generated.
enum BindingLanguage: CaseIterable, Sendable {
  case cpp, rust

  /// The helpers.
  var helpers: String {
    let kinds = NodeKind.allCases.map(kind)
    let setters = PropertyName.allCases.flatMap { name in
      BindingVocabulary.values(of: name).flatMap { property(name.name, $0) }
    }
    return (kinds + setters).map(laidOut).joined(separator: "\n")
  }

  /// A function on one line of at most 120 columns, or its body on a line of its own.
  private func laidOut(_ function: String) -> String {
    let step = self == .cpp ? "  " : "    "
    guard step.count + function.count > 120, let brace = function.firstRange(of: " { ") else { return step + function }
    let body = function[brace.upperBound...].dropLast(2)
    return "\(step)\(function[..<brace.lowerBound]) {\n\(step)\(step)\(body)\n\(step)}"
  }

  private func kind(_ kind: NodeKind) -> String {
    let names = BindingVocabulary.parameters(of: kind).map(\.name)
    let id = names.first == "id" ? "id" : "\"\""
    let others = names.filter { $0 != "id" }
    let function = BindingVocabulary.snake(kind.name)
    switch self {
    case .cpp:
      let parameters = names.map { "string_view \($0)" }.joined(separator: ", ")
      let set = others.map { "{\"\($0)\", \($0)}" }.joined(separator: ", ")
      let begun = !others.isEmpty ? ", \(id), {\(set)}" : id == "id" ? ", id" : ""
      return "Node \(function)(\(parameters)) noexcept { return node(\"\(kind.name)\"\(begun)); }"
    case .rust:
      let parameters = names.map { ", \($0): &str" }.joined()
      let set = others.map { "(\"\($0)\", \($0))" }.joined(separator: ", ")
      return "pub fn \(function)(&mut self\(parameters)) -> Node<'_> { self.begin(\"\(kind.name)\", \(id), &[\(set)]) }"
    }
  }

  private func property(_ name: String, _ value: BindingVocabulary.Value) -> [String] {
    let setter = value == .map || value == .list ? [] : [setter(name, value)]
    return setter + opener(name, value)
  }

  private func setter(_ name: String, _ value: BindingVocabulary.Value) -> String {
    let function = "set_\(BindingVocabulary.snake(name))"
    let call = value == .texts ? "set_texts" : value == .pairs ? "set_pairs" : "set"
    switch self {
    case .cpp:
      let type =
        switch value {
        case .text: "string_view"
        case .boolean: "Boolean"
        case .whole: "std::int64_t"
        case .number: "double"
        case .texts: "Texts"
        case .pairs: "Pairs"
        case .any, .map, .list: "T"
        }
      let template = type == "T" ? "template <class T> " : ""
      let argument = type == "T" ? "const T &" : "\(type) "
      return "\(template)Node &\(function)(\(argument)value) noexcept { return \(call)(\"\(name)\", value); }"
    case .rust:
      let type =
        switch value {
        case .text: "&str"
        case .boolean: "bool"
        case .whole: "i64"
        case .number: "f64"
        case .texts: "&[&str]"
        case .pairs: "&[(&str, &str)]"
        case .any, .map, .list: "impl Value"
        }
      return "pub fn \(function)(&mut self, value: \(type)) -> &mut Self { self.\(call)(\"\(name)\", value) }"
    }
  }

  private func opener(_ name: String, _ value: BindingVocabulary.Value) -> [String] {
    let call: String
    switch value {
    case .map, .pairs: call = "open_map"
    case .list, .texts: call = "open_list"
    case .text, .boolean, .whole, .number, .any: return []
    }
    let function = "open_\(BindingVocabulary.snake(name))"
    switch self {
    case .cpp: return ["Node \(function)() noexcept { return \(call)(\"\(name)\"); }"]
    case .rust: return ["pub fn \(function)(&mut self) -> Node<'_> { self.\(call)(\"\(name)\") }"]
    }
  }
}
