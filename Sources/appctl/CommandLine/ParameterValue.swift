import AppControllerKit
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

extension ParameterSpec {
  /// Throws `ACK5001` when the text has given no value.
  func require<Value>(_ value: Value?, of text: String, why: String, fix: String) throws(CommandError) -> Value {
    guard let value else { throw .badValue(text, for: name, why: why, fix: fix) }
    return value
  }
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
    try spec.require(
      ProviderPermission(rawValue: text), of: text, why: "it is one of \(forms.joined(separator: ", "))",
      fix: "name one that the provider declares, as appctl inspect shows them")
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
    try spec.require(
      UInt64(text), of: text, why: "it is a whole number from 0 to \(UInt64.max)",
      fix: "write the number that a run has printed")
  }
}

extension Duration: ParameterValue {
  /// Takes a decimal number of seconds, above zero and at most 600.
  static func read(_ text: String, at index: Int, of spec: ParameterSpec) throws(CommandError) -> Duration {
    let isPlain = text.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
    let time = Double(text).flatMap { isPlain && $0 <= 600 ? Duration.seconds($0) : nil }
    return try spec.require(
      time.flatMap { $0 > .zero ? $0 : nil }, of: text, why: "it is a number of seconds above 0 and at most 600",
      fix: "write a number such as 30 or 0.5")
  }
}

extension ProviderPin: ParameterValue {
  static func read(_ text: String, at index: Int, of spec: ParameterSpec) throws(CommandError) -> ProviderPin {
    try spec.require(
      ProviderPin(sha256: text), of: text, why: "it is a SHA-256 digest: 64 hexadecimal digits",
      fix: "take the digest that 'appctl inspect' or 'sha256sum' prints")
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
