import Foundation
import Testing

@Suite("login on a terminal")
struct TerminalLoginTests {
  @Test func `login asks for what is missing, a secret without echo, and restores the terminal`() throws {
    try withStateFolder { appctl in
      let terminal = try Terminal()
      let process = Process()
      process.executableURL = AppCtlProcess.buildFolder.appendingPathComponent("appctl")
      process.arguments = ["login", "--provider", AppCtlProcess.kitty, "--state-dir", appctl.stateFolder]
      process.standardInput = terminal.programSide
      process.standardOutput = terminal.programSide
      process.standardError = terminal.programSide
      try process.run()

      terminal.read(until: "Email: ")
      #expect(terminal.echoes)
      terminal.type("kitty@example.com\n")
      terminal.read(until: "Password: ")
      #expect(!terminal.echoes)
      terminal.type("meow1234\n")
      terminal.read(until: "Log Out")
      process.waitUntilExit()

      #expect(process.terminationStatus == 0)
      #expect(terminal.echoes)
      #expect(terminal.transcript.contains("Hello, kitty!"))
      #expect(!terminal.transcript.contains("meow1234"))
    }
  }

  @Test func `Ctrl-C while a secret is asked for restores the terminal and ends the process`() throws {
    try withStateFolder { appctl in
      let terminal = try Terminal()
      let process = Process()
      process.executableURL = AppCtlProcess.buildFolder.appendingPathComponent("appctl")
      process.arguments = [
        "login", "--provider", AppCtlProcess.kitty, "--state-dir", appctl.stateFolder, "--set", "email=a@b",
      ]
      process.standardInput = terminal.programSide
      process.standardOutput = terminal.programSide
      process.standardError = terminal.programSide
      try process.run()
      terminal.read(until: "Password: ")
      #expect(!terminal.echoes)
      process.interrupt()
      process.waitUntilExit()
      #expect(process.terminationReason == .uncaughtSignal)
      #expect(terminal.echoes)
    }
  }
}

/// A pseudo-terminal that the test sits at.
private final class Terminal {
  let programSide: FileHandle
  private let personSide: Int32
  private(set) var transcript = ""

  init() throws {
    personSide = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
    // TIOCSPTLCK and TIOCGPTN of ioctl_tty(2): what unlockpt and ptsname do, which Swift does not see.
    var isLocked: Int32 = 0
    var number: UInt32 = 0
    guard personSide >= 0, unsafe ioctl(personSide, 0x4004_5431, &isLocked) == 0,
      unsafe ioctl(personSide, 0x8004_5430, &number) == 0
    else { throw POSIXError(.ENOTTY) }
    let name = "/dev/pts/\(number)"
    let descriptor = unsafe open(name, O_RDWR | O_NOCTTY)
    guard descriptor >= 0 else { throw POSIXError(.ENOTTY) }
    programSide = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  deinit { close(personSide) }

  /// Whether what is typed is seen.
  var echoes: Bool {
    var settings = termios()
    unsafe tcgetattr(programSide.fileDescriptor, &settings)
    return settings.c_lflag & tcflag_t(ECHO) != 0
  }

  func type(_ text: String) {
    _ = unsafe Array(text.utf8).withUnsafeBytes { unsafe write(personSide, $0.baseAddress, $0.count) }
  }

  /// Reads what the program writes until a text appears; a program that never writes it is found by its silence.
  func read(until text: String) {
    var poller = pollfd(fd: personSide, events: Int16(POLLIN), revents: 0)
    while !transcript.contains(text), unsafe poll(&poller, 1, 30_000) == 1 {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = unsafe bytes.withUnsafeMutableBytes { unsafe Foundation.read(personSide, $0.baseAddress, $0.count) }
      if count <= 0 { break }
      transcript += String(decoding: bytes.prefix(count), as: UTF8.self)
    }
    #expect(transcript.contains(text))
  }
}
