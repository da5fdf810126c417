internal import AppControllerKit
internal import CProviderABI
internal import Glibc
internal import ProviderABI
internal import Synchronization

/// The entry point and the options of a provider's process.
///
/// An app that loads providers with ``ProviderIsolation/process`` is run again for each of them. The first line of its
/// main function then serves the provider instead of starting the app:
///
/// ```swift
/// ProviderChild.runIfRequested()
/// ```
public enum ProviderChild: Sendable {
  static let argument = "appcontroller-provider-child"
  static let mark = "APPCONTROLLER_PROVIDER_CHILD"
  static let socket: Int32 = 3

  static var isRunning: Bool { unsafe getenv(mark) != nil }

  /// Serves one provider and ends the process, if the process was started for a provider; otherwise returns at once.
  ///
  /// Isolation: the main actor; call it first, before the app does anything else.
  @MainActor
  public static func runIfRequested() {
    guard CommandLine.arguments.dropFirst().first == argument else { return }
    ChildSide.prepare()
    ChildSide.keepMemory()
    ChildServer(socket: socket).run()
  }
}

/// Serves one instance of one library to the host, one call at a time.
@MainActor
struct ChildServer {
  private let connection: ChildConnection
  private var decoder = FrameDecoder()

  init(socket: Int32) { connection = ChildConnection(socket: socket) }

  consuming func run() -> Never {
    connection.send(.hello)
    do throws(FrameFault) {
      try serve(start())
    } catch {
      // Written to standard error, because the host shows the last output.
      var words = Array("the host broke a rule: \(error)\n".utf8)
      _ = unsafe write(STDERR_FILENO, &words, words.count)
    }
    // This flushes the buffered output of the library.
    fflush(nil)
    ChildConnection.leave()
  }

  private mutating func start() throws(FrameFault) -> LoadedEndpoint {
    let message = try ToChild(connection.receive(&decoder))
    guard case .start(let order) = message else { throw .unexpected("something else than the order to start") }
    do throws(PluginError) {
      let creation = InstanceCreation(
        settings: order.settings, home: order.home ?? "", granted: order.rights.names)
      let instance = try LoadedEndpoint(
        load(order), connection, creation, order.rights.needsBroker ? Broker.Client() : LocalServices(),
        passesFormsOn: true)
      connection.send(.started(instance.library.claim))
      return instance
    } catch {
      connection.send(.refused(error))
      ChildConnection.leave()
    }
  }

  private func load(_ order: StartOrder) throws(PluginError) -> ProviderLibrary {
    let (libraries, places) = try order.takeFiles()
    var loader = ProviderLoader()
    // From here on, the process needs no rights but those of the library.
    loader.willMap = { [connection] libraries throws(PluginError) in
      let sandbox = Sandbox(
        limits: order.limits, places: libraries.files.map { Place($0) } + places, rights: order.rights)
      for sentence in try sandbox.apply() { connection.send(.lacking(sentence)) }
    }
    return try loader.open(libraries, loader.vet(libraries, isNamed: true))
  }

  private mutating func serve(_ instance: LoadedEndpoint) throws(FrameFault) {
    while true {
      let frame = try connection.receive(&decoder)
      switch try ToChild(frame) {
      case .start: throw .unexpected("a second order to start")
      case .ask(let call): answer(call, frame.number, instance)
      case .cancel(let sequence):
        instance.cancel(sequence)
        connection.send(.done(frame.number))
      case .tick:
        connection.tickBegins()
        instance.tick()
        connection.send(.done(frame.number))
      case .end:
        connection.close()
        _ = instance.end(cancelling: [], isBrokenOff: false)
        return
      }
    }
  }

  private func answer(_ call: ProviderCall, _ number: UInt32, _ instance: LoadedEndpoint) {
    if connection.send(.answer(number, instance.answer(call))) != nil { return }
    connection.send(.answer(number, .failed(status: ACK_LIMIT, .tooLarge)))
  }
}

extension ProviderFailure {
  /// Only many large screens can make such a reply.
  fileprivate static let tooLarge = ProviderFailure(
    what: "its answer has more than \(FrameHeader.payloadLimit) bytes",
    why: "an answer of a provider in a process of its own comes in one piece of bounded size",
    fix: "the provider's author can show fewer screens at once"
  )
}

/// The child's end of the socket: one thread reads, and any thread may write.
///
/// When the host is gone or sends malformed frames, the child cannot report anything any more, and the process ends.
final class ChildConnection: HostReceiver {
  private let socket: Int32
  private let writer = Mutex(FrameWriter())
  private let state = Mutex((isGone: false, isTickRequested: false))

  init(socket: Int32) { self.socket = socket }

  /// Blocks while the host does not read; `nil` when the message is too large for a frame, and was not sent.
  @discardableResult
  func send(_ message: FromChild) -> UInt32? {
    writer.withLock { writer in
      writer.write(message)
      defer { writer.wipe() }
      guard let number = try? writer.finish() else { return nil }
      unsafe writer.bytes.withUnsafeBytes { unsafe write($0) }
      return number
    }
  }

  func receive(_ decoder: inout FrameDecoder) throws(FrameFault) -> Frame {
    while true {
      if let frame = try decoder.next() { return frame }
      decoder.wipe()
      let count = unsafe decoder.fill { unsafe recv(socket, $0.baseAddress, $0.count, 0) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { Self.leave(count == 0 ? 0 : Self.lostStatus) }
    }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) {
    let sent = unsafe FileSystem.writeAll(bytes) {
      unsafe Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    if sent < bytes.count { Self.leave(errno == EPIPE ? 0 : Self.lostStatus) }
  }

  /// The exit status of a process whose end of the connection was closed by its library.
  static let lostStatus: Int32 = 119

  /// Skips the exit handlers that the library has registered.
  static func leave(_ status: Int32 = 0) -> Never { _exit(status) }
}

// MARK: - From the provider, on any thread

extension ChildConnection {
  var isGone: Bool { state.withLock { $0.isGone } }

  func close() { state.withLock { $0.isGone = true } }

  func send(_ request: ControllerRequest) -> Bool { deliver(.request(request)) }

  /// Sent even after ``close()``, because the host also logs what an instance writes while it ends.
  func log(_ level: LogLevel, _ text: String) { send(.log(level, text)) }

  func wake(_ sequence: UInt64) -> Bool { deliver(.wake(sequence)) }

  func requestTick() -> Bool {
    let (mustAsk, isGone) = state.withLock { state in
      defer { state.isTickRequested = true }
      return (!state.isTickRequested && !state.isGone, state.isGone)
    }
    if mustAsk { send(.tick) }
    return !isGone
  }

  /// A later request needs another tick.
  func tickBegins() { state.withLock { $0.isTickRequested = false } }

  private func deliver(_ message: FromChild) -> Bool {
    if isGone { return false }
    send(message)
    return true
  }
}
