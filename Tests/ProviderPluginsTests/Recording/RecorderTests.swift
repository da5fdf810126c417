import AppControllerJSON
import AppControllerKit
import Foundation
import TestSupport
import Testing

@testable import ProviderPlugins

@MainActor
@Suite struct `A recorder` {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  @Test func `makes a file that only its owner can read`() throws {
    let path = folder.path(of: "trace.jsonl")
    try ProviderRecorder(path: path).finish()
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try Recording(contentsOfFile: path).isFinished)
  }

  @Test func `replaces a recording, and nothing else`() throws {
    let path = try folder.write("my diary\n".utf8, to: "trace.jsonl")
    let error = #expect(throws: PluginError.self) { try ProviderRecorder(path: path) }
    expect(error, "ACK2303", ["trace.jsonl"])
    #expect(try text(path) == "my diary\n")
    let old = folder.path(of: "old.jsonl")
    for _ in 1...2 { try ProviderRecorder(path: old).finish() }
    #expect(try text(old).split(separator: "\n").count == 2)
    let empty = try folder.write([], to: "empty")
    try ProviderRecorder(path: empty).finish()
    #expect(try Recording(contentsOfFile: empty).lineCount == 2)
  }

  @Test func `says that it cannot write`() throws {
    for path in ["", folder.path(of: "there/is/no/folder"), folder.path, "\0"] {
      expect(#expect(throws: PluginError.self) { try ProviderRecorder(path: path) }, "ACK2303", [])
    }
    let full = try ProviderRecorder(path: "/dev/full")
    expect(#expect(throws: PluginError.self) { try full.finish() }, "ACK2303", ["/dev/full"])
  }

  @Test func `writes nothing after its end`() throws {
    let path = folder.path(of: "trace.jsonl")
    let recorder = try ProviderRecorder(path: path)
    try recorder.finish()
    recorder.recordLog(.info, "later")
    try recorder.finish()
    #expect(try text(path).split(separator: "\n").count == 2)
  }

  @Test func `is of the first provider and the first controller`() throws {
    let recorder = try ProviderRecorder(path: folder.path(of: "trace.jsonl"))
    var loader = ProviderLoader()
    loader.recorder = recorder
    let library = try FixtureLibrary.misbehaving("MB_NONE")
    for _ in 1...2 { recorder.record(AppController(interfaceProvider: try loader.load(library))) }
    try recorder.finish()
    let kinds = try Recording(contentsOfFile: folder.path(of: "trace.jsonl")).lines.map(\.kind)
    #expect(kinds.count { $0 == .provider } == 1)
    #expect(kinds.count { $0 == .controller } == 1)
  }
}

@Suite struct `A secret in a recording` {
  private func redacted(_ secrets: [String], _ json: String) throws -> String {
    let numbers = SecretNumbers()
    for secret in secrets { _ = numbers.number(of: Secret(secret)) }
    let members = try #require(try JSONReader.read(Array(json.utf8)).objectValue)
    return JSONValue.object(numbers.redacted(members)).text
  }

  /// A provider may write a secret in a message as its program prints it.
  @Test(arguments: [
    ("a\tbcd", "it is a\tbcd!"), ("a\tbcd", "it is a\u{FFFD}bcd!"), ("a\tbcd", #"it is a\tbcd!"#),
    ("a\u{1B}bcd", #"it is a\u001Bbcd!"#), ("a\u{1B}bcd", #"it is a\u001bbcd!"#), ("say \"it\"", #"it is say \"it\"!"#),
    ("one 1111\ntwo 2222", "it is one 1111\ntwo 2222!"), ("one 1111\ntwo 2222", "it is one 1111\u{FFFD}two 2222!"),
    ("one 1111\ntwo 2222", #"it is one 1111\ntwo 2222!"#), ("one 1111\ntwo 2222", "it is two 2222!"),
    ("a/b/c/d", #"it is a\/b\/c\/d!"#),
  ])
  func `is hidden in each form in which a text may have it`(secret: String, text: String) {
    let numbers = SecretNumbers()
    numbers.hide(Secret(secret))
    // The beginning of a secret is a secret, too, and must not leave the rest of the longer one.
    numbers.hide(Secret(String(secret.prefix(4))))
    let found = numbers.redacted([JSONValue.Member("text", .string(text))])
    #expect(found.first?.value.stringValue == "it is (secret)!")
  }

  @Test func `that begins with a mark hides no more than itself`() {
    let numbers = SecretNumbers()
    numbers.hide(Secret("\u{301}\u{302}/ab"))
    let found = numbers.redacted([JSONValue.Member("text", .string("in /ab: \u{301}\u{302}/ab"))])
    #expect(found.first?.value.stringValue == "in /ab: (secret)")
  }

  /// A text's characters are not those of its parts.
  @Test(arguments: [
    ("/abc", "in /abc\u{301}!", "in (secret)\u{301}!"), ("caf\u{E9}s", "a cafe\u{301}s!", "a (secret)!"),
  ])
  func `is hidden beside a mark, and in another normal form`(secret: String, text: String, hidden: String) {
    let numbers = SecretNumbers()
    numbers.hide(Secret(secret))
    let found = numbers.redacted([JSONValue.Member("text", .string(text))])
    #expect(found.first?.value.stringValue.map { Array($0.utf8) } == Array(hidden.utf8))
  }

  @Test func `is a number, the same for the same`() {
    let numbers = SecretNumbers()
    let found = ["a", "b", "a", "", "b"].map { numbers.number(of: Secret($0)) }
    #expect(found == [1, 2, 1, 3, 2])
    let others = SecretNumbers()
    #expect(others.standIn(for: 3) == others.standIn(for: 3))
    #expect(others.standIn(for: 3) != others.standIn(for: 1))
    #expect(others.number(of: others.standIn(for: 2)) == 2)
  }

  @Test(arguments: [
    (#"{"message":"your PIN 1773 is wrong"}"#, #"{"message":"your PIN (secret) is wrong"}"#),
    (#"{"effects":[{"text":"x1773x"},{"text":"1773"}]}"#, #"{"effects":[{"text":"x(secret)x"},{"text":"(secret)"}]}"#),
    (#"{"attributes":{"1773":"a 1773 b"}}"#, #"{"attributes":{"(secret)":"a (secret) b"}}"#),
    (#"{"text":"password"}"#, #"{"text":"(secret)"}"#),
    (#"{"kind":"field","content":"password"}"#, #"{"kind":"field","content":"password"}"#),
    (#"{"kind":"1773"}"#, #"{"kind":"(secret)"}"#),
    (#"{"revision":1773,"text":"17 73, abc"}"#, #"{"revision":1773,"text":"17 73, abc"}"#),
    (#"{"text":"grüße und mehr"}"#, #"{"text":"(secret) und mehr"}"#),
    (
      #"{"kind":"secret","label":"Key","secret":{"value":"k3v"}}"#,
      #"{"kind":"secret","label":"Key","secret":{"value":"(secret)"}}"#
    ),
  ])
  func `is in no text`(_ json: String, _ wanted: String) throws {
    #expect(try redacted(["1773", "password", "abc", "grüße"], json) == wanted)
  }
}

@MainActor
@Suite struct `The lines of a recording` {
  @Test(arguments: [
    ("", "does not begin"), ("{}\n", ":1: "), ("nonsense\n", ":1: "),
    (
      #"{"at":0,"line":"recording","version":1,"startedAt":0}"# + "\n",
      "it is of version 1, and this host reads version 3"
    ),
    (#"{"at":0,"line":"event"}"# + "\n", "does not begin"),
    (#"{"at":0,"line":"recording","version":3,"startedAt":0}"# + "\n" + #"{"at":-1,"line":"event"}"# + "\n", ":2: "),
    (
      #"{"at":0,"line":"recording","version":3,"startedAt":0}"# + "\n" + #"{"at":1,"line":"tea"}"# + "\n",
      #"it is of the kind "tea", which there is not"#
    ),
    (
      #"{"at":9,"line":"recording","version":3,"startedAt":0}"# + "\n" + #"{"at":1,"line":"log"}"# + "\n",
      "the time goes back from 9"
    ),
  ])
  func `are refused with their number`(_ text: String, _ what: String) {
    let error = #expect(throws: PluginError.self) { try Recording(Array(text.utf8)) }
    expect(error, "ACK2302", [what])
  }

  @Test func `say what cannot be done again`() async throws {
    let head = #"{"at":0,"line":"recording","version":3,"startedAt":0}"# + "\n"
    let provider =
      #"{"at":1,"line":"provider","id":"a","version":"1","path":"/a","abiMajor":1,"abiMinor":0,"isIsolated":false}"#
      + "\n"
    let controller = #"{"at":2,"line":"controller","provider":"a","followsStore":false}"# + "\n"
    for (text, what) in [
      (head, "it has no controller"), (head + controller, "the app's own"),
      (head + provider, "it has no controller"),
      (head + provider.replacingOccurrences(of: "abiMajor", with: "major") + controller, "abiMajor is missing"),
      (
        head + provider + controller.replacingOccurrences(of: "false", with: "1"),
        "followsStore is an integer, and has to be true or false"
      ),
    ] {
      let recording = try Recording(Array(text.utf8))
      expect(#expect(throws: PluginError.self) { try Replay(recording) }, "ACK2302", [what])
    }
    for (line, what) in [
      (#"{"at":3,"line":"asked","input":1,"for":"tea"}"#, #"for is "tea", and has to be one of"#),
      (#"{"at":3,"line":"asked","input":1,"for":"login"}"#, "rebuilds is missing"),
      (
        #"{"at":3,"line":"asked","input":1,"for":"login","rebuilds":false,"session":{"subject":"a","secret":0}}"#,
        "session.secret is an integer, and has to be what stands for a secret"
      ),
      (#"{"at":3,"line":"wake","question":-1}"#, "question is -1, and has to be from 0"),
    ] {
      let replay = try Replay(Recording(Array((head + provider + controller + line + "\n").utf8)))
      let error = await #expect(throws: PluginError.self) { try await replay.run() }
      expect(error, "ACK2302", [":4: ", what])
    }
  }

  @Test func `cannot be read from anything but a file`() throws {
    let folder = try TestFolder()
    for path in [folder.path, folder.path(of: "nothing"), "/dev/zero"] {
      let error = #expect(throws: PluginError.self) { try Recording(contentsOfFile: path) }
      expect(error, "ACK2301", [path])
    }
  }
}
