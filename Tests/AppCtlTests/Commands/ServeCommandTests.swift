import Foundation
import TestSupport
import Testing

@Suite("serve")
struct ServeCommandTests {
  @Test func `ends by a signal that comes as soon as its address is known`() throws {
    try withStateFolder { appctl in
      for _ in 0..<5 {
        let terminal = try UserTerminal()
        // A server that has lost the signal would never end.
        let limit = ["/usr/bin/timeout", "--foreground", "--signal=KILL", "120"]
        let serve = [appctl.executable.path, "serve", "--provider", AppCtlProcess.kitty, "--listen", "127.0.0.1:0"]
        let process = try Program(
          limit + serve + ["--state-dir", appctl.stateFolder], environment: ProcessInfo.processInfo.environment,
          streams: terminal.streams)
        terminal.read(until: "http://127.0.0.1:")
        process.send(SIGTERM)
        #expect(process.waitUntilExit() == .exited(0))
      }
    }
  }
}
