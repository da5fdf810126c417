import AppControllerKit

/// The name of an account; a provider can have several accounts, each with a session of its own.
struct Profile: Hashable, Sendable {
  static let standard = Profile(name: "default")
  /// It also makes names safe as file names.
  static let rule = "a profile has 1 to 32 of the characters a-z 0-9 . _ -, and begins with a letter or a digit"

  let name: String

  private init(name: String) { self.name = name }

  /// `nil` when the name breaks the rule.
  init?(_ name: String) {
    guard 1...32 ~= name.utf8.count, name.utf8.first?.isLetterOrDigit == true, name == name.lowercased(),
      name.utf8.allSatisfy({ $0.isLetterOrDigit || "._-".utf8.contains($0) })
    else { return nil }
    self.name = name
  }
}

extension Profile: ParameterValue {
  static func read(_ text: String, at index: Int, of spec: ParameterSpec) throws(CommandError) -> Profile {
    try spec.require(Profile(text), of: text, why: rule, fix: "write a name such as work")
  }
}

extension Profile: Comparable {
  /// The default profile comes first.
  static func < (left: Profile, right: Profile) -> Bool {
    if left == standard || right == standard { return left == standard && right != standard }
    return left.name < right.name
  }
}

/// The profile of each provider: of the command line, the environment, `appctl use` or the file of settings.
struct ChosenProfiles: Sendable {
  /// The profile for all providers, from the command line or the environment, with its origin.
  let given: (profile: Profile, origin: String)?
  /// By the ids of providers.
  private let used: [String: Profile]
  /// The profile for all others, with its origin.
  private let fallback: (profile: Profile, origin: String)

  init(_ option: Profile?, _ settings: Settings, in folder: StateFolder?) throws {
    let names = try folder?.usedProfiles.load() ?? [:]
    self.init(option, settings, used: names.compactMapValues { Profile($0) })
  }

  init(_ option: Profile?, _ settings: Settings, used: [String: Profile]) {
    let said = settings.profile.map { ($0.value, $0.origin.text) }
    let isInFile = if case .file = settings.profile?.origin { true } else { false }
    given = option.map { ($0, "--profile") } ?? (isInFile ? nil : said)
    fallback = (isInFile ? said : nil) ?? (.standard, "default")
    self.used = used
  }

  subscript(id: String) -> Profile { choice(for: id).profile }

  /// The origin is in words.
  func choice(for id: String) -> (profile: Profile, origin: String) {
    given ?? used[id].map { ($0, "'appctl use'") } ?? fallback
  }
}
