import AppControllerKit

/// One visitor, with a controller of their own, the content of their pages, and the streams of the open pages.
@MainActor
package final class Visitor {
  let store: VisitorStore
  private(set) var controller: AppController?
  var lastSeen: Duration
  var rate = ActionRate()
  private let context: Context
  /// A random text for each run of a controller, by which a page of an earlier run is recognised.
  private var epoch = ""
  private var face: Face?
  private var window: InterfaceWindow?
  private var locale = UserLocale(accepted: "")
  private var following: Task<Void, Never>?
  private var hasEnded = false
  private var starting: AwaitedAnswer<WebError?>?
  /// The open pages that receive changes, each with the identity that it was opened with.
  private var streams: [(page: any PageStream, id: VisitorID)] = []
  private var shown: (key: PageKey, tree: MarkupTree)?
  /// Counted so that no form is carried out twice.
  private var completedForms: UInt64 = 0
  private var revealed: FaceNodeID?
  /// The secret inputs that have a value in the page, which was not sent.
  private var filledSecrets: (screen: FaceNodeID?, names: Set<String>) = (nil, [])
  private var hasActed = false
  /// Ends the waiting for the action of a script's form at a login, whose cookie the browser needs at once.
  private var atLogin: AwaitedAnswer<Void>?
  private var pendingOutput: (messages: [FaceMessage], requests: [FaceRequest]) = ([], [])

  struct Context {
    let clock: any Clock<Duration>
    let traits: TraitCollection
    /// The longest time that a form waits for its action before its page is sent.
    let patience: Duration
    let makeController: @MainActor (any SessionStore) async throws -> AppController
    let report: @MainActor (any ExplainedError) -> Void
  }

  /// Equal keys have equal markup.
  private struct PageKey: Equatable {
    let number: UInt64
    let completedForms: UInt64
    let revealed: FaceNodeID?
    let filledSecrets: Set<String>
    let epoch: String
    let token: String
  }

  init(_ store: VisitorStore, _ context: Context, at moment: Duration) {
    (self.store, self.context, lastSeen) = (store, context, moment)
    store.onLogin { [weak self] in Task { @MainActor in self?.noteLogin() } }
  }

  /// Whether the visitor has only opened a page, and would lose nothing else.
  var isNew: Bool { face != nil && !hasActed && controller?.state != .loggedIn }

  /// Whether an open page of the visitor receives changes; the pages of an identity that has ended are told to begin
  /// again, which those of the same browser can.
  var isWatched: Bool {
    streams.removeAll { stream in
      if stream.page.isOpen, store.standing(of: stream.id).mayLook { return false }
      stream.page.send(ServerSentEvent.bytes(of: [], named: "again"))
      stream.page.end()
      return true
    }
    return !streams.isEmpty
  }
}

// MARK: - The app of the visitor

extension Visitor {
  /// Makes nothing when there is a controller already; the error is for the visitor.
  func start() async -> WebError? {
    if let starting { return await starting.value }
    let answer = AwaitedAnswer<WebError?>()
    starting = answer
    let error = await begin()
    if error != nil { stop() }
    answer.give(error)
    return error
  }

  /// A request without a script says no zone.
  func take(_ locale: UserLocale) {
    if !locale.languages.isEmpty { self.locale.languages = locale.languages }
    if !locale.timeZone.isEmpty { self.locale.timeZone = locale.timeZone }
    guard let window else { return }
    var traits = window.traits
    (traits.languages, traits.timeZone) = (self.traits.languages, self.traits.timeZone)
    if traits != window.traits { window.traits = traits }
  }

  private var words: FaceWords { face?.snapshot.words ?? .english }

  private var traits: TraitCollection {
    var traits = context.traits
    traits.fill(from: locale)
    return traits
  }

  private func begin() async -> WebError? {
    do {
      let controller = try await context.makeController(store)
      if hasEnded {
        controller.terminate()
        return .tooManyVisitors
      }
      let window = InterfaceWindow(traits: traits)
      let face = Face(of: controller)
      (self.controller, self.window, self.face) = (controller, window, face)
      epoch = String(VisitorID.random().text.prefix(12))
      try await controller.installRootInterface(in: window)
      following = Task { [weak self, changes = face.changes] in
        for await change in changes {
          guard let self else { return }
          present(change.messages.map { $0.forVisitor(change.snapshot.words) })
          update()
        }
      }
      return nil
    } catch {
      // While the controller started, another visitor may have taken its place.
      if hasEnded { return .tooManyVisitors }
      if let error = error as? any ExplainedError { context.report(error) }
      let reason = (error as? any ExplainedError).map { "\($0.what) [\($0.codeName)]" } ?? "\(error)"
      return WebError(
        .notStarted, what: "the app cannot start for you", why: reason.displayable, fix: "try again in a moment")
    }
  }

