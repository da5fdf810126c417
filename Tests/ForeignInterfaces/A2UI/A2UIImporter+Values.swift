import AppControllerJSON
import AppControllerKit

// Values: as they are written, from the data model, and of functions.
extension A2UIImporter {
  /// What a property says at first.
  func resolve(_ value: JSONValue, _ scope: Scope) -> DataValue? {
    guard value.objectValue != nil else { return value.isNull ? nil : DataValue(value) }
    if let path = value["path"]?.stringValue, let found = surface.data.find(place(path, scope)) { return found }
    for name in ["literalString", "literalNumber", "literalBoolean", "literalArray", "literal"] {
      if let literal = value[name] { return DataValue(literal) }
    }
    guard let call = value["call"]?.stringValue else { return nil }
    if call == "formatString", let format = value["args"]?["value"]?.stringValue {
      return .text(interpolated(format, scope))
    }
    // What cannot be formatted is said as it is.
    return value["args"]?["value"].flatMap { $0["call"] == nil ? resolve($0, scope) : nil }
  }

  /// The place that a path means: from the root, or from the entry of the template that it is used in.
  func place(_ path: String, _ scope: Scope) -> [String] {
    let steps = DataValue.steps(of: path)
    if scope.isEmpty { return steps }
    if !path.hasPrefix("/") { return scope + steps }
    // Until 0.8 a path in a template begins with a slash and is the entry's all the same.
    return surface.isEarly && surface.data.find(scope + steps) != nil ? scope + steps : steps
  }

  /// The place that a value is bound to, as one name.
  func binding(_ value: JSONValue?, _ scope: Scope) -> String? {
    value?["path"]?.stringValue.map { "/" + place($0, scope).joined(separator: "/") }
  }

  /// A text with `${path}` replaced by what stands there; functions in it are replaced by nothing.
  private func interpolated(_ format: String, _ scope: Scope) -> String {
    var text = ""
    var rest = format[...]
    while let start = rest.firstRange(of: "${") {
      let before = rest[..<start.lowerBound]
      guard let end = rest[start.upperBound...].firstIndex(of: "}") else { break }
      if before.hasSuffix("\\") {
        text += before.dropLast() + "${"
        rest = rest[start.upperBound...]
        continue
      }
      text += before
      text += surface.data.find(place(String(rest[start.upperBound..<end]), scope))?.text ?? ""
      rest = rest[rest.index(after: end)...]
    }
    return text + rest
  }

  /// The text of a value.
  mutating func text(_ value: JSONValue?, _ path: String, _ scope: Scope) -> String? {
    guard let value else { return nil }
    if let call = value["call"]?.stringValue, call != "formatString" {
      context.omit(path, call, "the kit formats nothing; the value is shown as it is")
    } else if let format = value["args"]?["value"]?.stringValue, format.contains("(") {
      context.omit(path, "formatString", "functions in a text are left out")
    }
    let text = resolve(value, scope)?.text
    if text == nil { context.omit(path, "text", "there is none at \(value["path"]?.stringValue ?? "its place")") }
    return text
  }

  /// The text of a property.
  mutating func text(_ part: inout Part, _ name: String) -> String? {
    text(part.object.take(name), part.object.place(of: name), part.scope)
  }
}
