import Foundation
import TestSupport
import Testing

@testable import OrgAppcontrollerkitGreetd

private func write(_ text: String, _ path: String, in folder: TestFolder) throws {
  let url = URL(fileURLWithPath: folder.path(of: path))
  try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
  try Data(text.utf8).write(to: url)
}

@Suite struct `A machine` {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test func `lists the people who can log in`() throws {
    try write("# MIN\nUID_MIN\t\t 500\nUID_MAX 2000\n", "etc/login.defs", in: folder)
    try write("# shells\n/bin/sh\n/bin/bash\n/usr/sbin/nologin\n", "etc/shells", in: folder)
    try write(
      """
      root:x:0:0:root:/root:/bin/bash
      zoe:x:1001:1001::/home/zoe:/bin/sh
      kitty:x:500:500:Kitten \u{202E}Kitty,Room 1,,:/home/kitty:/bin/bash
      daemon:x:501:501::/:/usr/sbin/nologin
      odd:x:502:502::/:/opt/shell
      default:x:503:503:default:/:
      nobody:x:65534:65534::/:/bin/sh
      bad\u{1B}:x:600:600::/:/bin/sh
      short:x:600
      word:x:six:600::/:/bin/sh

      """, "etc/passwd", in: folder)
    #expect(Machine(root: folder.path).users.map(\.label) == ["default", "Kitten Kitty (kitty)", "zoe"])
  }

  @Test func `lists nobody where it is not known who is there, or there are too many`() throws {
    #expect(Machine(root: folder.path).users.isEmpty)
    let lines = (0..<51).map { "user\($0):x:\(1000 + $0):1::/:/bin/sh\n" }
    try write(lines.joined(), "etc/passwd", in: folder)
    #expect(Machine(root: folder.path).users.isEmpty)
  }

  @Test func `knows its keyboard where the system does`() throws {
    let machine = Machine(root: folder.path)
    #expect(machine.keyboardLayout == nil && machine.isCapsLockOn == nil)
    try write("XKBMODEL=\"pc105\"\nXKBLAYOUT=\"de,us\"\n", "etc/default/keyboard", in: folder)
    try write("0\n", "sys/class/leds/input3::capslock/brightness", in: folder)
    try write("1\n", "sys/class/leds/input3::numlock/brightness", in: folder)
    #expect(machine.keyboardLayout == "de,us" && machine.isCapsLockOn == false)
    try write("1\n", "sys/class/leds/input4::capslock/brightness", in: folder)
    #expect(machine.isCapsLockOn == true)
  }

  @Test func `remembers a choice as a whole, or nothing`() throws {
    let choice = RememberedChoice(user: "kitty", session: "wayland:sway")
    let memory = Memory(folder: folder.path)
    #expect(memory.choice == nil)
    memory.keep(choice)
    #expect(memory.choice == choice)
    #expect(FileManager.default.subpaths(atPath: folder.path) == ["last-login"])
    for text in ["", "kitty", "kitty\n", "a\u{1B}\nx\n", "a\nb\nc\n", String(repeating: "a", count: 2000) + "\nb\n"] {
      try write(text, "last-login", in: folder)
      #expect(memory.choice == nil)
    }
    Memory(folder: folder.path(of: "nowhere")).keep(choice)
    Memory(folder: "").keep(choice)
    #expect(Memory(folder: "").choice == nil)
  }

  @Test func `runs the operator's command lines`() {
    #expect(ShellCommand.run("exit 3") == 3)
    #expect(ShellCommand.run("kill -9 $$") == -1)
    #expect(ShellCommand.run("read -r line; [ -z \"$line\" ]") == 0)
  }
}

@Suite struct `The sessions of a machine` {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func sessions(_ languages: [String] = []) -> [LoginProgram] {
    LoginProgram.sessions(
      in: ["a/wayland-sessions", "b/wayland-sessions", "a/xsessions", "nowhere"].map(folder.path(of:)),
      starter: "startx /usr/bin/env", languages: languages, isProgram: { $0 == "there" })
  }

