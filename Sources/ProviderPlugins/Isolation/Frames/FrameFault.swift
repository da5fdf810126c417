internal import AppControllerKit

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
  /// A value in a frame is none that may stand there.
  case content(CodingFault)
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
    case .content(let fault): "a frame has values as they are agreed on, and \(fault)"
    case .cut(let count): "the connection ends between two frames, and \(count) bytes of one came before its end"
    }
  }
}
