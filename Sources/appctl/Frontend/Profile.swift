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
    func isPlain(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    guard 1...32 ~= name.utf8.count, let first = name.utf8.first, isPlain(first),
      name.utf8.allSatisfy({ isPlain($0) || "._-".utf8.contains($0) })
    else { return nil }
    self.name = name
  }
}

extension Profile: ParameterValue {
  static func read(_ text: String, at index: Int, of spec: ParameterSpec) throws(CommandError) -> Profile {
    guard let profile = Profile(text) else {
      throw .badValue(text, for: spec.name, why: rule, fix: "write a name such as work")
    }
    return profile
  }
}

extension Profile: Comparable {
  /// The default profile comes first.
  static func < (left: Profile, right: Profile) -> Bool {
    if left == standard || right == standard { return left == standard && right != standard }
    return left.name < right.name
  }
}

struct ChosenProfiles: Sendable {
  /// The profile for all providers, from the command line or the environment, with its origin.
  let given: (profile: Profile, origin: String)?
  /// By the ids of providers.
  private let used: [String: Profile]
  /// The profile for all others, with its origin.
  private let fallback: (profile: Profile, origin: String)

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

/// The profiles that `appctl use` has chosen, in the state folder.
///
/// A file that cannot be read or parsed is an error; it is never treated as an absence of choices, because another
/// account would be used then.
struct ProfileFile {
  let folder: String

  private var file: CodedFile<MapKind<CheckedKind<TextKind>>> {
    let name = CheckedKind.checked(.text(atMost: 64)) { Profile($0) == nil ? "is no profile" : nil }
    return CodedFile("profiles.json", in: folder, .map(name, atMost: 100_000, names: 1024))
  }

  /// By the provider's id.
  func load() throws -> [String: Profile] {
    switch try file.load() {
    case nil: [:]
    case .success(let names): names.compactMapValues { Profile($0) }
    case .failure(let fault):
      throw CommandError(
        .badConfiguration, what: "\(file.path.displayable) is damaged: \(fault)",
        why: "without it nobody knows which accounts are in use",
        fix: "move it away, and choose again with 'appctl use PROFILE'")
    }
  }

  /// A provider keeps its own profile; `nil` when none was moved.
  func move(from old: String, to new: String) throws -> Profile? {
    let chosen = try load()
    guard let profile = chosen[old], chosen[new] == nil else { return nil }
    try store(profile, for: new)
    return profile
  }

  /// Durable.
  func store(_ profile: Profile, for id: String) throws {
    try file.exclusively {
      var names = try load().mapValues(\.name)
      names[id] = profile.name
      try file.store(names)
    }
  }
}