  /// The next request makes another controller.
  func stop() {
    following?.cancel()
    controller?.terminate()
    (controller, window, face, following, starting) = (nil, nil, nil, nil, nil)
    (revealed, filledSecrets) = (nil, (nil, []))
  }

  /// Returns whether the provider has ended; the new controller takes over the session.
  @discardableResult
  private func renewIfEnded() async -> Bool {
    guard (controller?.interfaceProvider as? any EndingProvider)?.hasEnded == true else { return false }
    stop()
    if let error = await start() {
      context.report(error)
      return true
    }
    present([FaceMessage(.warning, words(.begunAgain))])
    update()
    return true
  }

  func end() {
    hasEnded = true
    stop()
    for stream in streams { stream.page.end() }
    streams = []
  }
}

// MARK: - Identities

extension Visitor {
  func noteUse(of id: VisitorID) { if store.noteUse(of: id) { _ = isWatched } }

  /// Ends the pages of the former identity, and the login itself unless its browser comes with the new one in time.
  private func noteLogin() {
    atLogin?.give(())
    let open = streams.filter(\.page.isOpen)
    if let name = store.takeFetchName(), open.count == 1 {
      // No form has led to the login. It is that of the only page that is open, if there is one.
      open[0].page.send(ServerSentEvent.bytes(of: Array(name.utf8), named: "fetch"))
    }
    _ = isWatched
    guard let id = store.undelivered else { return }
    Task { @MainActor [weak self, clock = context.clock] in
      try? await clock.pause(for: VisitorIdentity.handOver)
      await self?.endLogin(of: id)
    }
  }

  /// Logs out whose identity no browser has come with, so that the provider ends the session.
  func endLogin(of id: VisitorID?) async {
    guard let id, id == store.undelivered else { return }
    context.report(WebError.undelivered)
    await controller?.logout(force: true)
    // The logout was superseded by a login of the provider, or the controller has ended before it.
    if id != store.undelivered { return }
    do { _ = try await store.replace(for: id.key, with: nil, ifGeneration: nil) } catch {
      if let error = error as? any ExplainedError { context.report(error) }
    }
  }
}

extension FaceMessage {
  /// The message in words for a visitor, who can only act on the page.
  fileprivate func forVisitor(_ words: FaceWords) -> FaceMessage {
    guard let error, error.code == .providerEnded else { return self }
    return FaceMessage(error, saying: words(.stopped))
  }
}

extension VisitorIdentity.Standing {
  var mayLook: Bool {
    switch self {
    case .current, .former: true
    case .ended, .unknown: false
    }
  }
}

// MARK: - Pages

extension Visitor {
  private var stamp: String { "\(epoch).\(controller?.revision ?? 0).\(completedForms)" }

  /// Returns nil before the start and after the end.
  ///
  /// The page has a name of its own, which its forms send and no other page knows.
  func page(_ files: PageFiles) -> [UInt8]? {
    guard let live = livePage else { return nil }
    defer { pendingOutput = ([], []) }
    // A page without a script loads itself again until a long action has ended.
    let refresh = "<noscript><meta http-equiv=\"refresh\" content=\"2; url=./\"></noscript>\n"
    let field = { (name: String) in Array("name=\":page\" value=\"\(name)\"".utf8) }
    return live.document(
      draw(live).bytes.filled(field(""), with: field(VisitorID.random().text)), style: files.style.name,
      script: files.script.name,
      head: live.snapshot.isPerforming ? refresh : "",
      messages: LivePage.messages(pendingOutput.messages, pendingOutput.requests, of: controller?.speaker))
  }

