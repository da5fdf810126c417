import Glibc

/// The languages, the time zone and the place of a user, as a surface knows them.
public struct UserLocale: Sendable, Hashable {
  /// The languages that the user reads, as BCP 47 tags, most preferred first.
  public var languages: [String]
  /// The time zone as an IANA name; empty when it is not known.
  public var timeZone: String
  /// Whether the user is at the machine that the app runs on.
  public var place: TraitCollection.Place

  private static let maximumLanguages = 32

  /// Makes the locale of an environment.
  ///
  /// The languages are those of `LANGUAGE`, in the order of the list, and of the first of `LC_ALL`, `LC_MESSAGES` and
  /// `LANG` that is set, as gettext has it: with the locale `C` or `POSIX`, or none, there are no languages. The time
  /// zone is that of `TZ` when it names one, such as `Europe/Berlin`; a rule such as `CET-1CEST` has no name. The user
  /// is elsewhere when `SSH_CONNECTION` or `SSH_TTY` is set.
  ///
  /// - Parameters:
  ///   - environment: The variables.
  ///   - localTime: The target of the link `/etc/localtime`, or a zone's name, for an environment without `TZ`.
  public init(environment: [String: String], localTime: String? = nil) {
    self.init(localTime) { environment[$0] }
  }

  private init(_ localTime: String?, _ read: @escaping (String) -> String?) {
    func variable(_ name: String) -> String? { read(name).flatMap { $0.isEmpty ? nil : $0 } }
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first ?? "C"
    let list = variable("LANGUAGE").map { $0.split(separator: ":").map(String.init) } ?? []
    var languages: [String] = []
    if let own = Self.language(ofLocale: locale) {
      for tag in list.compactMap(Self.language) + [own] where !languages.contains(tag) { languages.append(tag) }
    }
    self.languages = Array(languages.prefix(Self.maximumLanguages))
    let zone = variable("TZ").flatMap { [":/etc/localtime", "/etc/localtime"].contains($0) ? nil : $0 }
    timeZone = Self.zone(zone ?? localTime ?? "")
    place = variable("SSH_CONNECTION") == nil && variable("SSH_TTY") == nil ? .local : .remote
  }

  /// Makes the locale of a browser, which is elsewhere, that sends an `Accept-Language` (RFC 9110, 12.5.4).
  ///
  /// Languages of equal weight keep their order. What is malformed, weighs nothing or is `*` is left out.
  ///
  /// - Parameters:
  ///   - accepted: The value of the field, of which the first 1024 bytes are read.
  ///   - timeZone: The name that the browser says; empty when it says none, or something else.
  public init(accepted: String, timeZone: String = "") {
    let isCut = accepted.utf8.count > 1024
    let ranges = String(decoding: accepted.utf8.prefix(1024), as: UTF8.self).split(separator: ",").dropLast(
      isCut ? 1 : 0)
    let weighted: [(tag: String, weight: Int)] = ranges.prefix(Self.maximumLanguages).compactMap { range in
      let parts = range.filter { $0 != " " && $0 != "\t" }.split(separator: ";", omittingEmptySubsequences: false)
      guard let tag = parts.first.map({ String($0) }), Self.isTag(tag) else { return nil }
      var weight = 1000
      for parameter in parts.dropFirst() {
        guard let said = Self.weight(parameter) else { return nil }
        weight = said
      }
      return weight > 0 ? (tag, weight) : nil
    }
    languages = weighted.enumerated().sorted { first, second in
      (first.element.weight, second.offset) > (second.element.weight, first.offset)
    }.map { $0.element.tag }
    self.timeZone = Self.zone(timeZone)
    place = .remote
  }

  /// The locale of this process.
  public static var current: UserLocale { UserLocale(systemZone) { try? SystemText.variable($0) } }

