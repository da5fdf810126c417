import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct `appctl with providers that are found` {
  @Test func `finds one by its id, in the order of the search path, and remembers it`() throws {
    try ProviderFolder.with { folder in
      try folder.make("b.so", id: "com.example.noted", version: "2.0", text: "Second")
      try folder.make("a.so", id: "com.example.noted", text: "First")
      let shown = try folder.appctl("login", "--show", "--provider", "com.example.noted")
      #expect(shown.status == 0 && shown.output.contains("First"), "\(shown)")
      #expect(try folder.appctl("status").output.contains("provider: com.example.noted 1.0\n"))
    }
  }

  @Test func `says where it has looked for one that is not there`() throws {
    try ProviderFolder.with { folder in
      let outcome = try folder.appctl("show", "--provider", "com.example.other")
      #expect(outcome.status == 66)
      #expect(outcome.errors.hasPrefix("error[ACK2038]: there is no provider with the id \"com.example.other\"\n"))
      #expect(outcome.errors.contains("searched: \(folder.path)"))
    }
  }

  @Test func `lists those that are accepted`() throws {
    try ProviderFolder.with { folder in
      let path = try folder.make("a.so", id: "com.example.noted")
      try folder.make("b.so", id: "com.example.noted")
      let outcome = try folder.appctl("providers")
      #expect(outcome.status == 0)
      #expect(outcome.output.contains(/^ID +VERSION +NAME +LIBRARY\ncom.example.noted +1.0 +Noted +/))
      #expect(outcome.output.contains(" \(path)\n"))
      #expect(!outcome.output.contains("b.so"))
    }
  }

  @Test func `explains every folder and file, the same in each run`() throws {
    try ProviderFolder.with { folder in
      let path = try folder.make("a.so", id: "com.example.noted")
      try folder.make("b.so", id: "com.example.noted", version: "2.0")
      try folder.make("c.so", id: "com.example.open")
      try #require(unsafe chmod("\(folder.path)/c.so", 0o777) == 0)
      try Data("text".utf8).write(to: URL(fileURLWithPath: "\(folder.path)/d.so"))
      let outcome = try folder.appctl("providers", "--explain")
      let expected = """
        1. environment \(folder.path): searched
           1. \(path): accepted: com.example.noted 1.0
           2. \(folder.path)/b.so: shadowed: com.example.noted 2.0, by \(path)
           3. \(folder.path)/c.so: rejected: com.example.open 1.0
              reason: \(folder.path)/c.so has the mode 777, so that every user may write it [ACK2032]
                why: others can put other code there, which would run as this user
                fix: find out whether somebody has changed it, then run: chmod go-w \(folder.path)/c.so
           4. \(folder.path)/d.so: not a provider [ACK2016]
        2. user-data \(folder.path)/.local/share/appcontroller/providers: there is no such folder
        3. system-data /nowhere/appcontroller/providers: there is no such folder
        4. executable \(AppCtlProcess.buildFolder.path): searched

        """
      #expect(outcome.output.hasPrefix(expected), "\(outcome.output)")
      #expect(try folder.appctl("providers", "--explain").output == outcome.output)
      let json = try folder.appctl("providers", "--format", "json").output
      #expect(json.contains(#""verdict":"shadowed""#) && json.contains(#""shadowedBy":"\#(path)""#))
      #expect(try JSONSerialization.jsonObject(with: Data(json.utf8)) is [String: Any])
      #expect(try folder.appctl("providers", "--format", "json").output == json)
    }
  }

  @Test func `loads a pinned provider only as it was`() throws {
    try ProviderFolder.with { folder in
      let path = try folder.make("a.so", id: "com.example.noted")
      let pinned = try folder.appctl("providers", "--pin", "com.example.noted")
      #expect(pinned.status == 0 && pinned.output.hasPrefix("com.example.noted is pinned to "), "\(pinned)")
      #expect(try folder.appctl("providers").output.contains(/\ncom.example.noted +1.0 +Noted +pinned +/))
      #expect(try folder.appctl("show", "--provider", path).status == 0)
      try folder.make("a.so", id: "com.example.noted", text: "Changed")
      for name in [path, "com.example.noted"] {
        let refused = try folder.appctl("show", "--provider", name)
        #expect(refused.status == 77)
        #expect(refused.errors.hasPrefix("error[ACK2037]: \(path) has the SHA-256 digest "), "\(refused.errors)")
      }
      #expect(try folder.appctl("providers", "--unpin", "com.example.noted").status == 0)
      #expect(try folder.appctl("show", "--provider", path).output.contains("Changed"))
      #expect(try folder.appctl("providers", "--unpin", "com.example.noted").status == 66)
      #expect(try folder.appctl("providers", "--pin", "com.example.other").status == 66)
    }
  }

  @Test func `never takes damaged pins for none`() throws {
    try ProviderFolder.with { folder in
      let path = try folder.make("a.so", id: "com.example.noted")
      #expect(try folder.appctl("providers", "--pin", "com.example.noted").status == 0)
      try Data("{".utf8).write(to: URL(fileURLWithPath: "\(folder.appctl.stateFolder)/pins.json"))
      let outcome = try folder.appctl("show", "--provider", path)
      #expect(outcome.status == 77 && outcome.errors.hasPrefix("error[ACK5014]: "))
    }
  }

  @Test func `takes a digest for one command`() throws {
    try ProviderFolder.with { folder in
      let path = try folder.make("a.so", id: "com.example.noted")
      let other = String(repeating: "a", count: 64)
      #expect(try folder.appctl("show", "--provider", path, "--pin", other).status == 77)
      #expect(try folder.appctl("show", "--provider", path, "--pin", "abc").status == 64)
      let inspected = try folder.appctl("inspect", path).output
      let digest = try #require(inspected.firstMatch(of: /sha256: (\w{64})/)?.1)
      #expect(try folder.appctl("show", "--provider", path, "--pin", String(digest)).status == 0)
    }
  }

  @Test func `warns of a file that others can write, when it was named`() throws {
    try ProviderFolder.with { folder in
      let path = try folder.make("a.so", id: "com.example.noted")
      try #require(unsafe chmod(path, 0o777) == 0)
      let outcome = try folder.appctl("show", "--provider", path)
      #expect(outcome.status == 0)
      #expect(
        outcome.errors.hasPrefix("warning: \(path) has the mode 777, so that every user may write it [ACK2032]\n"))
      #expect(try folder.appctl("show", "--provider", "com.example.noted").status == 66)
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can make a program that runs as somebody else"))
  func `believes neither environment nor user with elevated privileges, and says so`() throws {
    try ProviderFolder.with { folder in
      try folder.make("a.so", id: "com.example.noted")
      try FileManager.default.createDirectory(atPath: "\(folder.path)/bin", withIntermediateDirectories: true)
      let copy = "\(folder.path)/bin/appctl"
      try Tool.copyProgram(folder.appctl.executable.path, to: copy)
      try #require(unsafe chown(copy, 65534, 65534) == 0 && chmod(copy, 0o4755) == 0)
      var elevated = folder.appctl
      elevated.executable = URL(fileURLWithPath: copy)
      let outcome = try elevated("providers", "--explain", "--provider-dir", "/elsewhere")
      let reason = "ignored: the process has elevated privileges, and this folder is somebody else's choice"
      #expect(outcome.output.contains("1. given /elsewhere: \(reason)\n"), "\(outcome)")
      #expect(outcome.output.contains("environment \(folder.path): \(reason)\n"))
      #expect(outcome.output.contains("user-data \(folder.path)/.local/share/appcontroller/providers: \(reason)\n"))
      #expect(!outcome.output.contains("accepted: com.example.noted"))
    }
  }

  @Test func `inspects a provider without running it`() throws {
    try ProviderFolder.with { folder in
      let path = try folder.make("a.so", id: "com.example.noted")
      let outcome = try folder.appctl("inspect", path)
      #expect(outcome.status == 0)
      for line in [
        "path: \(path)", "id: com.example.noted", "name: Noted", "version: 1.0", "vendor: Example Ltd.", "abi: 1.0",
        "swift: none", "verdict: would load", "  ack_provider_query",
      ] {
        #expect(outcome.output.contains("\(line)\n"), "\(line) is not in \(outcome.output)")
      }
      let json = try folder.appctl("inspect", path, "--format", "json").output
      let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
      #expect(
        object.keys.sorted() == [
          "concerns", "exportCount", "exports", "file", "files", "machine", "needs", "note", "path", "pin", "problems",
          "schema", "sha256", "soname", "swiftRuntime", "wouldLoad",
        ])
      let digest = try #require(outcome.output.firstMatch(of: /sha256: (\w{64})/)?.1)
      #expect(outcome.output.contains("\npin: \(digest)\n"))
    }
  }

  @Test func `inspects each file that would be loaded, and says whether all of them may be`() throws {
    try ProviderFolder.with { folder in
      let files = try TestFolder()
      let needed = try NotedLibrary.build("int x;", to: "libpaw.so", in: files)
      let path = try NotedLibrary.build(
        in: files, ["-Wl,--no-as-needed", "-L\(files.path)", "-lpaw", "-Wl,-rpath,$ORIGIN"])
      let trusted = try folder.appctl("inspect", path).output
      #expect(trusted.contains("\nfiles: 2\n  \(path): owner \(geteuid()), sha256 "))
      #expect(trusted.contains("\nverdict: would load\n"))
      #expect(trusted.contains(", trusted\npin: "))
      try #require(unsafe chmod(needed, 0o666) == 0)
      let open = try folder.appctl("inspect", path).output
      #expect(open.contains("  \(needed): owner \(geteuid()), sha256 "))
      #expect(open.contains("every user may write it [ACK2032]\n"))
      #expect(
        open.contains("\nverdict: would load when it is named by its path, and not from a folder that is searched"))
    }
  }

  @Test func `says what a provider requires, and refuses it where that is not`() throws {
    try ProviderFolder.with { folder in
      let path = try folder.make("a.so", id: "com.example.noted", member: #""requires": ["minor:0", "kind:table"]"#)
      #expect(try folder.appctl("inspect", path).output.contains("\nabi: 1.0\nrequires: minor:0, kind:table\n"))
      #expect(
        try folder.appctl("inspect", path, "--format", "json").output.contains(#""requires":["minor:0","kind:table"]"#))
      #expect(try folder.appctl("show", "--provider", path).status == 0)

      try folder.make("a.so", id: "com.example.noted", member: #""requires": ["minor:99"]"#)
      let reason = "\(path) requires minor:99, which this host does not have"
      let inspected = try folder.appctl("inspect", path)
      #expect(inspected.status == 69 && inspected.output.contains("requires: minor:99\n"), "\(inspected)")
      #expect(inspected.output.contains("verdict: would not load\nreason: \(reason)"))
      #expect(try !folder.appctl("providers").output.contains(path))
      #expect(try folder.appctl("providers", "--explain").output.contains("      reason: \(reason)"))
      var appctl = folder.appctl
      for command in [["show", "--provider", path], ["validate", path]] {
        appctl.namesStateFolder = command[0] != "validate"
        let refused = try appctl(arguments: command)
        #expect(refused.status == 69 && refused.errors.hasPrefix("error[ACK2041]: \(reason)"), "\(refused)")
      }
    }
  }

  @Test func `gives each reason why one would not load`() throws {
    try ProviderFolder.with { folder in
      let path = "\(folder.path)/text.so"
      try Data("text".utf8).write(to: URL(fileURLWithPath: path))
      let outcome = try folder.appctl("inspect", path)
      #expect(outcome.status == 69)
      #expect(outcome.output.contains("verdict: would not load\nreason: \(path) is a text file"))
      #expect(outcome.errors.hasPrefix("error[ACK5013]: \(path) would not load\n"))
      #expect(try folder.appctl("inspect", folder.path + "/nothing.so").status == 66)
    }
  }
}
