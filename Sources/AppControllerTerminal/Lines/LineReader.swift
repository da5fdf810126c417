package import AppControllerKit
internal import Glibc
internal import Synchronization

/// Reads lines that are typed or piped.
package struct LineReader: Sendable {
  /// The most bytes of a line.
  package static let limit = 16 << 10

  /// The reason why no line can be read.
  package enum Failure: Error, Hashable {
    /// A system error, by its number.
    case unreadable(Int32)
    /// A line is longer than the limit.
    case tooLong
  }

  private let input: Int32

  package init(_ input: Int32 = STDIN_FILENO) { self.input = input }

  /// Asks for a line, and blocks the thread until the line has been read.
  ///
  /// - Parameters:
  ///   - echoes: Whether the typed line is shown.
  ///   - prompt: Writes the prompt. It is called again when the process was stopped while a secret was typed, because
  ///     the secret has to be typed again then.
  /// - Returns: The line without its end; `nil` at the end of the input.
  /// - Throws: ``Failure`` when it cannot be read, or is too long.
  package func ask(echoes: Bool, prompt: () -> Void) throws(Failure) -> Secret? {
    let guardian = echoes ? nil : EchoGuard()
    defer { guardian?.restore() }
    prompt()
    var bytes: [UInt8] = []
    defer { Secret.wipe(&bytes) }
    bytes.reserveCapacity(Self.limit + 1)
    while true {
      if guardian?.waitForInput() == true {
        Secret.wipe(&bytes)
        bytes.reserveCapacity(Self.limit + 1)
        prompt()
        continue
      }
      guard let byte = try nextByte() else { break }
      if byte == UInt8(ascii: "\n") { return Secret(bytes.span) }
      guard bytes.count < Self.limit else { throw .tooLong }
      bytes.append(byte)
    }
    return bytes.isEmpty ? nil : Secret(bytes.span)
  }

  /// Asks for a line on a thread of its own, so that the calling task does not block its thread.
  package func ask(echoes: Bool, prompt: @escaping @Sendable () -> Void) async -> Result<Secret?, Failure> {
    let answer = Answer()
    await withCheckedContinuation { continuation in
      let number = DetachedThread.start {
        answer.line.withLock { $0 = Result { () throws(Failure) in try ask(echoes: echoes, prompt: prompt) } }
        continuation.resume()
      }
      if number != 0 {
        answer.line.withLock { $0 = .failure(.unreadable(number)) }
        continuation.resume()
      }
    }
    return answer.line.withLock(\.self)
  }

  /// The transfer of a line from the thread to the task.
  ///
  /// A lock protects it. A continuation that is resumed before it is awaited passes its value on inside the runtime,
  /// where no sanitizer sees the order of the two accesses.
  private final class Answer: Sendable {
    let line = Mutex(Result<Secret?, Failure>.success(nil))
  }

  private func nextByte() throws(Failure) -> UInt8? {
    var byte: UInt8 = 0
    while true {
      let count = unsafe read(input, &byte, 1)
      if count == 1 { return byte }
      if count == 0 { return nil }
      if errno != EINTR { throw .unreadable(errno) }
    }
  }
}
