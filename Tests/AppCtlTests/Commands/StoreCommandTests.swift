import Foundation
import SessionVaults
import TestSupport
import Testing

/// Whether the kernel lets this process use its keyring; containers often do not.
private func keyringIsOffered() async -> Bool { (try? await KernelKeyringVault().check()) != nil }

@Suite("the stores of the command line")
struct StoreCommandTests {
  private func everything(in appctl: AppCtlProcess) throws -> String {
    let folder = appctl.stateFolder + "/sessions"
    guard FileManager.default.fileExists(atPath: folder) else { return "" }
    return try FileManager.default.contentsOfDirectory(atPath: folder)
      .map { String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)")), as: UTF8.self) }.joined()
  }

  private func login(_ appctl: AppCtlProcess, _ store: String) throws -> Program.Outcome {
    try appctl(
      "login", "--provider", AppCtlProcess.kitty, "--set", "email=kitty@example.com", "--set-stdin", "password",
      "--store", store, input: "meow1234"
    )
  }

  @Test func `with the store memory nothing is kept`() throws {
    try withStateFolder { appctl in
      let outcome = try login(appctl, "memory")
      #expect(outcome.status == 0)
      #expect(outcome.output == "✓ Logged in to Kitty as kitty@example.com\n")
      try #expect(everything(in: appctl) == "")
      try #expect(appctl("status").output.hasPrefix("state: logged-out\n"))
      let status = try appctl("status", "--store", "memory", "--format", "json").output
      #expect(status.hasSuffix(#""store":{"kind":"memory","path":null}}"# + "\n"))
    }
  }

  @Test func `a store that there is not is a usage error`() throws {
    try withStateFolder { appctl in
      let outcome = try login(appctl, "keychain")
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("it is one of file, secret-service, keyring, memory"))
    }
  }

  @Test func `a machine without a desktop's keyring says so before anything is asked, with the way out`() throws {
    try withStateFolder { appctl in
      var appctl = appctl
      appctl.environment = ["DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": "/nowhere", "DISPLAY": ""]
      let outcome = try login(appctl, "secret-service")
      #expect(outcome.status == 74)
      #expect(outcome.output == "")
      #expect(outcome.errors.hasPrefix("error[ACK4011]: the desktop's keyring (Secret Service) cannot be reached"))
      #expect(outcome.errors.contains("--store file"))
      try #expect(everything(in: appctl) == "")
    }
  }

  @Test(.enabled("the kernel does not let this process use its keyring", keyringIsOffered))
  func `a secret in the kernel's keyring is found without --store, moved, and gone after the logout`() throws {
    try withStateFolder { appctl in
      try #expect(login(appctl, "file").status == 0)
      try #expect(everything(in: appctl).contains("kitty-token"))
      let moved = try login(appctl, "keyring")
      #expect(moved.errors == "the secret of kitty@example.com was moved to the store 'keyring'\n")
      try #expect(!everything(in: appctl).contains("kitty-token"))
      let status = try appctl("status")
      #expect(status.output.hasPrefix("state: logged-in\n"))
      #expect(status.output.contains("\nstore: keyring\n"))
      #expect(status.errors == "")
      try #expect(login(appctl, "keyring").errors == "kitty@example.com is logged in already; nothing changed\n")
      // Another user's secret replaces the first one in the same store.
      try #expect(appctl.login("dog@example.com", "--switch").status == 0)
      try #expect(!everything(in: appctl).contains("token"))
      try #expect(appctl("logout").status == 0)
      let names = try FileManager.default.contentsOfDirectory(atPath: appctl.stateFolder + "/sessions").sorted()
      #expect(names == ["com.example.kitty.session.json", "com.example.kitty.session.lock"])
    }
  }

  @Test func `a session in a vault that is out of reach can be ended with --force only`() throws {
    try withStateFolder { appctl in
      var appctl = appctl
      appctl.environment = ["DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": "/nowhere", "DISPLAY": ""]
      try appctl.login()
      let record = URL(fileURLWithPath: appctl.stateFolder + "/sessions/com.example.kitty.session.json")
      let text = String(decoding: try Data(contentsOf: record), as: UTF8.self)
      let number = String(repeating: "0", count: 32)
      let referring = text.replacing(#/"secretIn":"[^"]*"(.*)\n.*/#) {
        #""secretIn":"secret-service.\#(number)"\#($0.1)"#
      }
      #expect(referring != text)
      try Data(referring.utf8).write(to: record)
      let status = try appctl("status")
      #expect(status.status == 74 && status.errors.hasPrefix("error[ACK4011]"))
      let refused = try appctl("logout")
      #expect(refused.status == 74 && refused.errors.contains("appctl logout --force"))
      #expect(String(decoding: try Data(contentsOf: record), as: UTF8.self) == referring)
      let forced = try appctl("logout", "--force")
      #expect(forced.status == 0)
      #expect(forced.output == "✓ Logged out\n" && forced.errors.contains("the provider was not told"))
      try #expect(appctl("status").output.hasPrefix("state: logged-out\n"))
    }
  }
}