  private func entry(_ lines: String, _ path: String) throws {
    try write("# a session\n[Desktop Entry]\n\(lines)\n[Other]\nName=Wrong\n", path, in: folder)
  }

  @Test func `are found, sorted and started as they should be`() throws {
    try entry(
      "Name=Sway\nName[de]=Schwung\nExec=sway --x %U\nDesktopNames=sway;wlroots;", "a/wayland-sessions/sway.desktop")
    try entry("Name=Second\nExec=other", "b/wayland-sessions/sway.desktop")
    try entry("Name=Desk\nExec=\"/opt/my desk\" \"it's $HOME\" 100%%", "a/xsessions/desk.desktop")
    try entry("Name=Hidden\nExec=x\nHidden=true", "a/xsessions/hidden.desktop")
    try entry("Name=Not shown\nExec=x\nNoDisplay=true", "a/xsessions/quiet.desktop")
    try entry("Name=Missing\nExec=x\nTryExec=missing", "a/xsessions/missing.desktop")
    try entry("Name=There\nExec=x\nTryExec=there", "a/xsessions/there.desktop")
    try entry("Exec=x", "a/xsessions/nameless.desktop")
    try entry("Name=Nothing", "a/xsessions/nothing.desktop")
    try entry("Name=Open\nExec=\"x", "a/xsessions/open.desktop")
    try entry("Name=Long\nExec=\(String(repeating: "x", count: 9000))", "a/xsessions/long.desktop")
    try write("Name=None\nExec=x\n", "a/xsessions/none.desktop", in: folder)
    try write("[Desktop Entry]\nName=Text\nExec=x\n", "a/xsessions/readme.txt", in: folder)
    let found = sessions()
    #expect(found.map(\.name) == ["Desk", "Sway", "There"])
    #expect(found.map(\.id) == ["x11:desk", "wayland:sway", "x11:there"])
    #expect(found[0].command == ["startx /usr/bin/env", "'/opt/my desk'", #"'it'\''s $HOME'"#, "100%"])
    #expect(found[0].environment == ["XDG_SESSION_TYPE=x11", "XDG_SESSION_DESKTOP=desk", "XDG_CURRENT_DESKTOP=desk"])
    #expect(found[1].command == ["sway", "--x"])
    #expect(
      found[1].environment
        == ["XDG_SESSION_TYPE=wayland", "XDG_SESSION_DESKTOP=sway", "XDG_CURRENT_DESKTOP=sway:wlroots"])
    #expect(sessions(["de_AT", "de"]).map(\.name).contains("Schwung"))
  }

  @Test(arguments: [
    ("de_AT.UTF-8@euro", ["de_AT@euro", "de_AT", "de@euro", "de"]), ("pt_BR", ["pt_BR", "pt"]), ("fr", ["fr"]),
    ("C.UTF-8", []), ("", []), ("POSIX", []), ("@", []), ("_", []),
  ])
  func `have names in the languages of a locale`(_ locale: String, _ names: [String]) {
    #expect(DesktopEntry.languages(ofLocale: locale) == names)
  }

  @Test(arguments: [
    (#"a "b c" d"#, ["a", "b c", "d"]), (#""""#, [""]), (#"a\\sb"#, [#"a\sb"#]), (#""\\"" x"#, ["\"", "x"]),
    (#""\\" x"#, nil), ("%f", nil), ("a\\nb", nil), (#""q\\"r""#, [#"q"r"#]), ("a %i %c b", ["a", "b"]),
  ])
  func `have a command of words`(_ exec: String, _ words: [String]?) {
    #expect(DesktopEntry("[Desktop Entry]\nName=N\nExec=\(exec)\n", languages: [])?.command == words)
  }

  @Test(arguments: [
    ("sway", "sway"), ("a b", "'a b'"), ("", "''"), ("it's", #"'it'\''s'"#), ("$(reboot)", "'$(reboot)'"), ("é", "'é'"),
  ])
  func `are quoted for a shell`(_ word: String, _ quoted: String) {
    #expect(LoginProgram.quoted(word) == quoted)
  }
}
