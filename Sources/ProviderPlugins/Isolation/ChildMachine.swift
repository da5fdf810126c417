internal import AppControllerKit
internal import Glibc

/// The messages of a provider's process, the reply that is still awaited, and who reads: a pure state machine.
///
/// There is one exchange at a time: a frame is sent, and one reply to it arrives. The bytes of the process, its end and
/// the turns of the main actor go in; what comes out is delivered, and says what becomes of the process.
struct ChildMachine {
  enum Due: Equatable {
    case nothing
    /// The greeting, which shows that the process serves providers, and the result of the start.
    case start
    case answer(UInt32)
  }

  enum End: Sendable, Equatable {
    case exited(ChildExit)
    /// The process was killed because it violated the protocol in this way.
    case broken(FrameFault)
    /// The process was killed because it had closed its end of the connection and did not exit.
    case closed
    /// The process was killed because it had not answered for this long.
    case hung(Duration)
    /// The process was killed because its claim differs from its file; the value names the difference.
    case pretended(String)
    case flooded
    /// The process was killed, or asked to end, because it is not needed any more.
    case unwanted
  }

  enum Reader {
    case watch
    /// The main actor at this moment; the watching thread does not read meanwhile.
    case mainActor
    /// No thread reads until the main actor's next turn, which may begin another exchange.
    case unassigned
  }

  /// What one read has brought.
  struct Heard {
    var events: [FromChild] = []
    /// To be stored with ``store(_:)`` once the events before it are delivered.
    var reply: FromChild?
    /// Whether the process has to be killed.
    var isBroken = false
    /// Whether the process has to exit by itself now.
    var isClosed = false
  }

  private var decoder = FrameDecoder()
  private var due = Due.start
  private var reply: FromChild?
  private var reader = Reader.watch
  /// Whether the watching thread becomes the reader at the main actor's next turn, if there is no other.
  private var isHandoverDue = false
  /// The number of events since the main actor's last turn.
  private var eventCount = 0
  private(set) var hasGreeted = false
  /// The messages during the start that are neither events nor the reply.
  private(set) var notes: [FromChild] = []
  /// The reason is stored before the process is killed; `nil` while it lives.
  private(set) var end: End?
  private(set) var hasDiedAtRest = false
  /// Nothing more can be read, because the process has ended or is about to, or has closed its end of the connection.
  private(set) var isClosed = false
  private(set) var isReaped = false
}

// MARK: - From the process

extension ChildMachine {
  /// After a reason to kill the process its messages are ignored; during any other end they are still read.
  ///
  /// The watching thread reads nothing while the main actor does, because the main actor waits on the socket and would
  /// miss a reply that another thread has read.
  func listens(isOnWatch: Bool) -> Bool {
    if isClosed || isOnWatch && reader == .mainActor { return false }
    switch end {
    case nil, .exited, .unwanted: return true
    case .broken, .closed, .hung, .pretended, .flooded: return false
    }
  }

  /// The number of bytes that the frame that has begun lacks; 0 when its size is not known yet.
  var missing: Int { decoder.missing }

  /// `read` returns 0 at the end of the connection, and less for nothing; returns the same.
  mutating func hear(_ heard: inout Heard, _ read: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
    let count = unsafe decoder.fill(read)
    if count < 0 { return count }
    (isClosed, heard.isClosed) = (count == 0, count == 0)
    let known = heard.events.count
    do throws(FrameFault) {
      if isClosed { try decoder.finish() }
      while let frame = try decoder.next() { try take(FromChild(frame), &heard) }
    } catch {
      if end != .unwanted { end = .broken(error) }
      heard.isBroken = true
    }
    eventCount += heard.events.count - known
    return count
  }

  private mutating func take(_ message: FromChild, _ heard: inout Heard) throws(FrameFault) {
    switch message {
    case .hello:
      guard !hasGreeted else { throw .unexpected("a second greeting") }
      hasGreeted = true
      return
    case .request, .wake, .tick, .log: heard.events.append(message)
    case .lacking:
      guard due == .start, notes.count < 100 else { throw .unexpected(message.name) }
      notes.append(message)
    case .started, .refused:
      guard due == .start else { throw .unexpected(message.name) }
      (due, heard.reply) = (.nothing, message)
    case .answer(let number, _), .done(let number):
      guard due == .answer(number) else { throw .unexpected(message.name) }
      (due, heard.reply) = (.nothing, message)
    }
    guard hasGreeted else { throw .unexpected("\(message.name) before the greeting") }
  }

  mutating func store(_ reply: FromChild) { self.reply = reply }

  mutating func exit(_ exit: ChildExit) {
    isReaped = true
    hasDiedAtRest = due == .nothing
    switch end {
    case nil: end = .exited(exit)
    // The process was ending by itself, only slowly: a kill by the host would show as SIGKILL.
    case .closed, .hung: if exit != .signaled(SIGKILL), exit != .unknown { end = .exited(exit) }
    // The reason for killing the process is more precise.
    case .exited, .broken, .pretended, .flooded, .unwanted: break
    }
  }
}

// MARK: - From the host

extension ChildMachine {
  /// Precedes the sending of a frame, to which the reply is due, unless there is none; returns whether the watching
  /// thread was the reader, and has to be stopped.
  mutating func begin(_ due: Due?, polls: Bool) -> Bool {
    if let due { (self.due, reply) = (due, nil) }
    eventCount = 0
    guard polls else { return false }
    defer { reader = .mainActor }
    return reader == .watch
  }

  /// `nil` when the reply has not arrived.
  mutating func takeReply() -> FromChild? { reply.take() }

  /// `false` once the reply was taken.
  var hasReply: Bool { reply != nil }

  /// A deadline has passed; returns whether the process has to be killed, because there is no reply.
  mutating func expire(_ limit: Duration) -> Bool { !hasReply && abandon(.hung(limit)) }

  /// Recorded before the process is killed; returns whether the process was alive.
  mutating func abandon(_ end: End) -> Bool {
    guard self.end == nil else { return false }
    self.end = end
    return true
  }
}

// MARK: - The reader

extension ChildMachine {
  enum Watching {
    case goesOn
    /// So many events have arrived that reading pauses until the main actor has had a turn.
    case pauses
    case ends
  }

  /// What the watching thread does after it has read.
  var watching: Watching {
    if reader == .mainActor || isClosed || !(end == nil || end == .unwanted) { return .ends }
    return eventCount < 256 ? .goesOn : .pauses
  }

  /// The main actor's turn after a pause; returns whether the watching thread goes on.
  mutating func resume() -> Bool {
    eventCount = 0
    return reader != .mainActor
  }

  /// Returns whether the caller has to schedule the handover to the watching thread at the main actor's next turn.
  mutating func leave() -> Bool {
    reader = .unassigned
    defer { isHandoverDue = true }
    return !isHandoverDue
  }

  mutating func handOver() { reader = .watch }

  /// Returns whether the watching thread is the reader from now on, because there was no other.
  mutating func handOverIfDue() -> Bool {
    isHandoverDue = false
    guard reader == .unassigned else { return false }
    reader = .watch
    return true
  }
}
