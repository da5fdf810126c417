import AppControllerKit
import Foundation
import TestSupport
import Testing

@Suite struct `Secrets in memory` {
  /// The bytes at an address, read as a debugger does, because the memory is not ours any more.
  private func memory(at address: UInt, count: Int) -> [UInt8] {
    guard let file = FileHandle(forReadingAtPath: "/proc/self/mem") else { return [] }
    defer { try? file.close() }
    // Memory that the allocator has given back cannot be read, and holds nothing.
    guard (try? file.seek(toOffset: UInt64(address))) != nil else { return [] }
    return [UInt8]((try? file.read(upToCount: count)) ?? Data())
  }

  private func address(of secret: Secret) -> UInt {
    secret.withUTF8Bytes { bytes in
      unsafe bytes.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
  }

  @Test func `are zeroed when the last owner lets go of them`() {
    // Large, so that what the allocator writes into free memory is little of it.
    let canary = Array("canary-9f86d081;".utf8)
    let count = 64 << 10
    let bytes = Array(repeating: canary, count: count / canary.count).flatMap(\.self)
    var owners = [Secret(bytes.span)]
    let place = address(of: owners[0])
    #expect(memory(at: place, count: count).starts(with: canary), "the probe does not read the secret")
    owners.append(owners[0])
    owners.removeFirst()
    #expect(memory(at: place, count: count).starts(with: canary), "the secret has another owner")
    owners.removeAll()
    #expect(!Data(memory(at: place, count: count)).contains(Data(canary)))
  }

  @Test func `are zeroed in an array that is wiped`() {
    let canary = Array("canary-9f86d081;".utf8)
    var bytes = Array(repeating: canary, count: 4096).flatMap(\.self)
    let place = unsafe bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    #expect(memory(at: place, count: 65536).starts(with: canary))
    Secret.wipe(&bytes)
    #expect(bytes.isEmpty)
    #expect(!Data(memory(at: place, count: 65536)).contains(Data(canary)))
  }
}

@Suite struct `Secrets in a file` {
  @Test(arguments: [
    "", "x", "t\"k\\", "-----BEGIN-----\nAAAA\u{1}\n", "é\u{1F511}\u{2028}", "\",\"subject\":\"mallory",
    String(repeating: "\n", count: 16 << 10),
  ])
  func `come back byte for byte`(text: String) throws {
    // Attributes of the same name are no secret.
    let session = Session(subject: "ann", secret: Secret(text), attributes: ["secret": "public", "secret\"": "a\"b"])
    let bytes = try SessionFile.encode(session: session, generation: 3, savedAt: 5, provider: "kitty")
    #expect(SessionFile.decode(bytes, provider: "kitty") == .record(session: session, generation: 3, savedAt: 5))
  }

  @Test(arguments: [
    #"{"secret":"a","session":{"attributes":{},"displayName":"","subject":"s"}}"#,
    #"{"session":{"attributes":{},"displayName":"","secret":"a","subject":"s"}}"#,
    #"{"session":{"attributes":{},"displayName":"","secret":"a","secretIn":"file.1","subject":"s"}}"# + "\na",
    #"{"secretIn":"file.1","session":{"attributes":{},"displayName":"","subject":"s"}}"# + "\na",
    #"{"session":{"attributes":{},"displayName":"","subject":"s"}}"# + "\na", #"{"session":null}"# + "\na",
    #"{"session":{"attributes":{},"displayName":"","secretIn":"keyring.00000000000000000000000000000000","subject":"s"}}"#
      + "\na",
    #"{"session":{"secretIn":"file.1""# + "\na", #"{"session":{"attributes":{},"displayName":"","secretIn":""# + "\na",
  ])
  func `in another place make the file a foreign one`(text: String) { expectForeign(text) }

