public import AppControllerKit

/// A library that gave the id of a provider, as it is remembered.
public struct KnownLibrary: Sendable, Equatable {
  /// The path of the file, with every link resolved.
  public internal(set) var path: String
  /// The SHA-256 digest of the file and of what it brings, as of a pin, as 64 lowercase hexadecimal digits.
  public internal(set) var sha256: String
  /// The vendor that its note names, which nothing proves.
  public internal(set) var vendor: String
  /// The version that its note names.
  public private(set) var version: String
  /// The time of the first use of this file.
  public private(set) var firstUsedAt: Timestamp
  /// The day of the last use, as a time of that day.
  public internal(set) var lastUsedAt: Timestamp
  /// The user that owns the file.
  public internal(set) var owner: UInt32
  /// The status of each file; the digest is computed again only when one has another.
  private var statuses: [LibraryStatus]

  /// `known` is what is remembered for the id.
  init(_ libraries: LibrarySet, _ note: ProviderNote, known: KnownLibrary?, at now: Timestamp) throws(PluginError) {
    let main = libraries.main
    (path, owner, vendor, version) = (main.path, main.status.owner, note.vendor, note.version)
    let others = try libraries.pinnedOthers().map(\.file.status)
    statuses = [main.status] + others
    (firstUsedAt, lastUsedAt) = (now, now)
    if let known, known.statuses == statuses {
      sha256 = known.sha256
    } else {
      sha256 = "\(try libraries.pin())"
    }
    guard let known, known.sha256 == sha256 else { return }
    firstUsedAt = known.firstUsedAt
    // A use is stored once a day, because storing waits for the disk.
    if known.lastUsedAt.secondsSince1970 / 86400 == now.secondsSince1970 / 86400 { lastUsedAt = known.lastUsedAt }
  }
}

extension KnownLibrary: Coded {
  package static var blank: KnownLibrary { KnownLibrary() }

  private init() {
    (path, sha256, owner, vendor, version, statuses) = ("", "", 0, "", "", [])
    (firstUsedAt, lastUsedAt) = (Timestamp(secondsSince1970: 0), Timestamp(secondsSince1970: 0))
  }

  package mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("firstUsedAt", &firstUsedAt, .timestamp)
    try coder.member("lastUsedAt", &lastUsedAt, .timestamp)
    try coder.member("owner", &owner, .integer())
    try coder.member("path", &path, .text(atMost: 64 << 10))
    try coder.member(
      "sha256", &sha256, .checked(.text(atMost: 64)) { Digest($0) == nil ? "is no SHA-256 digest" : nil })
    try coder.member("statuses", &statuses, .list(.object(), atMost: 10_000))
    try coder.member("vendor", &vendor, .text(atMost: 64 << 10))
    try coder.member("version", &version, .text(atMost: 64 << 10))
  }
}

extension KnownLibrary {
  package var facts: String {
    "\(ProviderWords.withoutCodes("\(version) of \(vendor)")), SHA-256 \(sha256.prefix(12))"
  }

  func isAtPath(of other: KnownLibrary) -> Bool { path.utf8.elementsEqual(other.path.utf8) }
}

/// What is done with a library that gives the id of another one.
enum LibraryVerdict: Equatable {
  /// Nothing is known of the id: the library is remembered.
  case first
  case same
  /// It has the bytes of the known library, and is elsewhere: it may run.
  case copy
  /// It takes the place of the known library.
  case update
  case question([LibraryDifference])

  /// `known` is what is remembered for the id; `isOpen` means that others can write the file, or a folder on its path.
  init(
    from known: KnownLibrary?, to new: KnownLibrary, isPinned: Bool, isOpen: @autoclosure () -> Bool
  ) {
    guard let known else {
      self = .first
      return
    }
    var differences: [LibraryDifference] = []
    if !known.isAtPath(of: new) { differences.append(.place) }
    if known.sha256 != new.sha256 { differences.append(.content) }
    if known.owner != new.owner { differences.append(.owner) }
    if known.vendor != new.vendor { differences.append(.vendor) }
    if differences.isEmpty {
      self = .same
    } else if isPinned {
      self = .update
    } else if isOpen() {
      self = .question(differences + [.openness])
    } else {
      self = differences == [.place] ? .copy : differences == [.content] ? .update : .question(differences)
    }
  }
}

/// A difference between the library that is known for an id and another one.
public enum LibraryDifference: Sendable, Equatable {
  /// The path is another one.
  case place
  /// The digest is another one.
  case content
  /// The file belongs to another user.
  case owner
  /// The note names another vendor.
  case vendor
  /// Other users can write the new file, or a folder on its path.
  case openness
}

/// The question whether a library takes the place of the one that is known for its id, with all that belongs to the id.
public struct LibraryQuestion: Sendable, Equatable {
  /// The id that both give.
  public let id: String
  /// The library that is known.
  public let known: KnownLibrary
  /// The library that is to be loaded.
  public let new: KnownLibrary
  /// The differences, of which at least one needs an answer.
  public let differences: [LibraryDifference]

  /// The end of a sentence about the new library.
  package var reasons: String {
    let texts = differences.map { difference in
      switch difference {
      case .place: "is in another place"
      case .content: "has another digest"
      case .owner: "belongs to the user \(new.owner), and the other one to \(known.owner)"
      case .vendor: "names another vendor"
      case .openness: "can be written by other users, or a folder that it is in"
      }
    }
    return (texts.count > 1 ? texts.dropLast().joined(separator: ", ") + ", and " : "") + (texts.last ?? "")
  }
}