  private var livePage: LivePage? {
    guard let face else { return nil }
    var snapshot = face.snapshot
    if filledSecrets.screen == snapshot.front?.id, !filledSecrets.names.isEmpty {
      // The server does not know the text of these secrets. Digits satisfy most rules; the form checks the real text.
      let digits = InputValue.text("0000000000000000")
      snapshot.add(secrets: Dictionary(filledSecrets.names.map { ($0, digits) }) { first, _ in first })
    }
    return LivePage(
      snapshot, fields: [(":token", store.token), (":stamp", stamp), (":page", "")], epoch: epoch, revealed: revealed)
  }

  /// Made once, and sent to all open pages.
  private func draw(_ live: LivePage) -> MarkupTree {
    let key = PageKey(
      number: live.snapshot.number, completedForms: completedForms, revealed: revealed,
      filledSecrets: filledSecrets.names, epoch: epoch, token: store.token)
    if let shown, shown.key == key { return shown.tree }
    let tree = MarkupTree(live.fragment)
    // Open pages have the former markup, and get a patch. A page of an earlier run gets everything.
    if let shown, isWatched {
      let markup = shown.key.epoch == epoch ? PagePatch(from: shown.tree, to: tree).markup : tree.bytes
      if !markup.isEmpty { send(markup) }
    }
    shown = (key, tree)
    return tree
  }

  private func update() {
    if isWatched, let live = livePage { _ = draw(live) }
  }

  private func send(_ markup: [UInt8]) {
    let event = ServerSentEvent.bytes(of: markup)
    for stream in streams { stream.page.send(event) }
  }

  func queue(_ error: WebError) { pendingOutput.messages.append(FaceMessage(.warning, "\(error.what). \(error.fix).")) }

  private func present(_ messages: [FaceMessage], _ requests: [FaceRequest] = []) {
    if messages.isEmpty, requests.isEmpty { return }
    for error in messages.compactMap(\.error) { context.report(error) }
    if isWatched {
      send(LivePage.messages(messages, requests, of: controller?.speaker))
    } else {
      pendingOutput.messages += messages
      pendingOutput.requests += requests
    }
  }

  package func follow(_ stream: some PageStream, as id: VisitorID) {
    guard store.standing(of: id).mayLook, let live = livePage else { return stream.end() }
    let tree = draw(live)
    streams.append((stream, id))
    stream.send(ServerSentEvent.bytes(of: tree.bytes))
    let (messages, requests) = pendingOutput
    pendingOutput = ([], [])
    present(messages, requests)
  }

  var streamCount: Int { isWatched ? streams.count : 0 }
}

// MARK: - Forms

extension Visitor {
  /// Waits a limited time for the result; returns the error for the visitor when the form was not carried out.
  func submit(_ form: SentForm, as id: VisitorID, isOfScript: Bool) async -> WebError? {
    hasActed = true
    // A page without a script has no animations, so the controller must not wait for their end.
    window?.traits.motion = isOfScript ? .full : .none
    // The page of a provider that has ended says that a press begins again.
    if form.submission != .enter, await renewIfEnded() { return nil }
    guard let face else { return nil }
    // While one interface replaces another, a form is meant for neither of them.
    await settle(face) { !$0.isExchanging }
    if form.submission == .cancel {
      await face.perform(.cancel)
      return nil
    }
    if case .open(let address) = form.submission {
      if form.screen == face.snapshot.front?.id { keep(form, face) }
      guard livePage?.address != address else { return nil }
      let screen = ScreenAddress.id(in: address.prefix { $0 != "#" })
      if let screen { await open(screen: screen) }
      return livePage?.address == address ? nil : .notFound
    }
    // The page may already show the effect of a press that ends a moment later.
    if form.submission != .enter { await settle(face) { !$0.isPerforming } }
    // What the form waited for may have given another page a new identity, or have logged somebody in.
    switch store.standing(of: id, on: form.page) {
    case .current: break
    case .former where form.submission == .enter: break
    case .former, .ended, .unknown: return .stalePage
    }
    guard let front = face.snapshot.front, form.stamp.hasPrefix(epoch + "."), form.screen == front.id else {
      keep(form, face)
      return form.submission == .enter ? nil : .stalePage
    }
    let (changes, secrets) = front.entries(of: form)
    for change in changes { await face.perform(.enter(change.value, into: change.id)) }
    if form.submission == .enter {
      filledSecrets = (front.id, form.filledSecrets)
      update()
      return nil
    }
    if form.stamp != stamp { return .stalePage }
    if case .press(let id) = form.submission, front[id] == nil { return .stalePage }
    // A script keeps the inputs of the page; without a script the next page has no secrets in it.
    filledSecrets = (front.id, isOfScript ? Set(secrets.keys) : [])
    completedForms += 1
    switch form.submission {
    case .press(let id):
      await face.perform(.focus(id))
      await carryOut(.press(id, secrets: secrets), of: form.page, face, isOfScript)
    case .select(let item, let bar): await carryOut(.select(item: item, in: bar), of: form.page, face, isOfScript)
    case .back: await carryOut(.goBack(from: front.id), of: form.page, face, isOfScript)
    case .close: await carryOut(.close(front.id), of: form.page, face, isOfScript)
    case .reveal(let id): reveal(id)
    case .enter, .cancel, .open: break
    }
    update()
    return nil
  }

