import AppControllerKit
import ProviderPlugins

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

  /// The colours that the value of `--color` chooses.
  init(choice: String?) { self = Self.choices.first { $0.key == choice }?.value ?? .unspecified }
}
