import AppControllerKit
import AppControllerKitTesting
import Glibc
import TestSupport
import Testing

/// A search for something that is shown differently without a word.
@MainActor
@Suite(.timeLimit(.minutes(30))) struct `A face that draws when it is told` {
  /// Does random things, and looks for a difference after each.
  ///
  /// - Returns: The first difference; `nil` when there is none.
  private func fault(
    seed: Int, steps: Int, isDeaf: @escaping (InterfaceChange) -> Bool = { _ in false }
  ) async throws -> String? {
    let app = WatchedApp(seed: seed)
    let face = ToldFace(app.controller, isDeaf: isDeaf)
    try await app.install()
    var fault = face.difference()
    var done: [WatchedApp.Step] = []
    while fault == nil, done.count < steps {
      done.append(await app.step { fault = fault ?? face.difference() })
      fault = fault ?? face.difference()
    }
    return fault.map { "after \(done) of seed \(seed), \($0)" }
  }

  @Test func `shows what a face that draws always shows, whatever is done`() async throws {
    for seed in 0..<Effort.cases(2_000, thorough: 1_000_000) {
      if let fault = try await fault(seed: seed, steps: 8) {
        Issue.record("\(fault)")
        return
      }
    }
  }

  /// What a controller does without one of its reports is what a face sees that does not hear it.
  nonisolated private static let reports: [(name: String, isIt: @Sendable (InterfaceChange) -> Bool)] = [
    ("interface", { $0 == .interface }), ("layers", { $0 == .layers }), ("content", { $0 == .content }),
    ("traits", { $0 == .traits }), ("busy", { $0 == .busy }),
    ("description", { if case .description = $0 { true } else { false } }),
    ("screens", { if case .screens = $0 { true } else { false } }),
    ("items", { if case .items = $0 { true } else { false } }),
    ("selection", { if case .selection = $0 { true } else { false } }),
    ("values", { if case .values = $0 { true } else { false } }),
    ("errors", { if case .fieldErrors = $0 { true } else { false } }),
    ("focus", { if case .focus = $0 { true } else { false } }),
  ]

  @Test(arguments: reports.map(\.name))
  func `is found wrong when a report is missing`(name: String) async throws {
    let report = try #require(Self.reports.first { $0.name == name })
    for seed in 0..<2000 {
      if try await fault(seed: seed, steps: 8, isDeaf: report.isIt) != nil { return }
    }
    Issue.record("nothing found in 2000 sequences")
  }
}

