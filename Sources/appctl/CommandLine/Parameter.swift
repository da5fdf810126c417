import AppControllerKit
import ProviderPlugins
import Synchronization

/// A property of a command that is filled from the command line: an option, a flag or an argument.
///
/// The command's list of them says its name. The property's type determines how often the option may be given.
@propertyWrapper
struct Parameter<Value: Sendable>: DeclaredParameter {
  typealias Reading = @Sendable ([String], ParameterSpec) throws(CommandError) -> Value

  private final class Cell: Sendable {
    let value = Mutex<Value?>(nil)
  }

  private(set) var spec: ParameterSpec
  private let read: Reading
  private let cell: Cell

  private init(_ spec: ParameterSpec, _ read: @escaping Reading) { (self.spec, self.read, cell) = (spec, read, Cell()) }

  var wrappedValue: Value {
    get {
      guard let value = cell.value.withLock({ $0 }) else {
        preconditionFailure("\(spec) is read before a command line")
      }
      return value
    }
    nonmutating set { cell.value.withLock { $0 = newValue } }
  }

  func take(_ texts: [String], as spec: ParameterSpec) throws(CommandError) { wrappedValue = try read(texts, spec) }
}

typealias Option = Parameter
typealias Argument = Parameter
typealias Flag = Parameter<Bool>

protocol DeclaredParameter: Sendable {
  /// Without the name.
  var spec: ParameterSpec { get }

  /// Throws `ACK5001` when a text is not valid.
  func take(_ texts: [String], as spec: ParameterSpec) throws(CommandError)
}

extension Parameter where Value == Bool {
  init(_ help: String) { self.init(ParameterSpec(help: help)) { texts, _ in !texts.isEmpty } }
}

extension Parameter {
  /// An option that is given at most once.
  init<One: ParameterValue>(value: String, as completion: CompletionHint = One.completion, _ help: String)
  where Value == One? {
    self.init(ParameterSpec(value: value, help: help, completion: completion), One.first)
  }

  /// An option that may be repeated.
  init<One: ParameterValue>(value: String, as completion: CompletionHint = One.completion, _ help: String)
  where Value == [One] {
    self.init(ParameterSpec(value: value, help: help, isRepeatable: true, completion: completion), One.all)
  }

  /// An argument that may be left out.
  init<One: ParameterValue>(as completion: CompletionHint = One.completion, _ help: String) where Value == One? {
    self.init(ParameterSpec(help: help, completion: completion), One.first)
  }

  /// An argument that may be repeated.
  init<One: ParameterValue>(
    optional isOptional: Bool = false, as completion: CompletionHint = One.completion, _ help: String
  ) where Value == [One] {
    self.init(
      ParameterSpec(help: help, isOptional: isOptional, isRepeatable: true, completion: completion), One.all)
  }

  /// A required argument.
  init(as completion: CompletionHint = Value.completion, _ help: String) where Value: ParameterValue {
    let spec = ParameterSpec(help: help, isOptional: false, completion: completion)
    self.init(spec) { texts, spec throws(CommandError) in try Value.read(texts.first ?? "", at: 0, of: spec) }
  }

  init(_ same: Self) { self = same }

  /// Also by one letter, such as `-p`.
  func short(_ name: String) -> Self {
    var same = self
    same.spec.shortName = name
    return same
  }

  init(shared same: Self) {
    self = same
    spec.isShared = true
  }
}

extension ParameterValue {
  fileprivate static func first(_ texts: [String], _ spec: ParameterSpec) throws(CommandError) -> Self? {
    try all(texts, spec).first
  }

  fileprivate static func all(_ texts: [String], _ spec: ParameterSpec) throws(CommandError) -> [Self] {
    var values: [Self] = []
    for (index, text) in texts.enumerated() { values.append(try read(text, at: index, of: spec)) }
    return values
  }
}

// The parameters that several commands take, with the same meaning in each.

extension Parameter<Bool> {
  static var verbose: Self { Self("Print what is being done.").short("-v") }
  static var quiet: Self { Self("Print only the result, warnings and errors.").short("-q") }
}

extension Parameter<Format?> {
  static func format(_ formats: [Format] = [.text, .json]) -> Self {
    let choices = CompletionHint.values(formats.map(\.rawValue))
    return Self(value: "FORMAT", as: choices, "Print the result in this format; text otherwise.").short("-o")
  }
}

