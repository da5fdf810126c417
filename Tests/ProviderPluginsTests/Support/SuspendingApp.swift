import AppControllerKit
import AppControllerKitTesting
import Glibc
import ProviderPlugins
import TestSupport

/// The provider whose functions suspend, with the pipe that delivers its lines.
///
/// The test process has only one such pipe, so the suites that use it run one test at a time.
@MainActor
final class SuspendingApp {
  /// The end of the pipe that the test writes to; the provider finds the other one in the environment.
  private static let writeEnd: Int32 = {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return -1 }
    unsafe setenv("SUSPENDING_PROVIDER_PIPE", "\(ends[0])", 1)
    return ends[1]
  }()

  let clock = ManualClock()
  let app: LoadedApp
  private let homes: TestFolder
  private let writeEnd: Int32

  init(_ mode: LoadingMode = .here, deadline: Duration? = nil) throws {
    homes = try TestFolder()
    writeEnd = try mode == .here ? Self.writeEnd : Self.makePipe(in: homes)
    var loader = try mode.loader(clock: clock)
    loader.deadline = deadline
    loader.child.homes = homes.path
    app = try LoadedApp(try FixtureLibrary.product("SuspendingProvider"), loader: loader)
  }

  isolated deinit { if writeEnd != Self.writeEnd { close(writeEnd) } }

  /// Makes the pipe in the place where a provider in a process of its own looks for it.
  ///
  /// - Returns: A write end that can be used before the read end is open.
  private static func makePipe(in homes: TestFolder) throws -> Int32 {
    let home = homes.path(of: "com.example.suspending")
    guard unsafe mkdir(home, 0o700) == 0, unsafe mkfifo("\(home)/pipe", 0o600) == 0 else { return -1 }
    return unsafe open("\(home)/pipe", O_RDWR | O_CLOEXEC)
  }

  var provider: PluginProvider { app.provider }
  var controller: AppController { app.controller }

  /// Lets one function continue.
  func write(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    let count = unsafe Glibc.write(writeEnd, bytes, bytes.count)
    precondition(count == bytes.count, "the pipe does not take a line")
  }

  /// Installs the app; its logged-out interface waits for a line.
  func install() async throws {
    async let installed: Void = app.install()
    // The deadline begins when the question is pending; an earlier line could go to the splash, which is given up.
    await clock.sleeperArrived()
    write("install")
    try await installed
  }

  /// Returns the number of cancelled waits, as the provider reports it.
  func cancellations() async throws -> Int {
    let text = try await controller.describe(.loggedIn).root.children.first?.text
    return text.flatMap { Int($0.drop { !$0.isNumber }) } ?? -1
  }
}
