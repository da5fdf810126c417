import AppControllerInterface

/// The vocabulary's helpers in the bindings: a function for each kind, and setters for each name.
///
/// The helpers of every language are generated from it, and it is the rows of the vocabulary.
enum BindingVocabulary {
  /// A value that a property may have.
  enum Value {
    case text, boolean, whole, number, texts, pairs, map, list
    /// A text, a truth or a number, whichever fits; a list is written with the opener.
    case any
  }

  /// The required texts of a kind, in the order of the helper's parameters; an id comes first.
  ///
  /// A screen has a label too, because without one there is a warning.
  static func parameters(of kind: NodeKind) -> [PropertyName] {
    let place = PropertyPlace.node(kind)
    return place.rows.filter { row in
      row.form.types == .string && (row.isNeeded(at: place) || kind == .screen && row.name == .label)
    }.map(\.name)
  }

  /// The values that a property may have; a name that means different things has the values of all of them.
  static func values(of name: PropertyName) -> [Value] {
    var found: [Value] = []
    for value in PropertyRow.all.filter({ $0.name == name }).flatMap({ values(of: $0.form) }) {
      if !found.contains(value) { found.append(value) }
    }
    if name == .not { return [.map] }
    return found.contains(.any) ? found.filter { $0 != .text && $0 != .number } : found
  }

  private static func values(of form: ValueForm) -> [Value] {
    switch form {
    case .text, .id, .reference, .words, .step: [.text]
    case .boolean: [.boolean]
    case .whole: [.whole]
    case .number, .seconds: [.number]
    case .bound: [.any]
    case .initialValue: [.any, .list]
    case .condition: [.boolean, .map]
    case .fallback: [.text, .map]
    case .map, .mapOfNumbers: [.map]
    case .mapOfTexts: [.pairs]
    case .texts, .ids: [.texts]
    case .maps, .numbers, .conditions: [.list]
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