extension Parameter<String?> {
  static var provider: Self {
    Self(value: "ID|PATH", as: .provider, "The provider, by its id or its library; the last one otherwise.")
      .short("-p")
  }
  static var setStdin: Self {
    Self(value: "NAME", "Fill the input of this name from standard input, without one trailing newline.")
  }
  static var settingStdin: Self {
    Self(value: "NAME", "Give this setting from standard input, as a secret has to be.")
  }
  static var colorScheme: Self {
    Self(
      value: "SCHEME", as: .values(TraitCollection.Color.schemes.map(\.key)),
      "Use colours for a dark or a light background; auto finds out, and is the default.")
  }
  static var stateDir: Self { Self(value: "DIR", as: .directory, "Keep sessions in this folder.") }
}

extension Parameter<[String]> {
  static var providerDir: Self {
    Self(value: "DIR", as: .directory, "Look for providers in this folder first.")
  }
}

extension Parameter<[NamedValue]> {
  static var set: Self { Self(value: "NAME=VALUE", "Fill the input of this name; refused for a secret.") }
  static var setting: Self {
    Self(value: "NAME=VALUE", "Give this setting of the provider; refused for a secret.")
  }
}

extension Parameter<[ProviderPermission]> {
  static var allow: Self {
    Self(value: "PERMISSION", "Let an isolated provider use network, folder:NAME or socket:NAME.")
  }
}

extension Parameter<Duration?> {
  static var timeout: Self {
    Self(value: "SECONDS", "Wait at most this long for an answer, up to 600.")
  }
}

extension TraitCollection.Color {
  fileprivate static let schemes: KeyValuePairs<String, TraitCollection.Color> = [
    "auto": .unspecified, "dark": .dark, "light": .light,
  ]

  init(scheme: String?) { self = Self.schemes.first { $0.key == scheme }?.value ?? .unspecified }
}

extension Flag {
  static var acceptNewLibrary: Self {
    Self("Let the library replace the one that its id belongs to.")
  }
}

/// The kinds of words that a shell offers for completion.
enum CompletionHint: Sendable, Equatable {
  case none
  case path
  case directory
  /// The id of an installed provider, or the path of a provider's library.
  case provider
  case providerID
  case code
  /// One of these values; no other value is accepted.
  case values([String])
  /// The name of a command; no other value is accepted.
  case commands

  var values: [String]? { if case .values(let values) = self { values } else { nil } }
}

struct ParameterSpec: Sendable, Equatable {
  /// Such as `--provider`; for an argument its placeholder in help, such as `ACTION`.
  var name = ""
  /// Such as `-h`.
  var shortName: String?
  /// The placeholder in help, such as `SECONDS`; nil for a flag.
  var value: String?
  /// One sentence.
  let help: String
  /// Options may be left out, and so may the last arguments.
  var isOptional = true
  /// Among arguments only the last may be given more than once.
  var isRepeatable = false
  /// A shared option may also stand before the command.
  var isShared = false
  var completion = CompletionHint.none

  static let help = ParameterSpec(name: "--help", shortName: "-h", help: "Show help.", isShared: true)
  static let version = ParameterSpec(name: "--version", help: "Show the version.", isShared: true)
  static let color = ParameterSpec(
    name: "--color", value: "WHEN", help: "Use colours; auto uses them on a terminal without NO_COLOR.",
    isShared: true, completion: ColorUse.completion)
  static let ofEveryCommand = [color, help, version]

  /// Options begin with a dash.
  var isArgument: Bool { !name.hasPrefix("-") }

  var isFlag: Bool { value == nil && !isArgument }

  /// `nil` when any value is accepted.
  var choices: [String]? { completion.values }

  /// In the form in which they are typed.
  var names: [String] { [name] + (shortName.map { [$0] } ?? []) }

  /// In the form in which help lists it, such as `--set NAME=VALUE`.
  var term: String { (shortName.map { "\($0), " } ?? "") + text + (isRepeatable ? "..." : "") }

  /// In the form of a usage line, such as `[--set NAME=VALUE]...`.
  var synopsis: String { (isOptional ? "[\(text)]" : text) + (isRepeatable ? "..." : "") }

  private var text: String { name + (value.map { " \($0)" } ?? "") }
}

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
