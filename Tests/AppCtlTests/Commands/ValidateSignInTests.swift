import AppControllerKit
import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct `appctl validate with inputs` {
  /// Validates a provider that aborts for a member alone, whose password is "correct-horse".
  private static func run(
    _ arguments: String..., password: String, check: String = "whole-round"
  ) throws -> Program.Outcome {
    let folder = try TestFolder()
    let path = folder.path(of: "nc-member-aborts.so")
    try FileManager.default.copyItem(atPath: try Nonconformity.conforming(), toPath: path)
    var appctl = AppCtlProcess(stateFolder: "/nowhere")
    appctl.namesStateFolder = false
    return try appctl(
      arguments: ["validate", path, "--only", check] + arguments, input: "\(password)\n")
  }

  @Test func `signs in as login does, and checks the interface of the session that it got`() throws {
    let outcome = try Self.run(
      "--action", "sign-in", "--set", "email=member@example.com", "--set-stdin", "password",
      password: "correct-horse")
    #expect(outcome.status == 65 && outcome.output.contains("  crashed: whole-round\n"), "\(outcome)")
    let printed = "    printed:\n      com.example.conforming | purging with (secret)"
    #expect(outcome.output.contains(printed), "\(outcome.output)")
    for secret in ["correct-horse", "member-session-secret"] {
      #expect(!(outcome.output + outcome.errors).contains(secret), "\(outcome)")
    }
  }

  @Test func `has a made-up session without inputs`() throws {
    let outcome = try Self.run(password: "")
    #expect(outcome.status == 0 && outcome.output.hasSuffix("\nverdict: conforms\n"), "\(outcome)")
  }

  @Test func `makes no checks when the sign-in is refused, and says why`() throws {
    let refused = try Self.run(
      "--action", "sign-in", "--set", "email=member@example.com", "--set-stdin", "password", password: "wrong-horse")
    #expect(refused.status == 1 && refused.output == "", "\(refused)")
    #expect(
      refused.errors.hasPrefix("error[ACK5005]: password: com.example.conforming | That is not the password\n"),
      "\(refused)")
    let missing = try Self.run("--action", "sign-in", "--set", "name=ann", password: "")
    #expect(
      missing.status == 1 && missing.errors.contains("email: com.example.conforming | Enter your email address"),
      "\(missing)")
    let bare = try Self.run(
      "--action", "sign-in", "--set", "email=m@example.com", "--set", "password=correct-horse", password: "")
    #expect(bare.status == 64 && bare.errors.hasPrefix("error[ACK5003]"), "\(bare)")
    #expect(!bare.errors.contains("correct-horse"))
  }
}
