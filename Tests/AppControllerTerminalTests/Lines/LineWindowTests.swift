import AppControllerKit
import AppControllerKitTesting
import AppControllerTerminal
import Glibc
import Synchronization
import Testing

private let welcome = InterfaceDescription("welcome", language: "en") {
  Screen("door", title: "Door", primaryAction: "enter") {
    TextField("name", "Name").required()
    Button("enter", "Enter", style: .primary, action: Action("enter", sends: ["name"]))
  }
}

private let home = InterfaceDescription("home", language: "en") {
  Screen("room", title: "Inside") { Button("leave", "Leave", action: "leave") }
}

/// An app whose lines come from a pipe.
@MainActor
@Suite(.timeLimit(.minutes(30))) final class `A window of lines` {
  private let provider = RecordingProvider(loggedOut: welcome, loggedIn: home)
  private let clock = ManualClock()
  private let input: (reader: Int32, writer: Int32)
  private let written = Written()
  private let window: LineWindow
  private let controller: AppController

  private final class Written: Sendable {
    private let pieces = Mutex("")
    var text: String { pieces.withLock { $0 } }
    func add(_ text: String) { pieces.withLock { $0 += text } }
  }

  init() throws {
    var ends: [Int32] = [-1, -1]
    try #require(unsafe pipe(&ends) == 0)
    input = (ends[0], ends[1])
    window = LineWindow(traits: .english, input: ends[0], clock: clock) { [written] in written.add($0) }
    controller = AppController(interfaceProvider: provider, clock: clock)
    provider.answers = ["enter": .login(Session(subject: "ann")), "leave": .logout]
  }

  isolated deinit {
    close(input.reader)
    close(input.writer)
  }

  private func type(_ text: String) {
    let bytes = Array(text.utf8)
    #expect(unsafe write(input.writer, bytes, bytes.count) == bytes.count)
  }

  private func wait(for text: String) async throws {
    while !written.text.contains(text) {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  @Test func `leads in and out again, and ends when somebody leaves`() async throws {
    let running = Task { try await window.run(controller) }
    try await wait(for: "Name: ")
    type("ann\n\n")
    try await wait(for: "1, q to leave: ")
    #expect(controller.session?.subject == "ann")
    type("1\n")
    try await wait(for: "Signed out.")
    try await wait(for: "Signed out.\n\n== Door ==\n")
    type("\nq\n")
    #expect(try await running.value == .left)
    #expect(written.text.contains("== Door ==\n"))
    #expect(written.text.contains("\nSigned in.\n\n== Inside ==\n1. Leave, button\n"))
  }

  @Test func `says now and then that an answer is waited for, and loses nothing that was typed meanwhile`() async throws
  {
    let gate = Gate()
    provider.gates[.perform("enter")] = gate
    provider.answers["enter"] = ActionResponse(effects: [.message(.warning, "The door is old.")])
    let running = Task { try await window.run(controller) }
    try await wait(for: "Name: ")
    type("ann\n\n")
    await gate.arrived()
    await clock.sleeperArrived(within: .seconds(2))
    clock.advance(by: .seconds(2))
    try await wait(for: "Please wait.\n")
    await clock.sleeperArrived(within: .seconds(15))
    clock.advance(by: .seconds(15))
    try await wait(for: "Still waiting.\n")
    type("q\n")
    gate.open()
    #expect(try await running.value == .left)
    #expect(written.text.contains("warning: The door is old.\n"))
  }

  @Test func `says at once that the provider has stopped, and what can be done`() async throws {
    let running = Task { try await window.run(controller) }
    try await wait(for: "Name: ")
    provider.end()
    try await wait(for: "has stopped, and answers nothing any more; log out, or start the app again\n")
    type("\nq\n")
    #expect(try await running.value == .left)
  }

  @Test func `names the field whose answer was refused, and asks for it again`() async throws {
    provider.answers["enter"] = ActionResponse(effects: [.fieldError(input: "name", message: "Nobody has this name.")])
    let running = Task { try await window.run(controller) }
    try await wait(for: "Name: ")
    type("ann\n\n")
    try await wait(for: "error in Name: Nobody has this name.\n")
    type("\nq\n")
    #expect(try await running.value == .left)
  }

  @Test func `says on a terminal how to get to a question that has come meanwhile`() async throws {
    let person = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
    defer { close(person) }
    // TIOCSPTLCK and TIOCGPTN of ioctl_tty(2).
    var (isLocked, number): (Int32, UInt32) = (0, 0)
    let isOpen = unsafe ioctl(person, 0x4004_5431, &isLocked) == 0 && ioctl(person, 0x8004_5430, &number) == 0
    #expect(isOpen)
    let terminal = unsafe open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    defer { close(terminal) }
    let window = LineWindow(traits: .english, input: terminal, clock: clock) { [written] in written.add($0) }
    let running = Task { try await window.run(controller) }
    try await wait(for: "Name: ")
    await controller.login(Session(subject: "ann"))
    try await wait(for: "1. Leave, button\nIt has changed. Press Return to go on: ")
    #expect(!written.text.contains("1, q to leave: "))
    for line in ["1\n", "q\n"] {
      #expect(unsafe write(person, line, line.utf8.count) == line.utf8.count)
      if line == "1\n" { try await wait(for: "1, q to leave: ") }
    }
    #expect(try await running.value == .left)
    #expect(controller.session?.subject == "ann", "what was typed for the former question is no answer to this one")
  }

  @Test func `ends with the input, and says why when that is too long a line`() async throws {
    type(String(repeating: "a", count: 17 << 10) + "\n")
    #expect(try await window.run(controller) == .tooLong)
  }

  @Test(arguments: HostileText.payloads)
  func `says nothing of a provider's that drives a terminal`(_ payload: String) async throws {
    provider.loggedOut = InterfaceDescription("welcome") {
      Screen("door", title: "Door \(payload)", primaryAction: "enter") {
        Text("a\(payload)b")
        TextField("name", "Name \(payload)", placeholder: payload).hint("c\(payload)d")
        Picker("one", "One \(payload)", options: [.init("x", label: "X \(payload)")])
        Button("enter", "Enter", action: "enter")
      }
    }
    provider.answers["enter"] = ActionResponse(effects: [
      .message(.error, "said \(payload)"), .fieldError(input: "name", message: "wrong \(payload)"),
    ])
    type("\n\(payload.replacing("\n", with: ""))\nenter\n")
    let running = Task { try await window.run(controller) }
    try await wait(for: "error in Name")
    type("\nq\n")
    #expect(try await running.value == .left)
    let scalars = written.text.unicodeScalars
    let wrong = scalars.filter { scalar in
      scalar != "\n" && scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
        || HostileText.hiding.contains(scalar)
    }
    #expect(wrong.isEmpty, "\(wrong.map { String($0.value, radix: 16) })")
  }
}

extension TraitCollection {
  /// The traits of somebody who reads English, whoever runs the tests.
  fileprivate static var english: TraitCollection {
    var traits = TraitCollection()
    traits.languages = ["en"]
    return traits
  }
}
