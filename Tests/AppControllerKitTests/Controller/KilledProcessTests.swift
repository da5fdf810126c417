import AppControllerKit
import AppControllerKitTesting
import Glibc
import TestSupport
import Testing

private let provider = "com.example.kitty"

/// A real app in a process of its own, which is killed at each step of what it does; `Tests/Durability/run` kills the
/// store at each system call.
@MainActor
@Suite(.timeLimit(.minutes(30))) struct `A process that is killed in mid-transition` {
  @Test(arguments: KilledOperation.all)
  func `is restarted as its journal says`(_ operation: KilledOperation) async throws {
    let directory = try TestFolder(mode: 0o700)
    let whole = try await run(operation, in: directory, dyingAt: 0)
    try #require(whole.ending == .exited(0), "without a kill: \(whole.journal)")
    // What it does has at least the steps that are known, so that none of them is left out silently.
    var found = whole.journal[...]
    for step in operation.steps {
      let place = try #require(found.firstIndex(of: step), "\(step) is no step, or in another place: \(whole.journal)")
      found = found[(place + 1)...]
    }
    try await restart(operation, after: whole, in: directory)
    for step in 1...whole.journal.count {
      let directory = try TestFolder(mode: 0o700)
      let killed = try await run(operation, in: directory, dyingAt: step)
      #expect(killed.ending == .killed(by: SIGKILL), "it ended with \(killed.ending) at \(killed.journal)")
      #expect(killed.journal == Array(whole.journal.prefix(step)))
      try await restart(operation, after: killed, in: directory)
    }
  }

  /// Stores what is there before, and runs the operation.
  private func run(
    _ operation: KilledOperation, in directory: TestFolder, dyingAt step: Int
  ) async throws -> TransitionProcess {
    let store = FileSessionStore(directory: directory.path(of: "state"))
    for session in operation.stored { try await store.replace(for: provider, with: session) }
    return try await .run(operation.command, in: directory, dyingAt: step)
  }

  /// Starts the app again, lets it go on, and expects what the journal says.
  private func restart(
    _ operation: KilledOperation, after process: TransitionProcess, in directory: TestFolder
  ) async throws {
    let comment = Comment(rawValue: "killed at \(process.journal.last ?? "the beginning")")
    let store = FileSessionStore(directory: directory.path(of: "state"))
    let acknowledged = try acknowledgedRecord(of: operation, process.journal)
    #expect(try await store.load(for: provider) == acknowledged, comment)
    if process.journal.contains(where: KilledOperation.tells) {
      #expect(acknowledged.session == operation.goal, "it told of what is not stored, and was \(comment)")
    }

    // The next start is in the second in which the sessions that end have ended.
    let expected = acknowledged.session?.expiresAt == nil ? acknowledged.session : nil
    let window = InterfaceWindow()
    // A provider that wants everybody logged in; but where nothing was ever stored that would be its right.
    let app = controller(over: store, insisting: !operation.stored.isEmpty)
    try await app.installRootInterface(in: window)
    #expect(app.state == (expected == nil ? .loggedOut : .loggedIn), comment)
    #expect(app.session == expected, comment)
    let interface = expected.map { RecordingProvider.loggedIn($0.subject) } ?? RecordingProvider.loggedOut
    #expect(app.installedInterface == interface, comment)
    try await goOn(app, store, after: acknowledged.generation, comment)
    #expect(
      try directory.names(in: "state") == ["\(provider).session.json", "\(provider).session.lock"], comment)
  }

  /// Logs in and out, with generations that nobody has seen.
  private func goOn(
    _ app: AppController, _ store: FileSessionStore, after generation: UInt64, _ comment: Comment
  ) async throws {
    let owl = Session.named("owl")
    #expect(await app.login(owl).isCompleted, comment)
    let login = try await store.load(for: provider)
    #expect(login.session == owl && login.generation > generation, comment)
    #expect(await app.logout().isCompleted, comment)
    let logout = try await store.load(for: provider)
    #expect(logout.session == nil && logout.generation > login.generation, comment)
    #expect(try await controller(over: store, insisting: true).initialState().state == .loggedOut, comment)
  }

  /// What the store has acknowledged last, or what was stored before.
  private func acknowledgedRecord(of operation: KilledOperation, _ journal: [String]) throws -> SessionRecord {
    let before = SessionRecord(session: operation.stored.last ?? nil, generation: UInt64(operation.stored.count))
    var record = before
    for line in journal where line.hasPrefix("replaced ") {
      let words = line.split(separator: " ").map(String.init)
      let generation = try #require(UInt64(words[1]))
      #expect(generation > record.generation, "a generation repeats: \(journal)")
      let sessions = [before.session, operation.goal, .named("kitty")].compactMap(\.self)
      let session = sessions.first { $0.displayName == words[2] }
      #expect(session != nil || words[2] == "-", "nobody knows whose session was stored: \(line)")
      record = SessionRecord(session: session, generation: generation)
    }
    return record
  }

  private func controller(over store: FileSessionStore, insisting: Bool) -> AppController {
    let answers = RecordingProvider()
    answers.isInitiallyLoggedIn = insisting ? true : nil
    answers.configuration = AppController.Configuration(transitionDuration: .zero)
    return AppController(
      interfaceProvider: answers, providerID: provider, sessionStore: store, wallClock: { 1004 })
  }
}
