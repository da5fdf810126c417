package import AppControllerKit
internal import Glibc
internal import Synchronization

package struct LineReader: Sendable {
  /// In bytes.
  package static let limit = 16 << 10

  package enum Failure: Error, Hashable {
    /// The number of the system error.
    case unreadable(Int32)
    case tooLong
  }

  private let input: Int32

  package init(_ input: Int32 = STDIN_FILENO) { self.input = input }

  /// Blocks the thread until a line has been read; returns it without its end, and nil at the end of the input.
  ///
  /// The prompt is written again when the process was stopped while a secret was typed, because the secret has to be
  /// typed again then.
  package func ask(echoes: Bool, prompt: () -> Void) throws(Failure) -> Secret? {
    let guardian = echoes ? nil : HiddenInput()
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

  /// Asks on a thread of its own, so that the calling task does not block its thread.
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