  @Test(arguments: [
    ("file.1", ""), ("file.1", "\n"), ("file.1", "\nab"), ("file.1", "\na\n"), ("file.0", "\na"), ("file.01", "\na"),
    ("file.+1", "\na"), ("file.-1", "\na"), ("file.", "\n"), ("file", "\na"), ("FILE.1", "\na"), (".1", "\na"),
    ("file.1.1", "\na"), ("keyring.1", "\na"), ("file.00000000000000000000000000000000", "\n"),
  ])
  func `that are not whole make the file a foreign one`(place: String, rest: String) {
    expectForeign(#"{"session":{"attributes":{},"displayName":"","secretIn":"\#(place)","subject":"s"}}"# + rest)
  }

  @Test func `that are no UTF-8 make the file a foreign one`() throws {
    let session = Session(subject: "s", secret: Secret([0xFF].span))
    let bytes = try SessionFile.encode(session: session, generation: 1, provider: "kitty")
    #expect(
      SessionFile.decode(bytes, provider: "kitty")
        == .foreign(reason: "session is refused: the secret is not UTF-8"))
  }

  private func expectForeign(_ text: String, location: SourceLocation = #_sourceLocation) {
    let whole = text.replacing(
      #"{"s"#, with: #"{"format":"appcontroller-session","generation":1,"provider":"kitty","version":1,"s"#,
      maxReplacements: 1)
    let content = SessionFile.decode(Array(whole.utf8), provider: "kitty")
    guard case .foreign = content else {
      Issue.record("\(content)", sourceLocation: location)
      return
    }
  }

  @Test func `the probe of the tests above is a session file without its fault`() {
    let text =
      #"{"format":"appcontroller-session","generation":1,"provider":"kitty","version":1,"session":{"attributes":{},"#
      + #""displayName":"","secretIn":"file.1","subject":"s"}}"# + "\na"
    let session = Session(subject: "s", secret: Secret("a"))
    #expect(SessionFile.decode(Array(text.utf8), provider: "kitty") == .record(session: session, generation: 1))
  }
}

@Suite struct `Secrets in what is shown` {
  private static let canary = "canary-9f86d081"
  private let secret = Secret(canary)
  private var session: Session { Session(subject: "ann", secret: secret, attributes: ["a": "1"]) }

  /// Everything that has a secret in it, with a word that shows that there is anything to see.
  private var holders: [(any Sendable, String)] {
    let action = InterfaceAction("sign-in", nodeID: "button", values: ["password": .secret(secret)])
    return [
      (secret, "(secret)"), (session, "ann"), (SessionRecord(session: session, generation: 1), "ann"),
      (InputValue.secret(secret), "(secret)"), (["password": InputValue.secret(secret)], "password"),
      (action, "sign-in"), (ActionResponse.login(session), "ann"),
      (SessionFile.Content.record(session: session, generation: 1), "ann"),
      (PresentationState(values: ["password": .secret(secret)]), "password"),
    ]
  }

  /// A value in every way in which Swift shows one.
  private func shown(_ value: any Sendable) -> String {
    var text = "\(value) \(String(describing: value)) \(String(reflecting: value)) \([value]) \(Optional(value) as Any)"
    dump(value, to: &text)
    walk(Mirror(reflecting: value), into: &text, depth: 0)
    return text
  }

  private func walk(_ mirror: Mirror, into text: inout String, depth: Int) {
    guard depth < 16 else { return }
    for child in mirror.children {
      text += " \(child.label ?? "") \(child.value) \(String(reflecting: child.value))"
      walk(Mirror(reflecting: child.value), into: &text, depth: depth + 1)
    }
    if let superclass = mirror.superclassMirror { walk(superclass, into: &text, depth: depth + 1) }
  }

  @Test func `are in no description, dump or mirror`() {
    for (holder, word) in holders {
      let text = shown(holder)
      #expect(text.contains(word), "\(type(of: holder)) shows nothing")
      #expect(!text.contains(Self.canary), "\(type(of: holder)) shows the secret")
      #expect(!text.contains("\(Self.canary.utf8.count)"), "\(type(of: holder)) shows the secret's length")
    }
  }

