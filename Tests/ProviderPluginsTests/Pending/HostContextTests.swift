import AppControllerKit
import AppControllerKitTesting
import Synchronization
import Testing

@testable import ProviderPlugins

@Suite(.timeLimit(.minutes(30))) struct `The host's side of an instance` {
  private func context() -> HostContext { HostContext { _ in } }

  @Test func `a wake before the wait is not lost`() async {
    let context = context()
    context.beginCall(1)
    #expect(context.wake(1))
    await context.wait(for: 1)
    #expect(!context.isAbandoned(1))
  }

  @Test func `a question that is given up before the wait is not waited for`() async {
    let context = context()
    context.beginCall(1)
    context.abandon(1)
    await context.wait(for: 1)
    #expect(context.isAbandoned(1))
  }

  /// In a race of real threads, a waiting question always continues.
  @Test(arguments: [true, false])
  func `wakes and abandons race with the wait`(_ wakes: Bool) async {
    let context = context()
    for sequence in UInt64(1)...2000 {
      context.beginCall(sequence)
      async let told: Void = Task.detached {
        if wakes { _ = context.wake(sequence) } else { context.abandon(sequence) }
      }.value
      await context.wait(for: sequence)
      await told
      #expect(context.isAbandoned(sequence) == !wakes)
      context.endQuestion(sequence)
    }
    #expect(context.end() == [])
  }

  @Test func `the end lets everybody go, and names what was open`() async {
    let context = context()
    context.beginCall(3)
    context.beginCall(2)
    async let third: Void = context.wait(for: 3)
    async let second: Void = context.wait(for: 2)
    #expect(context.end() == [2, 3])
    _ = await (third, second)
    // A question that waits after the end returns at once.
    context.beginCall(4)
    await context.wait(for: 4)
    #expect(context.isAbandoned(4))
  }

  @Test func `after the end everything is gone`() {
    let port = RecordingPort()
    let context = context()
    context.connect(port)
    #expect(context.send(.logout))
    _ = context.end()
    #expect(!context.send(.logout))
    #expect(!context.wake(1))
    #expect(!context.requestTick())
    context.log(.error, "last")
    context.close()
    context.log(.error, "late")
    #expect(port.events == ["logout", "error: the provider | last"], "until it is closed it may log")
  }

  @Test func `after the end nobody's controller is kept`() {
    let context = context()
    weak var kept: RecordingPort?
    func connect() {
      let port = RecordingPort()
      kept = port
      context.connect(port)
    }
    connect()
    #expect(kept != nil, "until then it is")
    context.close()
    #expect(kept == nil)
    connect()
    #expect(kept == nil)
  }

  @Test func `what was asked for before there was a controller comes in order`() {
    let port = RecordingPort()
    let context = context()
    #expect(context.send(.login(nil)))
    context.log(.info, "line")
    #expect(context.send(.invalidate))
    #expect(port.events.isEmpty)
    context.connect(port)
    #expect(context.send(.logout))
    #expect(port.events == ["login", "info: the provider | line", "invalidate", "logout"])
    context.connect(port)
    #expect(port.events.count == 4, "only once")
  }

  @Test func `several requests for a tick are one, until it comes`() {
    let ticks = Mutex(0)
    let context = HostContext { signal in if signal == .tick { ticks.withLock { $0 += 1 } } }
    #expect(context.requestTick() && context.requestTick())
    #expect(ticks.withLock { $0 } == 1)
    context.tickBegins()
    #expect(context.requestTick())
    #expect(ticks.withLock { $0 } == 2)
  }

  @Test func `asking too much ends it, and lets whoever waits go`() async {
    let floods = Mutex(0)
    let context = HostContext(ManualClock()) { signal in if signal == .flood { floods.withLock { $0 += 1 } } }
    context.beginCall(1)
    async let waited: Void = context.wait(for: 1)
    for _ in 1...ProviderTraffic.requestLimit { #expect(context.send(.invalidate)) }
    #expect(!context.isFlooded)
    #expect(!context.send(.invalidate) && !context.send(.logout))
    await waited
    #expect(context.isFlooded && context.isGone && context.isAbandoned(1))
    #expect(floods.withLock { $0 } == 1)
  }

  @Test func `lines that are left out are counted in one notice, also when the main actor has no turn for long`() {
    let clock = ManualClock()
    let port = RecordingPort()
    let context = HostContext(clock) { _ in }
    context.connect(port)
    func log(_ count: Int) { for _ in 1...count { context.log(.debug, "line") } }
    log(ProviderTraffic.lineLimit + 10)
    clock.advance(by: ProviderTraffic.span)
    log(10)
    #expect(port.events.count == ProviderTraffic.lineLimit)
    context.turn()
    log(1)
    #expect(
      port.events.dropFirst(ProviderTraffic.lineLimit) == [
        "debug: 20 lines of the provider's log were left out: it may log 1000 within 1.0 seconds",
        "debug: the provider | line",
      ])
  }
}

/// Records the requests that it receives.
private final class RecordingPort: ControllerPort {
  private let noted = Mutex<[String]>([])

  var events: [String] { noted.withLock { $0 } }

  func send(_ request: ControllerRequest) {
    let name =
      switch request {
      case .login: "login"
      case .logout: "logout"
      case .updateSession: "update"
      case .invalidate: "invalidate"
      case .invalidateScreen(let id): "invalidate \(id)"
      }
    noted.withLock { $0.append(name) }
  }

  func log(_ level: LogLevel, _ text: String) { noted.withLock { $0.append("\(level): \(text)") } }
}