  /// The target of `/etc/localtime`, or the name in `/etc/timezone` where that is no link.
  package static var systemZone: String? {
    var room = [CChar](repeating: 0, count: 1024)
    let count = unsafe readlink("/etc/localtime", &room, room.count - 1)
    if count > 0 { return String(decoding: room.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self) }
    let name = try? FileSystem.content(of: "/etc/timezone", atMost: 1024)
    return name.map { String(decoding: $0.prefix { $0 != 0x0A }, as: UTF8.self) }
  }
}

extension UserLocale {
  private static let scripts = ["latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva", "arabic": "Arab"]

  /// Returns the tag of a POSIX locale such as `de_AT.UTF-8@euro`; nil for `C`, `POSIX` and what is none.
  private static func language(ofLocale name: String) -> String? {
    let parts = name.split(separator: "@", maxSplits: 1)
    let base = parts.first?.split(separator: ".", maxSplits: 1).first ?? ""
    let names = base.split(separator: "_", omittingEmptySubsequences: false).map(String.init)
    guard let language = names.first, (2...8).contains(language.utf8.count), language != "POSIX" else { return nil }
    let script = parts.count > 1 ? scripts[parts[1].lowercased()] : nil
    let tag = ([language.lowercased()] + [script].compactMap(\.self) + names.dropFirst()).joined(separator: "-")
    return isTag(tag) ? tag : nil
  }

  /// Whether a text has the form of a language tag or range (RFC 4647, 2.1), except `*`.
  private static func isTag(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return parts.first?.allSatisfy(\.isLetter) == true
      && parts.allSatisfy { 1...8 ~= $0.count && $0.allSatisfy(\.isLetterOrDigit) }
  }

  /// Returns the weight in thousandths that a parameter such as `q=0.7` says; nil when it is malformed.
  private static func weight(_ parameter: Substring) -> Int? {
    let text = parameter.lowercased()
    guard text.utf8.starts(with: "q=".utf8), let first = text.utf8.dropFirst(2).first else { return nil }
    let digits = text.utf8.dropFirst(4)
    let hasPoint = text.utf8.dropFirst(3).first.map { $0 == UInt8(ascii: ".") } ?? true
    guard hasPoint, digits.count <= 3, digits.allSatisfy(\.isDigit) else { return nil }
    let thousandths = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    let scaled = (digits.count..<3).reduce(thousandths) { value, _ in value * 10 }
    switch first {
    case UInt8(ascii: "0"): return scaled
    case UInt8(ascii: "1"): return scaled == 0 ? 1000 : nil
    default: return nil
    }
  }

  /// Returns the IANA name of a value of `TZ`, a path of a zone's file, or a name; empty when there is none.
  private static func zone(_ text: String) -> String {
    let bare = text.utf8.first == UInt8(ascii: ":") ? String(text.dropFirst()) : text
    var name = bare
    if bare.utf8.contains(UInt8(ascii: "/")), let range = bare.firstRange(of: "zoneinfo/") {
      name = String(bare[range.upperBound...])
      for tree in ["posix/", "right/"] where name.utf8.starts(with: tree.utf8) { name.removeFirst(tree.count) }
    }
    // Without a folder, digits and signs are those of a rule.
    let folders = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isNested = folders.count > 1 && folders.allSatisfy { !$0.isEmpty }
    let isName =
      1...64 ~= name.utf8.count && name.utf8.first?.isLetter == true
      && name.utf8.allSatisfy { $0.isLetter || isNested && ($0.isDigit || "_+-/".utf8.contains($0)) }
    return isName ? name : ""
  }
}

extension TraitCollection {
  /// Takes over what the traits do not say of the user.
  ///
  /// - Parameter locale: The languages, the time zone and the place of the user.
  public mutating func fill(from locale: UserLocale) {
    if languages.isEmpty { languages = locale.languages }
    if timeZone.isEmpty { timeZone = locale.timeZone }
    if place == .unspecified { place = locale.place }
  }
}
