internal import AppControllerKit
internal import CProviderABI
internal import Glibc
internal import ProviderABI

/// Serves one instance of one library to the host, one call at a time.
@MainActor
struct ChildServer {
  private let connection: ChildConnection
  private var decoder = FrameDecoder()

  init(socket: Int32) { connection = ChildConnection(socket: socket) }

  /// Serves until the host ends it.
  consuming func run() -> Never {
    connection.send(.hello)
    do throws(FrameFault) {
      let (instance, receiver) = try start()
      try serve(instance, receiver)
    } catch {
      // The last words: the host shows them.
      var words = Array("the host broke a rule: \(error)\n".utf8)
      _ = unsafe write(STDERR_FILENO, &words, words.count)
    }
    // What the library has printed and is held back still.
    fflush(nil)
    ChildConnection.leave()
  }

  /// Loads the library and makes the instance, as the host says.
  private mutating func start() throws(FrameFault) -> (LoadedEndpoint, ChildReceiver) {
    let message = try HostMessage(connection.receive(&decoder))
    guard case .start(let order) = message else { throw .unexpected("something else than the order to start") }
    let receiver = ChildReceiver(connection)
    do throws(PluginError) {
      let creation = InstanceCreation(home: order.folder ?? "", granted: order.permissions.names)
      let instance = try LoadedEndpoint(load(order), receiver, creation, isBetween: true)
      connection.send(.started(instance.library.claim))
      return (instance, receiver)
    } catch {
      connection.send(.refused(error))
      ChildConnection.leave()
    }
  }

  private func load(_ order: StartOrder) throws(PluginError) -> ProviderLibrary {
    let file = try LibraryFile(resolved: order.path)
    guard file.status == order.file else { throw .changed(order.path, "another file is there than the app has seen") }
    var loader = ProviderLoader()
    // From here on nothing is needed that the library is not to have.
    loader.willMap = { [connection] path, dynamic throws(PluginError) in
      let sandbox = Sandbox(
        limits: order.limits, readable: LibraryFiles.readable(path, dynamic) + order.readable, folder: order.folder,
        permissions: order.permissions)
      for sentence in try sandbox.apply() { connection.send(.lacking(sentence)) }
    }
    return try loader.open(file, loader.vet(file, isNamed: true))
  }

  private mutating func serve(_ instance: LoadedEndpoint, _ receiver: ChildReceiver) throws(FrameFault) {
    while true {
      let frame = try connection.receive(&decoder)
      switch try HostMessage(frame) {
      case .start: throw .unexpected("a second order to start")
      case .ask(let call): answer(call, frame.number, instance)
      case .cancel(let sequence):
        instance.cancel(sequence)
        connection.send(.done(frame.number))
      case .tick:
        receiver.tickBegins()
        instance.tick()
        connection.send(.done(frame.number))
      case .end:
        receiver.close()
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
  /// Only a reply with many large screens is larger than a frame.
  fileprivate static let tooLarge = ProviderFailure(
    what: "its answer has more than \(FrameHeader.payloadLimit) bytes",
    why: "an answer of a provider in a process of its own comes in one piece of bounded size",
    fix: "the provider's author can show fewer screens at once"
  )
}
