internal import AppControllerKit
internal import CProviderABI
internal import ProviderABI
internal import ProviderPlugins

/// A mapped library with its query, which can be called in ways that no host would use.
@safe
struct RawLibrary {
  let query: LibraryProbe.Query

  struct Question {
    var size = unsafe ack_query.size
    var answerSize = unsafe ack_answer.size
    var magic = UInt32(ACK_MAGIC)
    var majors: (UInt32, UInt32) = (UInt32(ACK_ABI_MAJOR), UInt32(ACK_ABI_MAJOR))
    var minor = UInt32(ACK_ABI_MINOR)
    var hostName = "AppControllerKit"
    /// Whether the bytes behind the members may be members of a later version: they are zero then, which says nothing,
    /// and those of the answer may be written.
    var hasLaterMembers = false
  }

  @safe
  struct Answer {
    let status: Int32
    /// The struct after the call; its texts and its table are valid only when the status is `ACK_OK`.
    let content: ack_answer
    let hasWritten: Bool
    /// Whether bytes behind the struct were written.
    let wentBeyond: Bool

    /// `nil` when it is not a valid text.
    var id: String? { unsafe content.id.text(atMost: 4096) }
    /// `nil` when it is not a valid text.
    var version: String? { unsafe content.version.text(atMost: 4096) }
    var table: UInt { unsafe UInt(bitPattern: content.provider) }
  }

  func ask(_ question: Question = Question()) -> Answer {
    let excess = unsafe max(0, Int(question.size) - MemoryLayout<ack_query>.size)
    let memory = LentMemory(excess: excess, filler: question.hasLaterMembers ? 0 : 0xAB)
    defer { memory.takeBack() }
    var asked = unsafe ack_query.sized()
    unsafe asked.magic = question.magic
    unsafe asked.abi_major_min = question.majors.0
    unsafe asked.abi_major_max = question.majors.1
    unsafe asked.abi_minor = question.minor
    unsafe asked.host_name = memory.lend(question.hostName)
    unsafe asked.host_version = memory.lend("\(KitVersion.current)")
    let lent = unsafe memory.lend(asked)
    unsafe lent.pointee.struct_size = question.size

    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 512, alignment: 16)
    defer { unsafe room.deallocate() }
    unsafe room.initializeMemory(as: UInt8.self, repeating: 0xAA)
    let end = unsafe max(MemoryLayout<ack_answer>.size, question.hasLaterMembers ? Int(question.answerSize) : 0)
    if question.hasLaterMembers { unsafe room[..<end].initializeMemory(as: UInt8.self, repeating: 0) }
    unsafe room.storeBytes(of: question.answerSize, as: UInt32.self)
    let before = unsafe Array(room)
    let answer = unsafe room.baseAddress?.assumingMemoryBound(to: ack_answer.self)
    let status = unsafe query(lent, answer)
    let after = unsafe Array(room)
    return unsafe Answer(
      status: status, content: room.load(as: ack_answer.self),
      hasWritten: before != after,
      wentBeyond: after[end...] != before[end...]
    )
  }
}

func statusName(_ status: Int32) -> String {
  switch status {
  case ACK_OK: "ACK_OK"
  case ACK_PENDING: "ACK_PENDING"
  case ACK_FAILED: "ACK_FAILED"
  case ACK_UNSUPPORTED: "ACK_UNSUPPORTED"
  case ACK_GONE: "ACK_GONE"
  case ACK_LIMIT: "ACK_LIMIT"
  case ACK_MISUSE: "ACK_MISUSE"
  default: "\(status)"
  }
}
