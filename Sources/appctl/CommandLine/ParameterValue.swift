import ProviderPlugins

protocol ParameterValue: Sendable {
  /// Used unless the parameter declares another.
  static var completion: CompletionHint { get }

  /// The index is from 0; throws `ACK5001`.
  static func read(_ text: String, at index: Int, of spec: ParameterSpec) throws(CommandError) -> Self
}

extension ParameterValue {
  static var completion: CompletionHint { .none }
}

extension ParameterValue where Self: RawRepresentable<String> & CaseIterable {
  static var choices: [String] { allCases.map(\.rawValue) }
  static var completion: CompletionHint { .values(choices) }

  static func read(_ text: String, at index: Int, of spec: ParameterSpec) throws(CommandError) -> Self {
    guard let value = Self(rawValue: text) else { throw .badChoice(text, for: spec.name, among: choices) }
    return value
  }
}

extension ProviderPermission: ParameterValue {
  static func read(_ text: String, at index: Int, of spec: ParameterSpec) throws(CommandError) -> ProviderPermission {
    guard let permission = ProviderPermission(rawValue: text) else {
      throw .badValue(
        text, for: spec.name, why: "it is one of \(forms.joined(separator: ", "))",
        fix: "name one that the provider declares, as appctl inspect shows them")
    }
    return permission
  }
}

enum Format: String, CaseIterable, ParameterValue {
  case text, json, html, svg
}

extension String: ParameterValue {
  static func read(_ text: String, at index: Int, of spec: ParameterSpec) -> String { text }
}

extension UInt64: ParameterValue {
  static func read(_ text: String, at index: Int, of spec: ParameterSpec) throws(CommandError) -> UInt64 {
    guard let number = UInt64(text) else {
      throw .badValue(
        text, for: spec.name, why: "it is a whole number from 0 to \(UInt64.max)",
        fix: "write the number that a run has printed")
    }
    return number
  }
}

extension Duration: ParameterValue {
  /// Takes a decimal number of seconds, above zero and at most 600.
  static func read(_ text: String, at index: Int, of spec: ParameterSpec) throws(CommandError) -> Duration {
    let plain = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".") }
    guard plain, let seconds = Double(text), seconds <= 600, Duration.seconds(seconds) > .zero else {
      throw .badValue(
        text, for: spec.name, why: "it is a number of seconds above 0 and at most 600",
        fix: "write a number such as 30 or 0.5")
    }
    return .seconds(seconds)
  }
}

extension ProviderPin: ParameterValue {
  static func read(_ text: String, at index: Int, of spec: ParameterSpec) throws(CommandError) -> ProviderPin {
    guard let pin = ProviderPin(sha256: text) else {
      throw .badValue(
        text, for: spec.name, why: "it is a SHA-256 digest: 64 hexadecimal digits",
        fix: "take the digest that 'appctl inspect' or 'sha256sum' prints")
    }
    return pin
  }
}

/// Split at the first `=`; only the value may be empty.
struct NamedValue: ParameterValue, Equatable {
  let name: String
  let value: String

  /// An error identifies the wrong pair by its number and never repeats it, since it may be a secret.
  static func read(_ text: String, at index: Int, of spec: ParameterSpec) throws(CommandError) -> NamedValue {
    let parts = CommandLineParser.split(text)
    if let parts, !parts.name.isEmpty { return NamedValue(name: parts.name, value: parts.value) }
    let form = spec.value ?? "NAME=VALUE"
    throw .usage(
      "value \(index + 1) of \(spec.name) has \(parts == nil ? "no '='" : "no name before its '='")",
      why: "it wants \(form); the value is not repeated here, since it may be a secret",
      fix: "write \(spec.name) \(form), between quotes when it has spaces")
  }
}
