import AppControllerHTTP
import AppControllerKit
import AppControllerKitTesting
import Foundation
import TestSupport
import Testing

@testable import AppControllerWeb

/// What a visitor leaves on the disk.
@Suite struct `A visitor's files` {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path) } }

  private func store(_ id: VisitorID = .random(), most: Int = VisitorStore.maximumSessions) -> VisitorStore {
    let files = FileSessionStore(directory: folder.path, secrets: .file)
    return VisitorStore(files, id, maximumSessions: most, elapsed: { .zero })
  }

  @Test func `leaves no file behind a logout`() async throws {
    let id = VisitorID.random()
    let store = store(id)
    for number in 0..<5 {
      store.noteForm(of: "page \(number)")
      var record = try await store.load(for: "door")
      record = try await store.replace(
        for: "door", with: Session(subject: "ann"), ifGeneration: record.generation)
      #expect(try names.count == 2)
      _ = try await store.renewalTurn(for: "door")
      record = try await store.replace(for: "door", with: nil, ifGeneration: record.generation)
      #expect(try names == [])
      // Nobody is logged in again by a provider that says so at its start.
      #expect(try await store.load(for: "door") == record && record.generation > 0)
    }
  }

  @Test func `has none before a login`() async throws {
    let store = store()
    let first = try await store.replace(for: "door", with: nil, ifGeneration: 0)
    #expect(first.session == nil && first.generation == 1)
    #expect(try names == [])
  }

  @Test func `does not come back with what was under way before a logout`() async throws {
    let store = store()
    let ann = try await store.replace(for: "door", with: Session(subject: "ann"), ifGeneration: 0)
    let out = try await store.replace(for: "door", with: nil, ifGeneration: ann.generation)
    var renewed = Session(subject: "ann")
    renewed.secret = Secret("new")
    await #expect(throws: AppControllerError.self) {
      try await store.replace(for: "door", with: renewed, ifGeneration: ann.generation)
    }
    #expect(try await store.load(for: "door") == out)
    #expect(try names == [])
    // The next login is under another identity, and its generations are others as well.
    let bob = try await store.replace(for: "door", with: Session(subject: "bob"), ifGeneration: out.generation)
    #expect(bob.generation > out.generation)
    for late in [renewed, nil] {
      await #expect(throws: AppControllerError.self) {
        try await store.replace(for: "door", with: late, ifGeneration: ann.generation)
      }
    }
    #expect(try await store.load(for: "door") == bob)
  }

  @Test func `has another identity after a logout by another server`() async throws {
    let (first, page) = (store(), VisitorID.random().text)
    first.noteForm(of: page)
    let id = try #require(first.delivery(to: page))
    let ann = try await first.replace(for: "door", with: Session(subject: "ann"), ifGeneration: 0)
    let second = store(id)
    let known = try await second.load(for: "door")
    #expect(known.session?.subject == "ann")
    _ = try await first.replace(for: "door", with: nil, ifGeneration: ann.generation)
    #expect(try await second.load(for: "door").session == nil)
    await #expect(throws: AppControllerError.self) {
      try await second.replace(for: "door", with: Session(subject: "ann"), ifGeneration: known.generation)
    }
    second.noteForm(of: page)
    #expect(second.standing(of: id) == .former)
    _ = try await second.replace(for: "door", with: Session(subject: "bob"), ifGeneration: nil)
    #expect(second.standing(of: id) == .ended)
  }

  @Test func `is refused when there are as many sessions as may be`() async throws {
    let (first, second) = (store(most: 1), store(most: 1))
    let record = try await first.replace(for: "door", with: Session(subject: "ann"), ifGeneration: 0)
    await #expect(throws: AppControllerError.self) {
      try await second.replace(for: "door", with: Session(subject: "bob"), ifGeneration: 0)
    }
    #expect(try await second.load(for: "door").session == nil)
    _ = try await first.replace(for: "door", with: nil, ifGeneration: record.generation)
    _ = try await second.replace(for: "door", with: Session(subject: "bob"), ifGeneration: 0)
    #expect(try await second.load(for: "door").session?.subject == "bob")
  }
}

/// The cookie that says who a visitor is.
@Suite struct `A cookie` {
  private func rules(_ app: String, _ url: String? = nil, port: UInt16? = nil) throws -> WebRules {
    WebRules(app: app, proxy: try url.map { url throws(WebError) in try WebProxy(url) }, port: port)
  }

  private func visitor(_ cookie: String, _ rules: WebRules) throws -> VisitorID? {
    let text = "GET / HTTP/1.1\r\nHost: h\r\nCookie: \(cookie)\r\n\r\n"
    return rules.visitor(of: try #require(HTTPRequest(parsing: Array(text.utf8))))
  }

  @Test func `is named by the app and the URL, and behind a proxy not by the port`() throws {
    let kitty = try rules("/a.so", "https://h/kitty/", port: 1)
    #expect(kitty.cookieName.hasPrefix("__Host-appctl-"))
    #expect(kitty.cookieName == (try rules("/a.so", "https://h/kitty", port: 2)).cookieName)
    #expect(kitty.cookieName == (try rules("/a.so", "https://h:443/kitty")).cookieName)
    for other in [
      try rules("/b.so", "https://h/kitty/"), try rules("/a.so", "https://h/dog/"),
      try rules("/a.so", "https://h2/kitty/"),
      try rules("/a.so", "http://h/kitty/"), try rules("/a.so", port: 1), try rules("/a.so", port: 2),
    ] {
      #expect(other.cookieName != kitty.cookieName)
    }
    #expect(try rules("/a.so", port: 1).cookieName != rules("/a.so", port: 2).cookieName)
    #expect(try !rules("/a.so", "http://h/kitty/").cookieName.hasPrefix("__Host-"))
  }

  @Test func `of another app, and two of different values, are ignored`() throws {
    let (own, other) = (try rules("/a.so", "https://h/"), try rules("/b.so", "https://h/"))
    let (id, planted) = (VisitorID.random(), VisitorID.random())
    let (name, text) = (own.cookieName, id.text)
    #expect(try visitor("\(other.cookieName)=\(planted.text); \(name)=\(text)", own) == id)
    #expect(try visitor("\(other.cookieName)=\(planted.text)", own) == nil)
    #expect(try visitor("\(name)=\(text); \(name)=\(text)", own) == id)
    #expect(try visitor("\(name)=\(planted.text); \(name)=\(text)", own) == nil)
    #expect(try visitor("\(name)=\(text); \(name)=", own) == id)
    #expect(try visitor("\(name)=short", own) == nil)
  }
}
