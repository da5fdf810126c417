internal import AppControllerKit
internal import CProviderABI
internal import ProviderABI

extension ProviderQuestion {
  private enum Kind: UInt8 {
    case isInitiallyLoggedIn = 1
    case configuration, description, action, endOfSession, event, screen
  }

  func write(to writer: inout FrameWriter) {
    writer.put(sequence)
    controller.write(to: &writer)
    switch subject {
    case .isInitiallyLoggedIn: writer.put(Kind.isInitiallyLoggedIn.rawValue)
    case .configuration: writer.put(Kind.configuration.rawValue)
    case .description: writer.put(Kind.description.rawValue)
    case .screen(let id):
      writer.put(Kind.screen.rawValue)
      writer.put(id)
    case .action(let action):
      writer.put(Kind.action.rawValue)
      action.write(to: &writer)
    case .endOfSession(let session):
      writer.put(Kind.endOfSession.rawValue)
      session.write(to: &writer)
    case .event(let event):
      writer.put(Kind.event.rawValue)
      writer.put(event.rawValue)
    }
  }

  init(from reader: inout FrameReader) throws(FrameFault) {
    sequence = try reader.integer(UInt64.self, "a sequence")
    controller = try AppController.Handle(from: &reader)
    let byte = try reader.integer(UInt8.self, "a question")
    guard let kind = Kind(rawValue: byte) else { throw .badValue("a question", "\(byte)") }
    subject =
      switch kind {
      case .isInitiallyLoggedIn: .isInitiallyLoggedIn
      case .configuration: .configuration
      case .description: .description
      case .screen: .screen(try reader.exactText("a screen", atMost: InterfaceLimits.standard.id))
      case .action: .action(try InterfaceAction(from: &reader))
      case .endOfSession: .endOfSession(try Session(from: &reader))
      case .event: .event(try reader.event())
      }
  }
}

extension FrameReader {
  fileprivate mutating func event() throws(FrameFault) -> ProviderEvent {
    let name = try exactText("an event", atMost: 64)
    guard let event = ProviderEvent(rawValue: name) else { throw .badValue("an event", name.debugDescription) }
    return event
  }

  fileprivate mutating func strings(_ what: String) throws(FrameFault) -> [String: String] {
    var strings: [String: String] = [:]
    for _ in 0..<(try count(what, atMost: 100_000)) {
      let name = try exactText(what, atMost: 1 << 20)
      strings[name] = try exactText(what, atMost: 1 << 20)
    }
    return strings
  }
}

// MARK: - What is asked with

extension AppController.Handle {
  fileprivate func write(to writer: inout FrameWriter) {
    writer.put(state.target)
    writer.put(session) { $1.write(to: &$0) }
    writer.put(traits.columns)
    writer.put(traits.rows)
    writer.put(traits.idiom.rawValue)
    writer.put(traits.color.rawValue)
    writer.put(traits.motion.rawValue)
    writer.put(traits.direction.rawValue)
    writer.put(traits.languages)
    writer.put(traits.timeZone)
  }

  /// Reads a handle for the library's process; its own way to the controller is the header's host table.
  fileprivate init(from reader: inout FrameReader) throws(FrameFault) {
    let target = try reader.integer(Int32.self, "a state")
    guard let state = AppController.State(target: target) else { throw .badValue("a state", "\(target)") }
    let session = try reader.session()
    var traits = TraitCollection()
    traits.columns = try reader.integer(UInt32.self, "a number of columns")
    traits.rows = try reader.integer(UInt32.self, "a number of rows")
    traits.idiom = .init(rawValue: try reader.integer(Int32.self, "an idiom")) ?? .unspecified
    traits.color = .init(rawValue: try reader.integer(Int32.self, "a color")) ?? .unspecified
    traits.motion = .init(rawValue: try reader.integer(Int32.self, "a motion")) ?? .unspecified
    traits.direction = .init(rawValue: try reader.integer(Int32.self, "a direction")) ?? .unspecified
    traits.languages = try reader.exactTexts("languages", atMost: 10_000, each: 1 << 20)
    traits.timeZone = try reader.exactText("a time zone", atMost: 1 << 20)
    self.init(id: 0, state: state, traits: traits, session: session, port: SilentPort.shared)
  }
}

/// Where a handle leads that was read from a frame: nowhere, because only the header's functions are called with it.
private final class SilentPort: ControllerPort {
  static let shared = SilentPort()

  func send(_ request: ControllerRequest) {}
  func log(_ level: LogLevel, _ text: String) {}
}

// MARK: - What the user did

extension InterfaceAction {
  fileprivate func write(to writer: inout FrameWriter) {
    writer.put(name)
    writer.put(nodeID)
    writer.put(revision)
    writer.put(UInt32(values.count))
    for input in values.keys.sorted() {
      writer.put(input)
      switch values[input] {
      case .secret(let secret)?:
        writer.put(true)
        writer.put(secret)
      case .plain(let texts)?:
        writer.put(false)
        writer.put(texts)
      case nil: writer.put([String]())
      }
    }
    writer.put(UInt32(payload.count))
    for name in payload.keys.sorted() {
      writer.put(name)
      writer.put(payload[name] ?? "")
    }
  }

  fileprivate init(from reader: inout FrameReader) throws(FrameFault) {
    let name = try reader.exactText("an action", atMost: 1 << 20)
    let node = try reader.exactText("an id", atMost: 1 << 20)
    let revision = try reader.integer(UInt64.self, "a revision")
    var values: InputValues = [:]
    for _ in 0..<(try reader.count("values", atMost: 100_000)) {
      let input = try reader.exactText("an input", atMost: 1 << 20)
      values[input] =
        try reader.flag("whether a value is secret")
        ? .secret(try reader.secret("a value", atMost: FrameHeader.payloadLimit))
        : .plain(try reader.exactTexts("values", atMost: 100_000, each: FrameHeader.payloadLimit))
    }
    self.init(
      name, nodeID: node, values: values, payload: try reader.strings("the payload"), revision: revision)
  }
}
