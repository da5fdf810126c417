import AppControllerHTTP

package protocol PageStream: Sendable {
  var isOpen: Bool { get }
  func send(_ bytes: [UInt8])
  func end()
}

extension HTTPStream: PageStream {}

/// One message of an event stream, in the format of the HTML standard.
enum ServerSentEvent {
  /// Sent on an idle stream, so that no proxy closes the connection.
  static let heartbeat = Array(":\n\n".utf8)
  /// The time after which a browser connects again.
  static let beginning = Array("retry: 1000\n\n".utf8)

  /// The name is the kind of a text of ours; nil for markup.
  static func bytes(of markup: [UInt8], named name: String? = nil) -> [UInt8] {
    var bytes = name.map { Array("event: \($0)\n".utf8) } ?? []
    bytes.reserveCapacity(markup.count + markup.count / 8 + 16)
    for line in markup.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      bytes += "data: ".utf8
      bytes += line
      bytes.append(UInt8(ascii: "\n"))
    }
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }
}
