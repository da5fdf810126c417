internal import AppControllerKit

extension ActionResponse {
  private enum Kind: UInt8 {
    case show = 1
    case leave, select, fieldError, message, login, logout
  }

  func write(to writer: inout FrameWriter) {
    writer.put(UInt32(effects.count))
    for effect in effects {
      switch effect {
      case .show(let screen, let placement):
        writer.put(Kind.show.rawValue)
        writer.put(placement.rawValue)
        writer.put(screen)
      case .leave(let departure):
        writer.put(Kind.leave.rawValue)
        writer.put(departure.rawValue)
      case .select(let tabs, let item):
        writer.put(Kind.select.rawValue)
        writer.put(tabs)
        writer.put(item)
      case .fieldError(let input, let message):
        writer.put(Kind.fieldError.rawValue)
        writer.put(input)
        writer.put(message)
      case .message(let severity, let text):
        writer.put(Kind.message.rawValue)
        writer.put(severity.rawValue)
        writer.put(text)
      case .login(let session):
        writer.put(Kind.login.rawValue)
        writer.put(session) { $1.write(to: &$0) }
      case .logout: writer.put(Kind.logout.rawValue)
      }
    }
  }

  init(from reader: inout FrameReader) throws(FrameFault) {
    var effects: [Effect] = []
    for _ in 0..<(try reader.count("effects", atMost: 256)) { effects.append(try Self.effect(&reader)) }
    self.init(effects: effects)
  }

  private static func effect(_ reader: inout FrameReader) throws(FrameFault) -> Effect {
    let byte = try reader.integer(UInt8.self, "an effect")
    guard let kind = Kind(rawValue: byte) else { throw .badValue("an effect", "\(byte)") }
    switch kind {
    case .show:
      let placement = try reader.name("a placement", Placement.init(rawValue:))
      return .show(try reader.interface(), placement)
    case .leave: return .leave(try reader.name("a departure", Departure.init(rawValue:)))
    case .select:
      return .select(tabs: try reader.text("an id", atMost: 64), item: try reader.text("an id", atMost: 64))
    case .fieldError:
      return .fieldError(
        input: try reader.text("an input", atMost: 64), message: try reader.text("a message", atMost: 16 << 10))
    case .message:
      let severity = try reader.name("a severity", MessageSeverity.init(rawValue:))
      return .message(severity, try reader.text("a message", atMost: 16 << 10))
    case .login: return .login(try reader.session())
    case .logout: return .logout
    }
  }
}

extension FrameReader {
  /// One of a few names.
  fileprivate mutating func name<Value>(
    _ what: String, _ make: (String) -> Value?
  ) throws(FrameFault) -> Value {
    let name = try text(what, atMost: 64)
    guard let value = make(name) else { throw .badValue(what, name.debugDescription) }
    return value
  }
}
