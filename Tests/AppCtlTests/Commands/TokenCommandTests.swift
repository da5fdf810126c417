import Foundation
import TestSupport
import Testing

/// The secret of the session for a script, from a provider whose secrets are renewed.
@Suite struct `appctl token` {
  private static let library = Result { try FixtureLibrary.build("Tests/Fixtures/renewing.c") }

  private func logIn(_ subject: String, _ appctl: AppCtlProcess) throws {
    let outcome = try appctl(
      "perform", "--provider", try Self.library.get(), "--node", "enter", "--set", "who=\(subject)")
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  @Test func `prints a secret that is good, and loads no provider`() throws {
    try withStateFolder { appctl in
      try logIn("ann", appctl)
      // It is not found by its id.
      let outcome = try appctl("token", "--provider", "com.example.renewing")
      #expect(outcome.output == "secret-1\n")
      #expect(outcome.status == 0 && outcome.errors == "")
    }
  }

  @Test func `has a secret renewed that has ended`() throws {
    try withStateFolder { appctl in
      try logIn("old", appctl)
      #expect(try appctl("token").output == "secret-2\n")
      #expect(try appctl("token").output == "secret-2\n")
      #expect(try appctl("token", "--renew").output == "secret-3\n")
      let json = try appctl("token", "--format", "json").output
      #expect(json.contains(#""secret":"secret-3","subject":"old"}"#))
    }
  }

  @Test func `asks once for several who need it at once`() throws {
    try withStateFolder { appctl in
      var appctl = appctl
      try logIn("old", appctl)
      let renewals = appctl.stateFolder + "/renewals"
      appctl.environment["RENEWALS"] = renewals
      DispatchQueue.concurrentPerform(iterations: 4) { [appctl] _ in
        let outcome = Result { try appctl("token", "--not-isolated") }
        #expect((try? outcome.get().output) == "secret-2\n")
      }
      #expect(try String(contentsOfFile: renewals, encoding: .utf8) == ".")
    }
  }

  @Test(
    arguments: [
      ("ended", "ACK4008", 1), ("broken", "ACK3002", 69), ("stranger", "ACK3002", 69), ("plain", "ACK4007", 1),
    ])
  func `says why there is none`(_ subject: String, _ code: String, _ status: Int32) throws {
    try withStateFolder { appctl in
      try logIn(subject, appctl)
      let outcome = try appctl("token", "--renew")
      #expect(outcome.errors.contains(code), "\(outcome.errors)")
      #expect(outcome.status == status && outcome.output == "")
      #expect(!outcome.errors.contains("secret-") && !outcome.errors.contains("refresh-"))
      #expect(try appctl("token").status == (subject == "ended" ? 1 : 0))
    }
  }

  @Test func `does not sign in`() throws {
    try withStateFolder { appctl in
      let outcome = try appctl("token", "--provider", try Self.library.get())
      #expect(outcome.status == 1)
      #expect(outcome.errors.hasPrefix("error[ACK4006]: nobody is logged in"))
    }
  }
}
