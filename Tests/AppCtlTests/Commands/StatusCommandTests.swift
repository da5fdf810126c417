import AppControllerKit
import Foundation
import TestSupport
import Testing

@Suite("status")
struct StatusCommandTests {
  private func status(_ appctl: AppCtlProcess) throws -> [String: Any] {
    let outcome = try appctl("status", "--format", "json")
    #expect(outcome.status == 0)
    return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
  }

  @Test(arguments: ["", "{", "[]", "{\"id\":1}"])
  func `a damaged memory of the last provider costs its name, and is mended`(damage: String) throws {
    try withStateFolder { appctl in
      try appctl.login(password: "meow1234")
      let memory = URL(fileURLWithPath: appctl.stateFolder + "/last-provider.json")
      try Data(damage.utf8).write(to: memory)
      #expect(try appctl("status").status == 66)
      #expect(try appctl("show", "--provider", AppCtlProcess.kitty).status == 0)
      #expect(try appctl("login", "--provider", AppCtlProcess.kitty).status == 0)
      #expect(try appctl("status").status == 0)
    }
  }

  @Test func `an error quotes what it was given without driving the terminal`() throws {
    try withStateFolder { appctl in
      let outcome = try appctl("show", "--provider", "/tmp/\u{1B}[31mred\u{202E}.so")
      #expect(outcome.status == 66)
      #expect(outcome.errors.contains("/tmp/\u{FFFD}[31mred\u{FFFD}.so"))
      #expect(!outcome.errors.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
      #expect(outcome.errors.hasSuffix("\n") && outcome.errors.contains("\n  why: "))
    }
  }

  @Test func `says subject, expiry, store and age, and no secret`() throws {
    try withStateFolder { appctl in
      let before = Timestamp.now.secondsSince1970
      try appctl.login(password: "canary-9f86d081")
      let json = try status(appctl)
      let session = try #require(json["session"] as? [String: Any])
      #expect(
        session.keys.sorted() == [
          "age", "attributes", "displayName", "expiresAt", "savedAt", "secretExpiresAt", "subject",
        ]
      )
      #expect(session["subject"] as? String == "kitty@example.com")
      #expect(session["expiresAt"] is NSNull)
      let savedAt = try #require(session["savedAt"] as? Int64)
      #expect((before...Timestamp.now.secondsSince1970).contains(savedAt))
      let age = try #require(session["age"] as? Int64)
      #expect((0...Timestamp.now.secondsSince1970 - savedAt).contains(age))
      let store = try #require(json["store"] as? [String: String])
      #expect(store == ["kind": "file", "path": "\(appctl.stateFolder)/sessions"])
      let text = try appctl("status").output
      #expect(text.contains(#/\nstored: (just now|\d+ min ago), in /#))
      #expect(text.contains(", in \(appctl.stateFolder)/sessions\n"))
    }
  }

  @Test func `counts the age from when the session was stored, whatever the clock did`() throws {
    try withStateFolder { appctl in
      try appctl.login()
      let path = "\(appctl.stateFolder)/sessions/com.example.kitty.session.json"
      let record = try appctl.record()
      let savedAt = try #require(record.firstMatch(of: /"savedAt":([0-9]+),/)?.output.1)
      for (stored, age) in [
        ("1000", Timestamp.now.secondsSince1970 - 1000...Timestamp.now.secondsSince1970 + 600), ("9000000000", 0...0),
      ] {
        let changed = record.replacing("\"savedAt\":\(savedAt),", with: "\"savedAt\":\(stored),")
        try Data(changed.utf8).write(to: URL(fileURLWithPath: path))
        let session = try #require(status(appctl)["session"] as? [String: Any])
        #expect(try age.contains(#require(session["age"] as? Int64)))
      }
      // A record in the form of an older version, which did not store the time.
      let older = record.replacing("\"savedAt\":\(savedAt),", with: "")
      try Data(older.utf8).write(to: URL(fileURLWithPath: path))
      let session = try #require(status(appctl)["session"] as? [String: Any])
      #expect(session["age"] is NSNull && session["savedAt"] is NSNull)
      #expect(session["subject"] as? String == "kitty@example.com")
    }
  }
}
