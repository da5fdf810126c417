import AppControllerKit
import ProviderPlugins
import Synchronization

/// A property of a command that is filled from the command line: an option, a flag or an argument.
///
/// The property's name determines the option's name: `var stateDir` is `--state-dir`. The property's type determines
/// how often the option may be given.
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

/// For reflection.
protocol DeclaredParameter: Sendable {
  /// It has a name only for an argument.
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
  init<One: ParameterValue>(name: String, as completion: CompletionHint = One.completion, _ help: String)
  where Value == One? {
    self.init(ParameterSpec(name: name, help: help, completion: completion), One.first)
  }

  /// An argument that may be repeated.
  init<One: ParameterValue>(
    name: String, optional isOptional: Bool = false, as completion: CompletionHint = One.completion, _ help: String
  ) where Value == [One] {
    let spec = ParameterSpec(
      name: name, help: help, isOptional: isOptional, isRepeatable: true, completion: completion)
    self.init(spec, One.all)
  }

  /// A required argument.
  init(name: String, as completion: CompletionHint = Value.completion, _ help: String) where Value: ParameterValue {
    let spec = ParameterSpec(name: name, help: help, isOptional: false, completion: completion)
    self.init(spec) { texts, spec throws(CommandError) in try Value.read(texts.first ?? "", at: 0, of: spec) }
  }

  init(_ same: Self) { self = same }

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
  static var quiet: Self { Self("Print nothing but the result, warnings and errors.") }
}

extension Parameter<Format?> {
  static func format(_ formats: [Format] = [.text, .json]) -> Self {
    let choices = CompletionHint.values(formats.map(\.rawValue))
    return Self(value: "FORMAT", as: choices, "Print the result in this format; text otherwise.")
  }
}

extension Parameter<String?> {
  static var setStdin: Self {
    Self(value: "NAME", "Fill the input of this name from standard input, without one trailing newline.")
  }
  static var settingStdin: Self {
    Self(value: "NAME", "Give the provider's setting of this name from standard input, as a secret has to be.")
  }
  static var color: Self {
    Self(
      value: "HOW", as: .values(TraitCollection.Color.choices.map(\.key)),
      "Use colours for a dark or a light background, or none; auto finds out, and is the default.")
  }
  static var stateDir: Self { Self(value: "DIR", as: .directory, "Keep sessions in this folder.") }
}

extension Parameter<[String]> {
  static var providerDir: Self {
    Self(value: "DIR", as: .directory, "Look for providers in this folder before all others.")
  }
}

extension Parameter<[NamedValue]> {
  static var set: Self { Self(value: "NAME=VALUE", "Fill the input of this name; refused for a secret.") }
  static var setting: Self {
    Self(value: "NAME=VALUE", "Give the provider's setting of this name; refused for a secret.")
  }
}

extension Parameter<[ProviderPermission]> {
  static var allow: Self {
    Self(
      value: "PERMISSION",
      "Let a provider in a process of its own use network, folder:NAME or socket:NAME; config.json can say it for all.")
  }
}

extension Parameter<Duration?> {
  static var timeout: Self {
    Self(
      value: "SECONDS",
      "Wait no longer than this for an answer, 600 at most; run does not interrupt a provider in its own process.")
  }
}

extension TraitCollection.Color {
  fileprivate static let choices: KeyValuePairs<String, TraitCollection.Color> = [
    "auto": .unspecified, "dark": .dark, "light": .light, "none": .monochrome,
  ]

  init(choice: String?) { self = Self.choices.first { $0.key == choice }?.value ?? .unspecified }
}

extension Flag {
  static var acceptNewLibrary: Self {
    Self(
      "Let the library take the place of the one that its id belongs to, with its session, settings and permissions.")
  }
}
