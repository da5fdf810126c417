import AppControllerKit
import Foundation
import TestSupport
import Testing

@testable import appctl

/// What git, docker and kubectl ask and are answered, without a process.
@MainActor
@Suite struct `Credential protocols` {
  private static let end = Timestamp(secondsSince1970: 1_767_225_600)

  private func git(_ lines: String...) throws -> GitCredential {
    try GitCredential(Array(lines.joined(separator: "\n").utf8))
  }

  @Test(arguments: [
    ("git.example.com", "git.example.com"), ("Git.Example.COM:443", "git.example.com"), ("h:8443", "h:8443"),
    ("[::1]:8443", "[::1]:8443"), ("", nil), ("-h", nil), ("*.example.com", nil), ("a@b", nil), ("a/b", nil),
    ("a b", nil), ("h\n", nil), ("ä.example.com", nil), (String(repeating: "a", count: 513), nil),
  ])
  func `know what a host is`(text: String, host: String?) {
    #expect(CredentialHost(text)?.description == host)
  }

  @Test(arguments: [
    ("https://h/v1/", "h"), ("HTTPS://h:5000", "h:5000"), ("h/v1", "h"), ("https://h?x", "h"), ("http://h", nil),
    ("ssh://h", nil), ("https://", nil), ("https://a@h", nil),
  ])
  func `take the host of an address`(text: String, host: String?) {
    #expect(CredentialHost(address: text)?.description == host)
  }

  @Test(arguments: [
    ("https://h/v1/", "v1/"), ("h", ""), ("https://h", ""), ("https://h/", ""), ("h:5000/a/b?c=/d#e", "a/b"),
    ("https://h?x=/y", ""), ("https://h//a", "/a"),
  ])
  func `take the path of an address`(text: String, path: String) {
    #expect(CredentialHost.path(inAddress: text) == path)
  }

