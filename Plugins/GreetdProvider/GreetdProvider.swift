import Glibc
import ProviderSDK

/// A greeter: logs people in to the machine through greetd, which asks PAM and starts their session.
final class GreetdProvider: AppControllerInterfaceProviding {
  /// The time after which a login that goes on gets a screen of its own, with a way to cancel it.
  static let shortWait = Duration.seconds(2)
  /// The longest wait for a login on that screen; a question may be open for ten minutes.
  static let longWait = Duration.seconds(570)

  let configuration: GreetdConfiguration
  let machine: Machine
  private let time: any Time
  private let connect: @Sendable (ControllerHandle) async throws -> any GreetdTransport
  private var signIn: SignIn?
  /// Looks at Caps Lock while a secret is asked for.
  private var keyboardWatch: Task<Void, Never>?

  init(
    _ configuration: GreetdConfiguration, _ machine: Machine, _ time: any Time,
    connect: @escaping @Sendable (ControllerHandle) async throws -> any GreetdTransport
  ) {
    (self.configuration, self.machine, self.time, self.connect) = (configuration, machine, time, connect)
  }

  convenience init(settings: ProviderSettings) {
    self.init(GreetdConfiguration(settings), Machine(), MonotonicTime()) { try await GreetdSocket.connect($0) }
  }

  deinit { keyboardWatch?.cancel() }

  /// Nobody is logged in to a greeter that begins, whatever a store says.
  func isInitiallyLoggedIn(for controller: ControllerHandle) -> Bool { false }

  func loggedOutInterface(for controller: ControllerHandle) -> InterfaceDescription {
    watchKeyboard(for: controller)
    return page
  }

  func loggedInInterface(for controller: ControllerHandle) -> InterfaceDescription {
    signIn = nil
    return farewell(to: controller.session)
  }

  func perform(_ action: InterfaceAction, for controller: ControllerHandle) async throws -> ActionResponse {
    defer { watchKeyboard(for: controller) }
    do {
      return try await answer(to: action, controller)
    } catch let error as GreetdError {
      // It is said to whoever stands at the machine, in fewer words than a host has for the fault of a provider.
      return .message(.error, error.sentence)
    }
  }

  private func answer(to action: InterfaceAction, _ controller: ControllerHandle) async throws -> ActionResponse {
    switch action.name {
    case "begin":
      return try await begin(
        user: action.payload["user"] ?? action["user"] ?? "", session: action["session"], controller)
    case "answer": return await answer(action)
    case "wait":
      await signIn?.wait(atMost: Self.longWait, untilItRests: false)
      return response
    case "cancel":
      let former = signIn
      signIn = nil
      await former?.end()
      return .replace(with: page)
    case "restart": return try await run(configuration.restartCommand, "restart")
    case "power-off": return try await run(configuration.powerOffCommand, "turn off")
    default: throw AppControllerError.unsupported(action.name)
    }
  }

  /// Has the screen of a secret shown again when Caps Lock changes; not line by line, where a text is said once.
  private func watchKeyboard(for controller: ControllerHandle) {
    keyboardWatch?.cancel()
    keyboardWatch = nil
    guard case .asking(let question)? = signIn?.conversation.state, question.isSecret,
      controller.traits.idiom != .text, var isOn = machine.isCapsLockOn
    else { return }
    keyboardWatch = Task { [machine, time] in
      while (try? await time.sleep(.seconds(1))) != nil, !Task.isCancelled {
        guard let now = machine.isCapsLockOn, now != isOn else { continue }
        isOn = now
        controller.invalidate()
      }
    }
  }

  /// The screen of what is under way.
  private var page: InterfaceDescription {
    guard let conversation = signIn?.conversation else { return door() }
    switch conversation.state {
    case .asking(let question): return page(of: question, in: conversation)
    case .failed: return door(after: conversation)
    case .clearing, .authenticating, .cancelling, .starting, .started: return waiting(in: conversation)
    }
  }

  private var response: ActionResponse {
    guard let conversation = signIn?.conversation, conversation.state == .started else { return .replace(with: page) }
    return .login(Self.session(of: conversation))
  }

  private static func session(of conversation: Conversation) -> Session {
    Session(subject: conversation.user, attributes: ["session": conversation.program.id])
  }
}

// MARK: - Logging in

extension GreetdProvider {
  private func begin(
    user: String, session: String?, _ controller: ControllerHandle
  ) async throws -> ActionResponse {
    guard Machine.isName(user) else { return .fieldError("user", "This is not the name of a user") }
    let programs = configuration.programs
    guard let first = programs.first else { throw GreetdError.noSession }
    guard let program = session.map({ id in programs.first { $0.id == id } }) ?? first else {
      return .fieldError("session", "This session is no longer there")
    }
    let former = signIn
    signIn = nil
    await former?.end()
    let begun = SignIn(Conversation(user: user, program: program), try await connect(controller), time) {
      [memory = configuration.memory] conversation, isAttended in
      if conversation.state == .started { memory.keep(RememberedChoice(user: user, session: program.id)) }
      if isAttended { return }
      if conversation.state == .started {
        controller.requestLogin(Self.session(of: conversation))
      } else {
        controller.invalidate()
      }
    }
    // Two may have begun at once; the later one counts.
    await signIn?.end()
    signIn = begun
    await begun.wait(atMost: Self.shortWait, untilItRests: true)
    return response
  }

  private func answer(_ action: InterfaceAction) async -> ActionResponse {
    guard let signIn, case .asking = signIn.conversation.state else { return response }
    let input = Self.input(of: signIn.conversation)
    let secret = action.secret(input) ?? Secret(action[input] ?? "")
    let isTaken = secret.withUTF8Bytes { bytes in
      bytes.count <= Conversation.answerLimit && !bytes.indices.contains { bytes[$0] == 0 }
    }
    guard isTaken else { return .fieldError(input, "An answer has at most 8192 bytes, and no byte 0") }
    signIn.answer(secret)
    await signIn.wait(atMost: Self.shortWait, untilItRests: true)
    return response
  }

  private func run(_ command: String, _ what: String) async throws -> ActionResponse {
    guard configuration.hasPower else { throw AppControllerError.unsupported(what) }
    guard let status = await onThread({ ShellCommand.run(command) }), status == 0 else {
      throw GreetdError(
        .power, "the machine does not \(what)", why: "the command of the setting has failed",
        fix: "run it as the user of the greeter, and see what it says")
    }
    return .message(.info, "The machine is about to \(what)")
  }
}