/// What is told, and how often.
@MainActor
@Suite(.timeLimit(.minutes(30))) struct `A change of what is shown` {
  private let clock = ManualClock()
  private let provider = RecordingProvider(loggedOut: Self.desk, loggedIn: Self.desk)
  private let window = InterfaceWindow()
  private let controller: AppController

  nonisolated private static let desk = InterfaceDescription("desk") {
    TabView("places") {
      Tab("room", "Room") {
        NavigationStack("stack") {
          Screen("room-screen", title: "Room") {
            TextField("note", "Note")
            SecureField("pin", "PIN")
            Button("file", "File", action: Action("file", sends: ["note"]))
          }
        }
      }
      Tab("hall", "Hall") { Screen("hall-screen", title: "Hall") {} }
    }
  }

  private final class Poster: InterfaceController {
    var caption = "old" { didSet { setNeedsDisplay() } }
    override var presentationTraits: PresentationTraits { PresentationTraits(title: caption) }
  }

  init() { controller = AppController(interfaceProvider: provider, clock: clock) }

  /// The events of something that is done, without the numbers.
  private func told(_ body: () async throws -> Void) async rethrows -> [ControllerEvent.Kind] {
    var kinds: [ControllerEvent.Kind] = []
    controller.onEvent { kinds.append($0.kind) }
    try await body()
    return kinds
  }

  private func screen(_ id: String) throws -> InterfaceController {
    try .live(InterfaceDescription(id) { Screen(id, title: id) { Sheet { Screen("sheet", title: "Sheet") {} } } })
  }

  @Test func `is told once, in order, by its part`() async throws {
    try await controller.installRootInterface(in: window)
    let root = controller.rootContainer
    let room = try #require(root.visibleScreen)
    let stack = try #require(room.parent as? NavigationContainer)
    let poster = Poster()
    let kinds = try await told {
      stack.push(try screen("pushed"))
      // What is in it leaves with it, and needs no word of its own.
      stack.pop()
      root.present(poster)
      poster.caption = "new"
      root.dismiss()
      root.tabs(withID: "places")?.select("hall")
      root.tabs(withID: "places")?.select("hall")
      room.enter(.text("a"), into: "note")
      room.enter(.text("a"), into: "note")
      room.focus(on: "note")
      room.focus(on: "note")
      window.traits.columns = 50
    }
    let expected: [InterfaceChange] = [
      .screens(stack: "stack"), .screens(stack: "stack"), .layers, .content, .layers, .selection(tabs: "places"),
      .values(screen: "room-screen"), .focus(screen: "room-screen"), .traits,
    ]
    #expect(kinds == expected.map { .changed($0) })
  }

  @Test func `is told of an answer by its parts, and that it is waited for`() async throws {
    try await controller.installRootInterface(in: window)
    let gate = Gate()
    provider.gates[.perform("file")] = gate
    provider.answers["file"] = ActionResponse(effects: [.fieldError(input: "note", message: "no")])
    let kinds = await told {
      let pressing = Task { try? await controller.perform(nodeID: "file", values: ["note": .text("a")]) }
      await gate.arrived()
      #expect(controller.isPerforming)
      gate.open()
      _ = await pressing.value
    }
    let expected: [InterfaceChange] = [
      .values(screen: "room-screen"), .busy, .busy, .fieldErrors(screen: "room-screen"),
    ]
    #expect(kinds == expected.map { .changed($0) })
    #expect(!controller.isPerforming)
    // An answer that is there at once is not waited for.
    provider.gates = [:]
    provider.answers = [:]
    #expect(
      await told { _ = try? await controller.perform(nodeID: "file") } == [
        .changed(.fieldErrors(screen: "room-screen"))
      ])
  }

  @Test func `is not told beside an exchange, but for the old picture that goes`() async throws {
    try await controller.installRootInterface(in: window)
    provider.configuration = .init(transitionDuration: .milliseconds(600))
    controller.rootContainer.present(Poster())
    let kinds = await told {
      let login = Task { await controller.login(Session(subject: "ann")) }
      await clock.sleeperArrived(within: .milliseconds(600))
      #expect(controller.rootContainer.overlay != nil)
      clock.advance(by: .milliseconds(600))
      _ = await login.value
    }
    #expect(
      kinds.dropLast() == [.requested(.loggedIn), .began(.loggedIn), .prepared, .exchanged, .changed(.overlay)])
    guard case .completed(let report) = kinds.last else {
      Issue.record("the login is not completed")
      return
    }
    #expect(report.state == .loggedIn && report.revision == 2 && report.problems.isEmpty)
    // One that is asked for again is exchanged too.
    let again = await told {
      provider.handle?.invalidate()
      await controller.settle()
    }
    #expect(again.count(where: { if case .changed = $0 { true } else { false } }) == 0)
    #expect(again.contains(.exchanged))
  }

  @Test func `is told of no tree that is not installed, and of none after the end`() async throws {
    let kinds = try await told {
      let apart = NavigationContainer(root: Poster())
      apart.push(try screen("apart"))
      (apart.top as? ScreenController)?.focus(on: "none")
      (apart.screens.first as? Poster)?.caption = "new"
    }
    #expect(kinds.isEmpty)
    try await controller.installRootInterface(in: window)
    let stack = try #require(controller.rootContainer.visibleScreen?.parent as? NavigationContainer)
    controller.rootContainer.present(Poster())
    #expect(await told { controller.terminate() } == [.terminated])
    #expect(await told { stack.push(Poster()) }.isEmpty)
  }

  @Test func `holds nothing that was typed`() async throws {
    try await controller.installRootInterface(in: window)
    var lines: [String] = []
    controller.onEvent { lines.append("\($0) \(String(reflecting: $0))") }
    controller.rootContainer.visibleScreen?.enter(.text("canary"), into: "note")
    _ = try? await controller.perform(
      nodeID: "file", values: ["note": .text("canary"), "pin": .secret(Secret("canary"))])
    #expect(!lines.isEmpty)
    #expect(lines.allSatisfy { !$0.contains("canary") })
    #expect(
      lines.first?.hasPrefix("event 3: a value on the screen \"room-screen\" changed (logged-out, revision 1)") == true)
  }

  @Test func `counts when nobody listens, and gives a slow reader a snapshot`() async throws {
    try await controller.installRootInterface(in: window)
    let before = controller.eventNumber
    let tabs = try #require(controller.rootContainer.tabs(withID: "places"))
    tabs.select("hall")
    #expect(controller.eventNumber == before + 1)
    var reader = controller.events(buffering: 4).makeAsyncIterator()
    for _ in 0..<10 {
      tabs.select("room")
      tabs.select("hall")
    }
    let snapshot = try #require(await reader.next())
    guard case .snapshot(let missed) = snapshot.kind, missed > 0 else {
      Issue.record("\(snapshot)")
      return
    }
    controller.terminate()
    var last = snapshot
    while let event = await reader.next() {
      #expect(event.number == last.number + 1)
      last = event
    }
    #expect(last.number == before + 22 && last.kind == .terminated)
  }
}