  @Test func `ask the provider for the programs that the session names`() throws {
    let session = Session(subject: "ann", attributes: ["credentials": "git docker,com.example.tool"])
    for program in ["git", "docker", "com.example.tool"] { #expect(session.hasOwnCredential(for: program)) }
    for program in ["kubernetes", "gi", ""] { #expect(!session.hasOwnCredential(for: program)) }
    #expect(!Session(subject: "ann").hasOwnCredential(for: "git"))
    #expect(try git("path=a/b.git").path == "a/b.git" && git("host=h").path == "")
  }

  @Test func `match hosts as a whole`() throws {
    let session = Session(subject: "ann", attributes: ["hosts": "git.example.com, r.example.com:5000 *.b.com  "])
    #expect(session.credentialHosts.map(\.description) == ["git.example.com", "r.example.com:5000"])
    for (host, isThere) in [
      ("git.example.com", true), ("git.example.com:443", true), ("example.com", false), ("a.git.example.com", false),
      ("git.example.com:8443", false), ("r.example.com", false), ("r.example.com:5000", true), ("x.b.com", false),
      ("git.example.com.", false), ("evil-git.example.com", false),
    ] {
      #expect(session.credentialHosts.contains(try #require(CredentialHost(host))) == isThere, "\(host)")
    }
    #expect(Session(subject: "ann").credentialHosts == [])
  }

  @Test(arguments: [
    (["protocol=https", "host=h"], "h"), (["host=h", "protocol=https", "", "host=other"], "h"),
    (["protocol=http", "host=h"], nil), (["protocol=HTTPS", "host=h"], nil), (["host=h"], nil),
    (["protocol=https", "path=a=b"], nil), (["protocol=https", "host=a", "host=h"], "h"),
  ])
  func `read what git asks`(lines: [String], host: String?) throws {
    let request = try GitCredential(Array(lines.joined(separator: "\n").utf8))
    #expect(request.host?.description == host)
  }

  @Test(arguments: [Array("protocol=https\nhost".utf8), Array("a=b\0".utf8), [0x61, 0x3D, 0xFF], Array(" \n".utf8)])
  func `refuse what is no request`(bytes: [UInt8]) {
    let error = #expect(throws: CommandError.self) { try GitCredential(bytes) }
    #expect(error?.code == .standardInput)
  }

  @Test func `answer git with a password, and with a bearer token where it knows them`() throws {
    let password = "username=oauth2\npassword=t\n"
    let bearer = "capability[]=authtype\nauthtype=Bearer\ncredential=t\nephemeral=1\n"
    let known = "capability[]=authtype"
    for (lines, answer) in [
      ([], password), (["capability[]=state"], password), (["authtype=Bearer"], password), ([known], bearer),
      ([known, "capability[]="], password), ([known, "wwwauth[]=Basic realm=x"], password),
      ([known, "wwwauth[]=Basic realm=x", "wwwauth[]=bearer realm=x"], bearer), (["wwwauth[]=Bearer"], password),
    ] {
      let request = try GitCredential(Array(lines.joined(separator: "\n").utf8))
      #expect(request.answer("oauth2", "t", until: nil) == answer, "\(lines)")
    }
    #expect(try git("a=b").answer("u", "t", until: Self.end).hasSuffix("password=t\npassword_expiry_utc=1767225600\n"))
  }

  @Test func `give git nothing for another user`() throws {
    #expect(try git("username=bea").allows("bea") && !(try git("username=bea").allows("oauth2")))
    #expect(try git("host=h").allows("oauth2") && !(try git("username=").allows("oauth2")))
    #expect(try git("password=p").reportedSecret == Secret("p") && git("credential=c").reportedSecret == Secret("c"))
    #expect(try git("host=h").reportedSecret == nil)
  }

  @Test(arguments: ["a\nb", "a\rb", "a\0b", ""])
  func `carry no secret of several lines`(secret: String) {
    #expect(Session(subject: "ann", secret: Secret(secret)).credential == nil)
  }

  @Test func `answer kubectl in its own version`() throws {
    let plain = try ExecCredential(nil)
    let text = #"{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":"#
    #expect(plain.answer("t\"", until: nil) == "\(text){\"token\":\"t\\\"\"}}\n")
    let until = #"{"expirationTimestamp":"2025-12-31T23:59:30Z","token":"t"}}"#
    #expect(plain.answer("t", until: Self.end) == "\(text)\(until)\n")
    let head = #"{"apiVersion":"client.authentication.k8s.io/v1beta1","kind":"ExecCredential","spec":"#
    let asked = try ExecCredential(head + #"{"cluster":{"server":"https://K:6443/x"}}}"#)
    #expect(asked.version.hasSuffix("/v1beta1") && asked.host?.description == "k:6443" && asked.path == "x")
    #expect(try ExecCredential(head + "{}}").host == nil)
    let (old, other) = (head.replacing("v1beta1", with: "v1alpha1"), head.replacing("ExecCredential", with: "Pod"))
    let servers = ["http://k", "k"].map { "\(head){\"cluster\":{\"server\":\"\($0)\"}}}" }
    for text in ["", "{}", "[]", "\(old){}}", "\(other){}}"] + servers {
      #expect(throws: CommandError.self, "\(text)") { try ExecCredential(text) }
    }
  }

  @Test(arguments: [
    ("", "{\n\t\"credHelpers\": {\n\t\t\"h\": \"appctl\"\n\t}\n}\n"),
    ("{}", "{\n\t\"credHelpers\": {\n\t\t\"h\": \"appctl\"\n\t}}"),
    ("{\"a\":1.50}", "{\n\t\"credHelpers\": {\n\t\t\"h\": \"appctl\"\n\t},\"a\":1.50}"),
    ("{\"credHelpers\":{}}", "{\"credHelpers\":{\n\t\t\"h\": \"appctl\"}}"),
    ("{\"credHelpers\":{\"b\":\"x\"}}", "{\"credHelpers\":{\n\t\t\"h\": \"appctl\",\"b\":\"x\"}}"),
    ("{\"credHelpers\":{\"h\":\"x\"}}", "{\"credHelpers\":{\"h\":\"appctl\"}}"),
    ("{\"credHelpers\":{\"h\":\"appctl\"}}", nil),
  ])
  func `change one entry of docker's configuration`(before: String, after: String?) throws {
    let host = try #require(CredentialHost("h"))
    let changed = try CredentialSetup.adding(host, to: Array(before.utf8), "config.json")
    #expect(changed.map { String(decoding: $0, as: UTF8.self) } == after)
  }

  @Test(arguments: ["{", "[]", "1", "{\"credHelpers\":[]}", "{\"credHelpers\":{\"h\":1}}", "{\"credHelpers\":null}"])
  func `leave alone what is not docker's configuration`(text: String) throws {
    let host = try #require(CredentialHost("h"))
    let error = #expect(throws: CommandError.self) {
      try CredentialSetup.adding(host, to: Array(text.utf8), "config.json")
    }
    #expect(error?.code == .notSetUp)
  }
}

/// The command as git runs it; `Tests/Credentials/run` has the real git.
@Suite struct `appctl credential` {
  private static let library = Result { try FixtureLibrary.build("Tests/Fixtures/renewing.c") }

  private func logIn(_ subject: String, _ appctl: AppCtlProcess, _ more: String...) throws {
    let outcome = try appctl(
      arguments: ["perform", "--provider", try Self.library.get(), "--node", "enter", "--set", "who=\(subject)"] + more)
    try #require(outcome.status == 0, "\(outcome.errors)")
    try #require(try appctl("credential", "setup", "kubernetes", "h").status == 0)
  }

  private func git(_ operation: String, _ lines: String, _ appctl: AppCtlProcess, _ more: String...) throws
    -> Program.Outcome
  {
    try appctl(arguments: ["credential", "git", operation] + more, input: "protocol=https\n\(lines)\n\n")
  }

  @Test func `gives git another secret after a refusal, once`() throws {
    try withStateFolder { appctl in
      try logIn("ann@h", appctl)
      #expect(try git("get", "host=h", appctl).output == "username=oauth2\npassword=secret-1\n")
      #expect(try git("erase", "host=h\npassword=other", appctl).output == "")
      #expect(try git("get", "host=h", appctl).output.contains("secret-1"))
      #expect(try git("erase", "host=other\npassword=secret-1", appctl).output == "")
      #expect(try git("get", "host=h", appctl).output.contains("secret-1"))
      #expect(try git("erase", "host=h\npassword=secret-1", appctl).output == "")
      for _ in 1...2 {
        #expect(try git("get", "host=h", appctl).output.contains("\npassword=secret-2\npassword_expiry_utc="))
      }
    }
  }

  @Test func `gives git what the provider has for it, and nothing in its place`() throws {
    let library = try FixtureLibrary.build("Tests/Fixtures/exchanging.c")
    try withStateFolder { appctl in
      for subject in ["ann@h", "partly@h"] {
        let entry = ["--provider", library, "--node", "enter", "--set", "who=\(subject)"]
        try #require(try appctl(arguments: ["perform"] + entry).status == 0)
        try #require(try appctl("credential", "setup", "kubernetes", "h").status == 0)
        #expect(try git("get", "host=h", appctl).output == "username=bot\npassword=git:h/:secret-1\n")
        let timed = try git("get", "host=h\npath=timed\nusername=bot", appctl)
        #expect(timed.output.hasSuffix("password=git:h/timed:secret-1\npassword_expiry_utc=4102444800\n"))
        #expect(try git("get", "host=h\nusername=bea", appctl).output == "")
        #expect(try git("get", "host=h\npath=absent", appctl).output == "username=oauth2\npassword=secret-1\n")
        for path in ["denied", "large", "ended", "silent"] {
          let outcome = try git("get", "host=h\npath=\(path)", appctl, "--strict")
          #expect(outcome.status != 0 && outcome.output == "quit=1\n", "\(path): \(outcome.errors)")
          #expect(outcome.errors.contains("ACK3002") && !outcome.errors.contains("secret-1"), "\(outcome.errors)")
        }
        #expect(try git("get", "host=h\npath=\(String(repeating: "p", count: 4097))", appctl).status == 64)
        let address = "https://h/v2/"
        let docker = try appctl(arguments: ["credential", "docker", "get"], input: address)
        let expected = subject == "ann@h" ? #""Secret":"docker:h\/v2\/:secret-1""# : #""Secret":"secret-1""#
        #expect(
          docker.output.replacing("\\/", with: "/").contains(expected.replacing("\\/", with: "/")), "\(docker.output)")
        try #require(try appctl("logout").status == 0)
      }
    }
  }

  @Test func `leaves a secret that nothing could renew`() throws {
    try withStateFolder { appctl in
      try logIn("plain@h", appctl)
      try #require(try git("erase", "host=h\npassword=secret-1", appctl).status == 0)
      #expect(try git("get", "host=h", appctl).output.contains("secret-1"))
    }
  }

  @Test(arguments: [("ended", 0, "quit=1\n"), ("broken", 75, "quit=1\n")])
  func `says why it has none, and no secret`(_ name: String, _ status: Int32, _ strict: String) throws {
    try withStateFolder { appctl in
      try logIn("\(name)@h", appctl)
      try #require(try git("erase", "host=h\npassword=secret-1", appctl).status == 0)
      let outcome = try git("get", "host=h", appctl, "--strict")
      #expect(outcome.status == status && outcome.output == strict)
      #expect(outcome.errors.contains(name == "ended" ? "[ACK4008]; run appctl login\n" : "ACK3002"))
      #expect(!outcome.errors.contains("secret-") && !outcome.errors.contains("refresh-"))
    }
  }

  @Test func `finds the account of a provider that was not the last one used`() throws {
    try withStateFolder { appctl in
      try logIn("old@h", appctl)
      try appctl.login()
      #expect(try git("get", "host=h", appctl).output.contains("secret-2"))
      #expect(try git("get", "host=h", appctl, "--provider", "com.example.kitty").output == "")
    }
  }
}
