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
  /// The library's path, with every link resolved.
  var path: String
  /// The file that the host has looked at; another one is not loaded.
  var file: LibraryStatus
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
    file.write(to: &writer)
    limits.write(to: &writer)
    writer.put(readable)
    writer.put(folder) { $0.put($1) }
  }

  fileprivate init(from reader: inout FrameReader) throws(FrameFault) {
    path = try reader.exactText("a path", atMost: 4096)
    file = try LibraryStatus(from: &reader)
    limits = try ChildLimits(from: &reader)
    readable = try reader.exactTexts("paths", atMost: 1000, each: 4096)
    folder = try reader.optional("a folder") { reader throws(FrameFault) in
      try reader.exactText("a folder", atMost: 4096)
    }
  }
}

extension LibraryStatus {
  fileprivate func write(to writer: inout FrameWriter) {
    for number in [owner, group, permissions] { writer.put(number) }
    for number in [identity.device, identity.number] { writer.put(number) }
    for number in [size, changed.seconds, changed.nanoseconds] { writer.put(Int64(number)) }
  }

  fileprivate init(from reader: inout FrameReader) throws(FrameFault) {
    owner = try reader.integer(UInt32.self, "an owner")
    group = try reader.integer(UInt32.self, "a group")
    permissions = try reader.integer(UInt32.self, "permissions")
    identity = (try reader.integer(UInt64.self, "a device"), try reader.integer(UInt64.self, "a number"))
    size = Int(try reader.integer(Int64.self, "a size"))
    changed = (Int(try reader.integer(Int64.self, "a time")), Int(try reader.integer(Int64.self, "a time")))
    // Two looks are the same by their times, which another list would change.
    accessList = nil
  }
}