  /// The id of the screen that is shown below all layers.
  var screen: String? { face?.snapshot.screens.first?.node.id }

  /// The address of that screen below the app's.
  var address: String { ScreenAddress.text(of: screen ?? "") }

  /// Shows a screen, as an address or the history of a browser asks for; returns whether there is one.
  @discardableResult
  func open(screen id: String) async -> Bool {
    guard let face else { return false }
    await settle(face) { !$0.isExchanging && !$0.isPerforming }
    if case .underWay(let task) = face.start(.open(screen: id)) {
      await wait {
        let reply = await task.value
        self.present(reply.messages, reply.requests)
      }
    }
    update()
    return screen == id
  }

  /// Waits a limited time.
  private func settle(_ face: Face, until isSettled: @escaping @MainActor (FaceSnapshot) -> Bool) async {
    if isSettled(face.snapshot) { return }
    await wait { for await change in face.changes where isSettled(change.snapshot) { return } }
  }

  /// Takes over the values of a form of an older page, for the inputs that the front screen has, and nothing else.
  private func keep(_ form: SentForm, _ face: Face) {
    guard let front = face.snapshot.front else { return }
    for change in front.entries(of: form).changes where form.values[change.name] != nil {
      _ = face.start(.enter(change.value, into: change.id))
    }
    update()
  }

  /// Waits a limited time for the end of the intent.
  ///
  /// Our script receives the result by its stream. Its form is therefore answered early when somebody has logged in,
  /// because the browser needs the cookie for the next stream.
  private func carryOut(_ intent: FaceIntent, of page: String, _ face: Face, _ isOfScript: Bool) async {
    if face.snapshot.isPerforming { return present([FaceMessage(.info, words(.stillUnderWay))]) }
    store.noteForm(of: page)
    switch face.start(intent) {
    case .done(let reply): present(reply.messages, reply.requests)
    case .underWay(let task):
      let answered = Task { @MainActor in
        let reply = await task.value
        present(reply.messages, reply.requests)
        await renewIfEnded()
        update()
      }
      await wait(orLogin: isOfScript) { await answered.value }
    }
  }

  /// Waits a limited time for some work, which continues after that.
  private func wait(orLogin: Bool = false, for work: @escaping @MainActor () async -> Void) async {
    let end = AwaitedAnswer<Void>()
    if orLogin { atLogin = end }
    Task { @MainActor in
      await work()
      end.give(())
    }
    let waiting = Task { @MainActor [clock = context.clock, patience = context.patience] in
      try? await clock.pause(for: patience)
      end.give(())
    }
    await end.value
    waiting.cancel()
  }

  private func reveal(_ id: FaceNodeID) {
    revealed = revealed == id ? nil : id
    guard let shown = revealed else { return }
    Task { @MainActor [weak self, clock = context.clock] in
      try? await clock.pause(for: .seconds(10))
      guard let self, revealed == shown else { return }
      revealed = nil
      update()
    }
  }
}

extension [UInt8] {
  /// The library's `replacing` takes ten times as long as the rest of a page.
  fileprivate func filled(_ blank: [UInt8], with new: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var (copied, place) = (startIndex, startIndex)
    while let start = self[place...].firstIndex(of: blank[0]) {
      place = start + 1
      guard self[start...].starts(with: blank) else { continue }
      result += self[copied..<start]
      result += new
      (copied, place) = (start + blank.count, start + blank.count)
    }
    return result + self[copied...]
  }
}
