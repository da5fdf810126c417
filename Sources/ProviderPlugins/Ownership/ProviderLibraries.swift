package import AppControllerKit
internal import Glibc

/// The libraries that own what is stored under the ids of providers, in a file that only its owner may write.
///
/// A session, secret settings, the home folder, permissions and choices belong to the library that made them. Another
/// library with the same id gets none of it until somebody says that it takes the place of the known one. A damaged
/// file is an error and is never taken for an empty list.
public struct ProviderLibraries: Sendable, Hashable {
  /// The folder of the file, created on demand.
  public let folder: String
  package var keepsUses = true
  /// Whether the first use of an id is stored, too, if nothing is made for the id.
  package var keepsFirstUse = true

  /// Makes a list in a folder.
  public init(folder: String) { self.folder = folder }

  private var file: CodedFile<MapKind<ObjectKind<LibraryRecord>>> {
    CodedFile("libraries.json", in: folder, .map(.object(), atMost: 100_000, names: 1024))
  }

  /// The keys are the providers' ids; throws `ACK2048` when the file cannot be read or is damaged.
  package func load() throws(PluginError) -> [String: LibraryRecord] {
    do throws(AppControllerError) {
      switch try file.load() {
      case nil: return [:]
      case .success(let records): return records
      case .failure(let fault):
        throw AppControllerError(
          .storeFailed, what: "\(file.path.displayable) is damaged: \(fault)",
          why: "it says which library each id belongs to, what was agreed to, and where providers run",
          fix: "move it away, and log in again with the libraries that are used")
      }
    } catch {
      throw .badLibraries(error)
    }
  }

  /// Changes are durable, and exclude those of other processes; throws `ACK2048`.
  package func change(_ id: String, _ body: (inout LibraryRecord?) -> Void) throws(PluginError) {
    do {
      try file.exclusively {
        var records = try load()
        let former = records[id]
        body(&records[id])
        if records[id] != former { try file.store(records) }
      }
    } catch let error as AppControllerError {
      throw .badLibraries(error)
    } catch let error as PluginError {
      throw error
    } catch {
      throw .badLibraries(
        AppControllerError(.storeFailed, what: "\(error)", why: "the file was not changed", fix: "try again"))
    }
  }

  func store(
    _ agreement: LibraryRecord.Agreement, for id: String, of record: LibraryRecord
  ) throws(PluginError) {
    try change(id) { stored in
      stored = stored ?? record
      stored?.agreement = agreement
    }
  }

  /// The name is that of a permission, or `not-isolated`; `nil` takes back all.
  ///
  /// Returns what was taken back, in words; throws `ACK2048`.
  package func revoke(_ name: String?, of id: String) throws(PluginError) -> [String] {
    var revoked: [String] = []
    try change(id) { record in
      revoked = record?.grants.filter { name == nil || $0.name == name }.map(\.words) ?? []
      record?.agreement?.permissions.removeAll { revoked.contains($0) }
      if record?.agreement?.permissions.isEmpty == true { record?.agreement = nil }
      record?.allowed.removeAll { name == nil || $0 == name }
      if revoked.contains(LibraryRecord.notIsolated) { record?.isIsolated = nil }
    }
    return revoked
  }

  /// Has no effect when the new library has grants of its own; returns what was moved, in words, or throws `ACK2048`.
  ///
  /// To run in the app's own process was chosen for one file, and is not moved.
  package func move(from old: String, to new: String) throws(PluginError) -> [String] {
    guard let former = try load()[old] else { return [] }
    var moved: [String] = []
    try change(new) { record in
      guard record != nil, record?.grants.isEmpty == true else { return }
      record?.agreement = former.agreement
      record?.allowed = former.allowed
      if former.isIsolated == true { record?.isIsolated = true }
      moved = record?.grants.map(\.words) ?? []
    }
    if !moved.isEmpty { _ = try revoke(nil, of: old) }
    return moved
  }

  /// Adds to the former permissions, by their names.
  package func allow(_ permissions: Set<ProviderPermission>, for id: String) throws(PluginError) {
    if permissions.isEmpty { return }
    try change(id) { record in
      guard let granted = record?.grantedByName else { return }
      record?.allowed = permissions.union(granted).names
    }
  }

  /// The choice holds until the opposite choice.
  package func store(isIsolated: Bool, for id: String, at path: String) throws(PluginError) {
    try change(id) { record in
      // The library is a copy of the known one, otherwise it would not have run.
      record?.library.path = path
      record?.isIsolated = isIsolated
    }
  }
}