  @Test func `are in no error`() async throws {
    let directory = try TestFolder(mode: 0o700)
    var wrong = session
    wrong.secret = Secret(Array(Self.canary.utf8 + [0xFF]).span)
    var long = session
    long.secret = Secret(String(repeating: Self.canary, count: 2000))
    let stores: [any SessionStore] = [FileSessionStore(directory: directory.path), InMemorySessionStore()]
    for store in stores {
      for (broken, generation) in [
        (wrong, nil), (long, nil), (Session(subject: "", secret: secret), nil), (session, 7),
      ]
        as [(Session, UInt64?)]
      {
        let error = await #expect(throws: AppControllerError.self) {
          try await store.replace(for: "kitty", with: broken, ifGeneration: generation)
        }
        #expect(try !shown(#require(error)).contains(Self.canary))
      }
    }
  }

  @Test func `are in no warning about the file that holds them`() async throws {
    let directory = try TestFolder(mode: 0o700)
    let store = FileSessionStore(directory: directory.path)
    // Cut off, and wrong in the middle of the secret.
    for breakage in ["\n", "\\q", "\u{1}", "\",\"", "\" \""] {
      try await store.replace(for: "kitty", with: session)
      let text = try directory.text(of: "kitty.session.json")
      let broken = text.replacingOccurrences(of: Self.canary, with: Self.canary + breakage)
      try directory.write(broken, to: "kitty.session.json")
      let warning = try #require(try await store.load(for: "kitty").warning)
      #expect(!shown(warning).contains(Self.canary))
    }
  }

  @MainActor
  @Test func `are in no log line, event or interface of a controller`() async throws {
    var lines: [String] = []
    let controller = AppController(interfaceProvider: Failing())
    controller.logHandler = { lines.append("\($0) \($1)") }
    controller.onEvent { event in lines.append("\(event) \(shown(event))") }
    let window = InterfaceWindow()
    try await controller.installRootInterface(in: window)
    let error = await #expect(throws: AppControllerError.self) {
      try await controller.perform(nodeID: "go", values: ["password": .secret(secret)])
    }
    lines.append(try shown(#require(error)))
    for request in [await controller.login(session), await controller.login(session, rebuild: true)] {
      lines.append("\(request)")
    }
    lines += ["\(shown(controller.session))", "\(controller)", dumped(controller), dumped(window)]
    lines.append("\(await controller.logout())")
    let said = lines.joined(separator: "\n")
    #expect(said.contains("ann") && said.contains("Wrong(") && said.contains("the interfaces are exchanged"))
    #expect(!said.contains(Self.canary))
    withExtendedLifetime(window) {}
  }

  @MainActor
  @Test func `are in no dump of what holds a session`() async throws {
    let directory = try TestFolder(mode: 0o700)
    let stores: [any SessionStore] = [FileSessionStore(directory: directory.path), InMemorySessionStore()]
    for store in stores {
      let controller = AuthenticationController(providerID: "kitty", sessionStore: store)
      try await controller.login(session)
      let text = dumped(controller) + dumped(store) + "\(controller) \(store)"
      #expect(text.contains("ann") && text.contains("(secret)"), "the dump does not reach the session")
      #expect(!text.contains(Self.canary))
      withExtendedLifetime(controller) {}
    }
  }

  /// A value with everything that can be reached from it, as a debugger shows it.
  private func dumped(_ value: Any) -> String {
    var text = ""
    dump(value, to: &text, maxDepth: 12)
    return text
  }
}

/// A provider that fails at an action, with an error that shows all it was given.
private final class Failing: AppControllerInterfaceProviding {
  struct Wrong: Error {
    let action: InterfaceAction
    let handle: String
  }

  func configuration(for controller: AppController.Handle) -> AppController.Configuration {
    AppController.Configuration(transitionDuration: .zero)
  }

  func loggedOutInterface(for controller: AppController.Handle) -> InterfaceDescription {
    InterfaceDescription("logged-out") {
      Screen("welcome", title: "Welcome") {
        SecureField("password", "Password")
        Button("go", "Go", action: Action("go", sends: ["password"]))
      }
    }
  }

  func loggedInInterface(for controller: AppController.Handle) -> InterfaceDescription {
    InterfaceDescription("logged-in") { Screen("first", title: "Hello") { Text("\(controller)") } }
  }

  func perform(_ action: InterfaceAction, for controller: AppController.Handle) throws -> ActionResponse {
    throw Wrong(action: action, handle: "\(controller)")
  }
}
