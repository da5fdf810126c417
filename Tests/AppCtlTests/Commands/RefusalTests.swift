import Foundation
import TestSupport
import Testing

@Suite("What appctl refuses, with which status and which words")
struct RefusalTests {
  @Test func `a short password exits 1 and says which field and why`() throws {
    try withStateFolder { appctl in
      let outcome = try appctl.login(password: "abc")
      #expect(outcome.status == 1)
      #expect(outcome.errors.hasPrefix("error[ACK5005]: password: com.example.kitty | Use at least four characters\n"))
      #expect(outcome.output == "")
      try #expect(appctl("status").output.hasPrefix("state: logged-out\n"))
    }
  }

  @Test func `a missing email exits 64 and names the input, and how to give it`() throws {
    try withStateFolder { appctl in
      let outcome = try appctl(
        "login", "--provider", AppCtlProcess.kitty, "--set-stdin", "password", input: "meow1234"
      )
      #expect(outcome.status == 64)
      #expect(outcome.errors.hasPrefix("error[ACK5002]: missing input: email\n"))
      #expect(outcome.errors.contains("--set email=VALUE"))
    }
  }

  @Test func `an input that no form has is named beside the one that is missing`() throws {
    try withStateFolder { appctl in
      let outcome = try appctl(
        "login", "--provider", AppCtlProcess.kitty, "--set", "emial=a@b", "--set-stdin", "password", input: "meow1234"
      )
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("missing input: email; there is no input named 'emial'"))
    }
  }

  @Test func `a secret on the command line is refused and not repeated`() throws {
    try withStateFolder { appctl in
      let outcome = try appctl(
        "login", "--provider", AppCtlProcess.kitty, "--set", "email=a@b", "--set", "password=hunter22"
      )
      #expect(outcome.status == 64)
      #expect(outcome.errors.hasPrefix("error[ACK5003]"))
      #expect(!outcome.errors.contains("hunter22"))
    }
  }

  @Test func `a path without a file exits 66`() throws {
    try withStateFolder { appctl in
      let outcome = try appctl("login", "--provider", "/nowhere/libKitty.so")
      #expect(outcome.status == 66)
      #expect(outcome.errors.hasPrefix("error[ACK2001]: there is no provider at /nowhere/libKitty.so"))
    }
  }

  @Test func `without a provider that was used before, one has to be named`() throws {
    try withStateFolder { appctl in
      for command in ["login", "logout", "show"] {
        let outcome = try appctl(command)
        #expect(outcome.status == 66)
        #expect(outcome.errors.hasPrefix("error[ACK5006]"))
      }
      let status = try appctl("status")
      #expect(status.status == 0 && status.output == "Nobody is logged in\n")
      #expect(!FileManager.default.fileExists(atPath: appctl.stateFolder))
    }
  }

  @Test(arguments: [
    ("text.so", "hello\n", "a text file"), ("script.so", "#!/bin/sh\n", "a script"), ("empty.so", "", "an empty file"),
  ])
  func `a file that is no plugin exits 69 and says what it is instead`(name: String, text: String, kind: String) throws
  {
    try withStateFolder { appctl in
      let folder = try TestFolder()
      let outcome = try appctl("login", "--provider", folder.write(text.utf8, to: name))
      #expect(outcome.status == 69)
      #expect(outcome.errors.contains("is \(kind), not a shared library"))
    }
  }

  @Test func `a folder, a program and a library that is no provider each say what they are`() throws {
    try withStateFolder { appctl in
      let program = AppCtlProcess.buildFolder.appendingPathComponent("appctl").path
      for (path, words) in [("/tmp", "is a folder"), (program, "is a program")] {
        let outcome = try appctl("login", "--provider", path)
        #expect(outcome.status == 69)
        #expect(outcome.errors.contains(words))
      }
      let library = try #require(
        ["/lib/x86_64-linux-gnu/libm.so.6", "/lib/aarch64-linux-gnu/libm.so.6", "/lib64/libm.so.6"]
          .first { FileManager.default.fileExists(atPath: $0) }
      )
      let outcome = try appctl("login", "--provider", library)
      #expect(outcome.status == 69)
      #expect(outcome.errors.contains("is a shared library without a provider's note"))
    }
  }

  @Test func `a damaged record is set aside, said, and never trusted`() throws {
    try withStateFolder { appctl in
      try appctl.login()
      let path = "\(appctl.stateFolder)/sessions/com.example.kitty.session.json"
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try file.write(contentsOf: Data("garbage".utf8))
      try file.close()
      let outcome = try appctl("status")
      #expect(outcome.status == 0)
      #expect(outcome.output.hasPrefix("state: logged-out\n"))
      #expect(outcome.errors.contains("ACK4003"))
      #expect(FileManager.default.fileExists(atPath: path + ".damaged-1"))
    }
  }

  @Test(arguments: [0o720, 0o702])
  func `a state folder that others can write to is refused with 77 by every command`(mode: Int) throws {
    try withStateFolder { appctl in
      try appctl.login()
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: appctl.stateFolder)
      for outcome in [
        try appctl("status"), try appctl("show"), try appctl("logout"), try appctl("perform", "sign-out"),
        try appctl.login("dog@example.com"), try appctl("show", "--provider", AppCtlProcess.kitty),
      ] {
        #expect(outcome.status == 77)
        #expect(outcome.errors.hasPrefix("error[ACK4004]: \(appctl.stateFolder) is not safe to use: found the mode"))
        #expect(outcome.errors.contains("chmod 0700 \(appctl.stateFolder)\n"))
        #expect(outcome.output == "")
      }
    }
  }

  @Test func `a record that others can read is refused with 77`() throws {
    try withStateFolder { appctl in
      try appctl.login()
      let path = "\(appctl.stateFolder)/sessions/com.example.kitty.session.json"
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
      let outcome = try appctl("status")
      #expect(outcome.status == 77)
      #expect(outcome.errors.contains("ACK4004"))
    }
  }
}