/// What is known of an id: the library that it belongs to, and what was chosen for that library.
package struct LibraryRecord: Sendable, Equatable, Coded {
  package struct Agreement: Sendable, Equatable, Coded {
    package var permissions: [String] = []
    package var agreedAt = Timestamp(secondsSince1970: 0)

    package static var blank: Agreement { Agreement() }

    package mutating func code(_ coder: inout some Coder) throws(CodingFault) {
      try coder.member("agreedAt", &agreedAt, .timestamp)
      try coder.member("permissions", &permissions, .list(.text(atMost: 4096), atMost: DeclaredPermission.maximumCount))
    }
  }

  package var library: KnownLibrary
  /// Whether the library runs in a process of its own; `nil` without a choice.
  package var isIsolated: Bool?
  package var agreement: Agreement?
  package var allowed: [String] = []

  fileprivate static let notIsolated = "not-isolated: runs in the app's own process, with all its rights"

  private static let byName = ": by --allow at a login"

  var grantedByName: Set<ProviderPermission> { Set(allowed.compactMap(ProviderPermission.init(rawValue:))) }

  package var grants: [(name: String, words: String)] {
    let words =
      (agreement?.permissions ?? []) + allowed.map { "\($0)\(Self.byName)" }
      + (isIsolated == false ? [Self.notIsolated] : [])
    return words.map { (String($0.prefix(upTo: $0.firstRange(of: ": ")?.lowerBound ?? $0.endIndex)), $0) }
  }

  var isolation: ProviderIsolation? { isIsolated.map { $0 ? .process : .none } }

  /// To run in the app's own process was chosen for one file.
  func isolation(at path: String) -> ProviderIsolation? {
    isIsolated == false && !path.utf8.elementsEqual(library.path.utf8) ? nil : isolation
  }

  package static var blank: LibraryRecord { LibraryRecord(library: .blank) }

  package mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("agreement", &agreement, .optional(.object()))
    var names = allowed.isEmpty ? nil : allowed
    try coder.member("allowed", &names, .optional(.list(.text(atMost: 64), atMost: 64)))
    allowed = names ?? []
    try coder.member("isIsolated", &isIsolated, .optional(.bool))
    try coder.member("library", &library, .object())
  }
}

// MARK: - The decision

extension ProviderLibraries {
  /// Throws when there is no such library, or its id belongs to another one.
  @MainActor
  package func note(ofLibraryAt path: String, isAccepted: Bool = false) throws(PluginError) -> ProviderNote {
    let file = try LibraryFile(at: path)
    let note = try ProviderNote(of: file)
    let ask: @MainActor (LibraryQuestion) -> Bool = { _ in isAccepted }
    _ = try admit(LibrarySet(file, for: .new), note, known: load()[note.id], ask: ask, warn: nil)
    return note
  }

  /// Decides whether a library gets what belongs to its id, and remembers it.
  ///
  /// No `ask` means no; `warn` receives the error when a use cannot be stored. Throws `ACK2047` when the id belongs to
  /// another library.
  @MainActor
  func admit(
    _ files: LibrarySet, _ note: ProviderNote, known: LibraryRecord?, pin: ProviderPin? = nil, makesHome: Bool = true,
    at now: Timestamp = .now,
    ask: (@MainActor (LibraryQuestion) -> Bool)?, warn: (@MainActor (PluginError) -> Void)?
  ) throws(PluginError) -> LibraryRecord {
    var former = known
    while true {
      let library = try KnownLibrary(files, note, known: former?.library, at: now)
      let verdict = LibraryVerdict(
        from: former?.library, to: library, isPinned: pin?.sha256 == library.sha256,
        isOpen: !files.problems(.current).isEmpty)
      if case .question(let differences) = verdict, let known = former?.library {
        let question = LibraryQuestion(id: note.id, known: known, new: library, differences: differences)
        guard ask?(question) == true else { throw .otherLibrary(question) }
      }
      var record = former ?? LibraryRecord(library: library)
      // The choice to run in the app's own process is for one file.
      if !record.library.isAtPath(of: library), record.isIsolated == false { record.isIsolated = nil }
      record.library = library
      if !keepsUses || (former == nil && !keepsFirstUse && !makesHome) { return record }
      // A copy becomes the owner only when the known file is gone.
      if verdict == .copy, let known = former?.library.path, unsafe access(known, F_OK) == 0 { return record }
      if record == former { return record }
      do throws(PluginError) {
        if try replace(former, with: record, for: note.id) { return record }
      } catch {
        warn?(error)
        return record
      }
      former = try load()[note.id]
    }
  }

  /// Not stored when another process has changed it since it was loaded.
  private func replace(
    _ former: LibraryRecord?, with record: LibraryRecord, for id: String
  ) throws(PluginError) -> Bool {
    var isStored = false
    try change(id) { stored in
      guard stored == former else { return }
      stored = record
      isStored = true
    }
    return isStored
  }
}

extension PluginError {
  fileprivate static func badLibraries(_ error: AppControllerError) -> PluginError {
    PluginError(
      .badLibraries, what: "the list of known libraries cannot be used: \(error.what)", why: error.why, fix: error.fix)
  }

  fileprivate static func otherLibrary(_ question: LibraryQuestion) -> PluginError {
    let (known, new) = (question.known, question.new)
    let place = new.isAtPath(of: known) ? "what is there now" : new.path.displayable
    return PluginError(
      .otherLibrary,
      what: "\(question.id) belongs to \(known.path.displayable) (\(known.facts), used from \(known.firstUsedAt) to "
        + "\(known.lastUsedAt)), and \(place) (\(new.facts)) gives the same id",
      why: "it \(question.reasons); anybody can write an id into a file, and the session, secret settings, home folder "
        + "and permissions of an id are for the library that made them",
      fix: "use the former library; or, if this one is to have all of that from now on, add --accept-new-library"
    )
  }
}
