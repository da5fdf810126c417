internal import AppControllerKit

/// What a host says to a provider's process.
enum HostMessage: Sendable {
  /// Load the library, and make an instance. Comes first, and once.
  case start(StartOrder)
  /// Ask the library.
  case ask(ProviderQuestion)
  /// The answer to a pending question is no longer wanted.
  case cancel(UInt64)
  /// Let the library run what has become ready.
  case tick
  /// End the instance, and the process.
  case end
}

/// What a provider's process has to load, and what it may do.
struct StartOrder: Sendable, Equatable {
  /// The library's path.
  var path: String
  /// Whether somebody has named the path, so that whoever could have changed the file is warned of and not refused.
  var isNamed: Bool
  /// The digests that the file must have, by the provider's id; the one of the empty id is for any.
  var pins: [String: ProviderPin]
  /// What the process may use.
  var limits: ChildLimits
  /// Folders and files that it may read besides those that it needs.
  var readable: [String]
  /// The folder of its own.
  var folder: String?
}

extension HostMessage {
  private enum Kind: UInt16 {
    case start = 101
    case ask, cancel, tick, end
  }

  /// Writes the message as the frame that comes next.
  func write(to writer: inout FrameWriter) {
    switch self {
    case .start(let order):
      writer.begin(Kind.start.rawValue)
      order.write(to: &writer)
    case .ask(let question):
      writer.begin(Kind.ask.rawValue)
      question.write(to: &writer)
    case .cancel(let sequence):
      writer.begin(Kind.cancel.rawValue)
      writer.put(sequence)
    case .tick: writer.begin(Kind.tick.rawValue)
    case .end: writer.begin(Kind.end.rawValue)
    }
  }

  /// Reads the message of a frame.
  ///
  /// - Throws: The rule that the frame breaks.
  init(_ frame: Frame) throws(FrameFault) {
    guard let kind = Kind(rawValue: frame.kind) else { throw .unknownKind(frame.kind) }
    var reader = FrameReader(frame)
    self =
      switch kind {
      case .start: .start(try StartOrder(from: &reader))
      case .ask: .ask(try ProviderQuestion(from: &reader))
      case .cancel: .cancel(try reader.integer(UInt64.self, "a sequence"))
      case .tick: .tick
      case .end: .end
      }
    try reader.finish()
  }
}

extension StartOrder {
  fileprivate func write(to writer: inout FrameWriter) {
    writer.put(path)
    writer.put(isNamed)
    writer.put(UInt32(pins.count))
    for (id, pin) in pins.sorted(by: { $0.key < $1.key }) {
      writer.put(id)
      writer.put(pin.sha256)
      writer.put(pin.pinnedAt) { $0.put($1) }
    }
    limits.write(to: &writer)
    writer.put(readable)
    writer.put(folder) { $0.put($1) }
  }

  fileprivate init(from reader: inout FrameReader) throws(FrameFault) {
    path = try reader.exactText("a path", atMost: 4096)
    isNamed = try reader.flag("whether the path is named")
    pins = [:]
    for _ in 0..<(try reader.count("pins", atMost: 10_000)) {
      let id = try reader.exactText("an id", atMost: 64)
      let digest = try reader.exactText("a digest", atMost: 64)
      let pinnedAt = try reader.optional("a date") { reader throws(FrameFault) in
        try reader.integer(Int64.self, "a date")
      }
      guard let pin = ProviderPin(sha256: digest, pinnedAt: pinnedAt) else { throw .badValue("a digest", digest) }
      pins[id] = pin
    }
    limits = try ChildLimits(from: &reader)
    readable = try reader.exactTexts("paths", atMost: 1000, each: 4096)
    folder = try reader.optional("a folder") { reader throws(FrameFault) in
      try reader.exactText("a folder", atMost: 4096)
    }
  }
}
