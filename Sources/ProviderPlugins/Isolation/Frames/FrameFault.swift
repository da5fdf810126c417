/// The rule of the frames between a host and a provider's process that some bytes break.
enum FrameFault: Error, Equatable {
  /// A frame says to be longer than a frame may be.
  case oversized(Int, limit: Int)
  /// A frame is of another version of the protocol.
  case version(UInt16, expected: UInt16)
  /// A frame does not have the next number: one was left out, repeated, or came in another order.
  case number(UInt32, expected: UInt32)
  /// A frame is of a kind that this side does not receive.
  case unknownKind(UInt16)
  /// A frame came at a time when none of its kind may come.
  case unexpected(String)
  /// A frame ends in the middle of something.
  case truncated(String)
  /// A frame goes on after its end.
  case trailing(Int)
  /// A text is longer than it may be.
  case longText(String, Int, limit: Int)
  /// A text is not UTF-8.
  case notUTF8(String)
  /// A value is none that may stand there.
  case badValue(String, String)
  /// The builder does not take the description.
  case description(String)
  /// The connection ended in the middle of a frame.
  case cut(Int)
}

extension FrameFault: CustomStringConvertible {
  /// The rule, and what came instead.
  var description: String {
    switch self {
    case .oversized(let size, let limit): "a frame has at most \(limit) bytes, and one says to have \(size)"
    case .version(let version, let expected): "frames are of version \(expected), and one is of version \(version)"
    case .number(let number, let expected):
      "frames are numbered without a gap, and number \(number) came where \(expected) was next"
    case .unknownKind(let kind): "there are no frames of kind \(kind) in this direction"
    case .unexpected(let what): "\(what) came when none was due"
    case .truncated(let what): "a frame ends in the middle of \(what)"
    case .trailing(let count): "a frame ends with its last value, and \(count) bytes follow it"
    case .longText(let what, let size, let limit): "\(what) has at most \(limit) bytes, and it has \(size)"
    case .notUTF8(let what): "texts are UTF-8, and \(what) is not"
    case .badValue(let what, let value): "\(what) cannot be \(value)"
    case .description(let problem): "a description is one that the builder takes: \(problem)"
    case .cut(let count): "the connection ends between two frames, and \(count) bytes of one came before its end"
    }
  }
}
