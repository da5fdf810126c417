import AppControllerKit

/// What all processes share: the record on the disk, the turn to renew, and who hears of changes.
@MainActor
final class Disk {
  /// The store in memory that takes its place, if all controllers are in one process.
  let memory: InMemorySessionStore?
  static let providerID = "test"
  /// The stores in memory of all runs: the turns of a process are known by the store's place in memory.
  private static var used: [InMemorySessionStore] = []

  private let server: Server
  /// Whether somebody has asked for something since the stored session came, so that it may be erased.
  var isExplained: (_ author: Int?) -> Bool = { _ in true }
  /// Whether nothing keeps a process from following what another one stores.
  var followsAlways = true
  /// Called when another session than before is stored.
  var noteOther: () -> Void = {}
  private(set) var record = SessionRecord()
  /// Who has changed the record since nothing was under way; 0 is another program.
  private(set) var authors: Set<Int> = []
  /// The families whose session was erased, by the numbers that the server gave them.
  private(set) var ended: Set<String> = []
  /// The families that an app has brought back itself.
  private var forgiven: Set<String> = []
  /// The families that were stored, and those of them whose place others have taken for good.
  private var (stored, replaced): (Set<String>, Set<String>) = ([], [])
  /// The families that have replaced an anonymous session, which a login that is not wanted any more brings back.
  private var afterNobody: Set<String> = []
  /// The sessions that were erased.
  private var erased: [Session] = []
  /// What broke a law when it was stored.
  private(set) var broken: String?
  private var listeners: [Int: AsyncStream<UInt64?>.Continuation] = [:]
  /// The processes that have not heard of the last change.
  private(set) var news: [Int] = []
  private var holder: Int?
  private var turns: [(process: Int, pause: Pause<Void>)] = []

  init(_ server: Server, inMemory: Bool) {
    self.server = server
    memory = inMemory ? InMemorySessionStore() : nil
    if let memory { Self.used.append(memory) }
  }

  // MARK: The record

  func replace(
    with session: Session?, ifGeneration generation: UInt64?, by author: Int? = nil
  ) throws -> SessionRecord {
    if let memory { return try memory.replace(for: Self.providerID, with: session, ifGeneration: generation) }
    if let generation, generation != record.generation {
      throw AppControllerError(.sessionConflict, what: "changed", why: "another process", fix: "read it again")
    }
    note(SessionRecord(session: session, generation: record.generation + 1), by: author)
    news = listeners.keys.sorted()
    return record
  }

  /// Looks at what was stored in memory in the last step.
  ///
  /// - Returns: Whether it is new.
  func look() -> Bool {
    guard let memory, let new = try? memory.load(for: Self.providerID), new.generation != record.generation else {
      return false
    }
    note(new)
    return true
  }

  /// What is stored, for people.
  var text: String {
    let session = record.session.map { "\($0.subject) of \($0.refreshToken?.text ?? "")" }
    return "\(session ?? "nobody"), generation \(record.generation)"
  }

  private func note(_ new: SessionRecord, by author: Int? = nil) {
    if new.session == nil, let old = record.session, !old.isAnonymous {
      ended.insert(old.family)
      erased.append(old)
    }
    if let session = new.session, ended.contains(session.family), !forgiven.contains(session.family) {
      broken = "a session is stored again that was erased: \(session.subject) of \(session.family)"
    }
    if let session = new.session, !session.isAnonymous, replaced.contains(session.family),
      !forgiven.contains(session.family)
    {
      broken = "a session is stored again that another one has replaced: \(session.subject) of \(session.family)"
    }
    if let session = new.session { stored.insert(session.family) }
    if let old = record.session, let session = new.session, session.isAnonymous, !old.isAnonymous,
      !afterNobody.contains(old.family), followsAlways
    {
      broken = "a login that brings no session replaces somebody's: \(old.subject)"
    }
    if record.session?.isAnonymous == true, let session = new.session { afterNobody.insert(session.family) }
    if let session = new.session { erased.removeAll { $0.subject == session.subject } }
    if new.session == nil, let old = record.session, old.expiresAt == nil, server.isValid(old),
      !isExplained(author)
    {
      broken = "a session is erased that nobody has ended: \(old.subject) of \(old.family)"
    }
    if new.session?.family != record.session?.family { noteOther() }
    record = new
    authors.insert(author ?? 0)
    server.noteStored(new.session)
  }

  func forgetAuthors() { authors = [] }

  /// A session of some families that was erased and goes on at the server.
  func stillValid(of families: Set<String>) -> String? {
    erased.first { server.isValid($0) && families.contains($0.family) && !isForgiven($0) }?.family
  }

  /// Notes that nobody is about to take back what is stored.
  func settle() { replaced.formUnion(stored.subtracting([record.session?.family ?? ""])) }

  func isForgiven(_ session: Session) -> Bool { forgiven.contains(session.family) }

  /// Lets a session be stored at any time, because an app has asked for it once more.
  func forgive(_ session: Session) {
    forgiven.insert(session.family)
    server.forgive(session)
  }

  // MARK: Who hears of changes

  func listen(_ process: Int) -> AsyncStream<UInt64?> {
    let (stream, continuation) = AsyncStream.makeStream(of: UInt64?.self, bufferingPolicy: .bufferingNewest(1))
    listeners[process] = continuation
    return stream
  }

  func tell(_ index: Int) { listeners[news.remove(at: index)]?.yield(record.generation) }

  // MARK: The turn to renew

  func turn(of process: Int) async {
    if holder == nil { return holder = process }
    await Pause.wait { turns.append((process, $0)) }
  }

  func endTurn(of process: Int) {
    guard holder == process else { return }
    holder = turns.first?.process
    if !turns.isEmpty { turns.removeFirst().pause.end(()) }
  }

  func forget(_ process: Int) {
    listeners[process] = nil
    news.removeAll { $0 == process }
    turns.removeAll { $0.process == process }
    endTurn(of: process)
  }
}

/// The disk as one process sees it.
final class SimulatedStore: SessionStore {
  private let process: Process
  private let disk: Disk

  init(_ process: Process, _ disk: Disk) { (self.process, self.disk) = (process, disk) }

  @MainActor
  func load(for providerID: String) async throws -> SessionRecord {
    try await process.wait(.store, "load")
    defer { process.note("loads \(disk.text)") }
    return disk.record
  }

  @MainActor
  func replace(
    for providerID: String, with session: Session?, ifGeneration generation: UInt64?
  ) async throws -> SessionRecord {
    try Task.checkCancellation()
    let token = session?.refreshToken?.text
    try await process.wait(.store, "replace") { [process] in if let token { process.world.server.excuse(token) } }
    let record = try disk.replace(with: session, ifGeneration: generation, by: process.number)
    process.note("stores \(disk.text)")
    await process.waitForAnswer("replaced")
    return record
  }

  func changes(for providerID: String) throws -> AsyncStream<UInt64?>? {
    MainActor.assumeIsolated { disk.listen(process.number) }
  }

  @MainActor
  func renewalTurn(for providerID: String) async throws -> SessionRenewalTurn? {
    if process.isKilled { await Pause<Void>.wait { _ in } }
    await disk.turn(of: process.number)
    await process.waitForAnswer("turn")
    process.noteTurn()
    return SessionRenewalTurn { [disk, process] in
      Task { @MainActor in disk.endTurn(of: process.number) }
    }
  }
}
