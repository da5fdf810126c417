import Foundation
import Glibc
import TestSupport
import Testing

/// Paths that the system reads differently from a Swift string.
@Suite(.timeLimit(.minutes(30))) struct `A path with an odd name` {
  private static let names = [
    "a b", "x\u{301}", "\u{301}x", "$ORIGIN", "%2F%s", "a\nb", "a:b", "a;b", "'q\"", "\\", "e\u{301}", "\u{E9}",
    "\u{212A}",
    "\u{202E}r", "\u{1B}[31m", "-x",
  ]

  /// Runs the program in a shell.
  ///
  /// BAD is a name that is not UTF-8, and REPAIRED is the string that Swift makes of it.
  private static func run(_ script: String, in folder: TestFolder) throws -> Program.Outcome {
    let appctl = AppCtlProcess(stateFolder: "").executable.path
    return try Program.run(
      ["/bin/sh", "-c", "BAD=$(printf 'x\\377y') REPAIRED=$(printf 'x\\357\\277\\275y')\n\(script)"],
      environment: ["HOME": folder.path, "A": appctl, "T": folder.path, "PATH": "/usr/bin:/bin"], in: folder.path)
  }

  /// Makes a library that needs another one in the same folder, which is found by the run path.
  private static func makeLibraries(in folder: TestFolder) throws {
    try folder.write("int kitty_helper(void) { return 1; }\n".utf8, to: "helper.c")
    try Tool.compile(
      [
        "-shared", "-fPIC", "-o", folder.path(of: "libhelper.so"), folder.path(of: "helper.c"),
        "-Wl,-soname,libhelper.so",
      ])
    try Tool.compile([
      "-std=c11", "-shared", "-fPIC", "-fvisibility=hidden", "-I", FixtureLibrary.include, "-o",
      folder.path(of: "libkitty.so"), "\(FixtureLibrary.package)/Plugins/ExampleProviderC/kitty.c",
      "-Wl,--no-as-needed", folder.path(of: "libhelper.so"), "-Wl,-rpath,$ORIGIN",
    ])
  }

  @Test(arguments: names)
  func `is a provider's, in process and isolated`(_ name: String) throws {
    let folder = try TestFolder()
    try Self.makeLibraries(in: folder)
    let odd = folder.path(of: "odd/\(name)")
    try FileManager.default.createDirectory(atPath: odd, withIntermediateDirectories: true)
    for file in ["libkitty.so", "libhelper.so"] {
      try #require(unsafe rename(folder.path(of: file), "\(odd)/\(file)") == 0)
    }
    var appctl = AppCtlProcess(stateFolder: folder.path(of: "state-\(name)"))
    appctl.currentFolder = folder.path(of: "odd")
    for (place, more) in [
      ("\(odd)/libkitty.so", [String]()), ("./\(name)/libkitty.so", []), ("com.example.kitty-c", [odd]),
    ] {
      for isolation in ["--isolated", "--not-isolated"] {
        let outcome = try appctl(
          arguments: ["show", isolation, "--provider=\(place)"] + more.map { "--provider-dir=\($0)" })
        #expect(outcome.status == 0 && outcome.output.contains("Kitty"), "\(place): \(outcome)")
      }
    }
  }

  @Test(arguments: names)
  func `is a home's and a storyboard's, and what is remembered is found again`(_ name: String) throws {
    let folder = try TestFolder()
    let home = folder.path(of: name)
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: "\(FixtureLibrary.package)/Docs/Examples/Main.json", toPath: "\(home)/\(name).json")
    var appctl = AppCtlProcess(stateFolder: "", namesStateFolder: false)
    appctl.environment = ["HOME": home, "XDG_STATE_HOME": "", "XDG_CONFIG_HOME": "", "XDG_DATA_HOME": ""]
    appctl.currentFolder = home
    let login = try appctl(
      "login", "--provider", AppCtlProcess.kitty, "--set", "email=kitty@example.com", "--set-stdin",
      "password", input: "meow1234")
    #expect(login.status == 0, "\(login)")
    #expect(try appctl("status").output.contains("provider: com.example.kitty"))
    #expect(FileManager.default.fileExists(atPath: "\(home)/.local/state/appcontroller/last-provider.json"))
    let lint = try appctl("lint", "--", "\(name).json")
    #expect(lint.status == 0, "\(lint)")
  }

  @Test func `in the root is a provider's, in process and isolated`() throws {
    if geteuid() != 0 { try Test.leaveOut("only the superuser may write there") }
    let path = "/appctl-\(UUID().uuidString).so"
    try FileManager.default.copyItem(atPath: FixtureLibrary.exampleInC(), toPath: path)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try withStateFolder { appctl in
      let plain = try appctl("show", "--not-isolated", "--provider", path)
      #expect(plain.status == 0, "\(plain)")
      let isolated = try appctl("show", "--isolated", "--provider", path)
      #expect(isolated.status == 0, "\(isolated)")
    }
  }

  /// A script that uses the name, and the expected code and text.
  ///
  /// No script may reach the path with the repaired name.
  @Test(arguments: [
    (#"$A inspect "$T/$BAD/k.so""#, "ACK5001", "argument 2 is not UTF-8"),
    (#"ln -s "$T/$BAD/k.so" link.so; $A inspect link.so"#, "ACK2011", "is not UTF-8"),
    (#"cd "$BAD"; $A inspect k.so"#, "ACK2011", "is not UTF-8"),
    (#"cd "$BAD"; $A status --state-dir s --provider k.so"#, "ACK5009", "current folder is not UTF-8"),
    (#"HOME="$T/$BAD" $A status --provider $T/k.so"#, "ACK5016", "HOME is not UTF-8"),
    (#"XDG_CONFIG_HOME="$T/$BAD" $A status --provider $T/k.so"#, "ACK5016", "XDG_CONFIG_HOME is not UTF-8"),
    (#"XDG_STATE_HOME="$T/$BAD" $A status --provider $T/k.so"#, "ACK5009", "XDG_STATE_HOME is not UTF-8"),
    (
      #"XDG_DATA_HOME="$T/$BAD" $A show --provider com.example.kitty-c"#, "ACK2038",
      "there is no provider with the id"
    ),
    (#"XDG_DATA_HOME="$T/$BAD" $A providers --explain"#, "ignored", "ignored: its path is not UTF-8"),
    (#"APPCTL_PROVIDER_PATH="$T/$BAD" $A providers --explain"#, "ignored", "ignored: its path is not UTF-8"),
    (#"mkdir p; cp k.so "p/$BAD.so"; $A providers --explain --provider-dir p"#, "ACK2011", "is not UTF-8"),
    (#"$A lint "$T/$BAD/x.json""#, "ACK5001", "argument 2 is not UTF-8"),
    (#"$A status --state-dir "$T/$BAD" --provider k.so"#, "ACK5001", "argument 3 is not UTF-8"),
  ])
  func `that is not UTF-8 is refused or ignored, and is no other path`(
    _ script: String, _ code: String, _ part: String
  ) throws {
    let folder = try TestFolder()
    try FileManager.default.copyItem(atPath: FixtureLibrary.exampleInC(), toPath: folder.path(of: "k.so"))
    _ = try Self.run(
      #"for d in "$BAD" "$REPAIRED"; do mkdir -p "$d/appcontroller/providers"; cp k.so "$d"; "#
        + #"cp k.so "$d/appcontroller/providers"; done"#, in: folder)
    let outcome = try Self.run(script, in: folder)
    let said = outcome.output + outcome.errors
    #expect(said.contains(code) && said.contains(part), "\(outcome)")
    #expect(!said.contains("accepted: com.example.kitty-c") && !said.contains("provider: com.example.kitty-c"))
    let left = try Self.run(#"cat k.so "$REPAIRED/k.so" | wc -c; ls -A "$REPAIRED""#, in: folder)
    #expect(left.output.hasSuffix("\nappcontroller\nk.so\n"), "\(left)")
  }
}
