import CProviderABI
import ProviderABI
import Testing

@testable import ProviderPlugins

/// The answer of a library to a query, as the header guarantees it for every library.
@MainActor
@Suite struct `The query of each example` {
  nonisolated static let structSize = unsafe ack_answer.size

  @Test(arguments: Example.allCases, [(0, 1), (1, 1), (1, 9), (0, UInt32.max)] as [(UInt32, UInt32)])
  func `accepts a host that speaks its version`(_ example: Example, _ range: (UInt32, UInt32)) throws {
    let reply = try Query(majors: range, minor: 7).ask(example)
    #expect(reply.status == ACK_OK)
    #expect(reply.size == Self.structSize)
    #expect(reply.magic == UInt32(ACK_MAGIC))
    #expect(reply.major == 1)
    #expect(reply.minor == 0, "the least that both speak")
    #expect(reply.id == example.id)
    #expect(reply.version == "1.0.0")
    #expect(reply.table != 0)
    #expect(reply.isUntouchedBeyondItsEnd)
  }

  @Test(arguments: Example.allCases, [(0, 0), (2, 9), (5, 1), (UInt32.max, UInt32.max)] as [(UInt32, UInt32)])
  func `says what it speaks to a host that does not`(_ example: Example, _ range: (UInt32, UInt32)) throws {
    let reply = try Query(majors: range).ask(example)
    #expect(reply.status == ACK_UNSUPPORTED)
    #expect(reply.major == 1)
    #expect(reply.minor == 0)
    #expect(reply.isUntouchedBeyondItsEnd)
  }

  @Test(arguments: Example.allCases, [0, 4, 55])
  func `refuses a query or an answer that is too small, and writes nothing`(
    _ example: Example, _ size: UInt32
  ) throws {
    for query in [Query(size: size), Query(answerSize: size)] {
      let reply = try query.ask(example)
      #expect(reply.status == ACK_MISUSE)
      #expect(reply.isUntouched)
    }
  }

  @Test(arguments: Example.allCases, [0, 0x4143_4B31] as [UInt32])
  func `refuses another magic, and writes nothing`(_ example: Example, _ magic: UInt32) throws {
    let reply = try Query(magic: magic).ask(example)
    #expect(reply.status == ACK_MISUSE)
    #expect(reply.isUntouched)
  }

  @Test(arguments: Example.allCases)
  func `takes larger structs, and leaves their size and their end alone`(_ example: Example) throws {
    let reply = try Query(size: 200, answerSize: 200).ask(example)
    #expect(reply.status == ACK_OK)
    #expect(reply.size == 200)
    #expect(reply.isUntouchedBeyondItsEnd)
  }

  @Test(arguments: Example.allCases)
  func `may be asked again, and answers the same`(_ example: Example) throws {
    let (first, second) = (try Query().ask(example), try Query().ask(example))
    #expect(first.table == second.table)
    #expect(first.id == second.id)
  }

  @Test func `of the SDK may be asked with nothing`() throws {
    let query = unsafe try Query.function(of: .swift)
    #expect(query(nil, nil) == ACK_MISUSE)
  }
}

/// A query whose answer struct is longer than this version's.
@MainActor
private struct Query {
  struct Reply {
    let status: Int32
    let size, magic, major, minor: UInt32
    let id, version: String?
    let table: UInt
    let isUntouched, isUntouchedBeyondItsEnd: Bool
  }

  var size = unsafe ack_query.size
  var answerSize = `The query of each example`.structSize
  var magic = UInt32(ACK_MAGIC)
  var majors: (UInt32, UInt32) = (1, 1)
  var minor: UInt32 = 0

  @unsafe static func function(of example: Example) throws -> ProviderLibrary.QueryFunction {
    let query = unsafe try LibraryProbe(at: example.library()).query()
    return unsafe try #require(unsafe query)
  }

  func ask(_ example: Example) throws -> Reply {
    let query = unsafe try Self.function(of: example)
    var asked = unsafe ack_query(
      struct_size: size, magic: magic, abi_major_min: majors.0, abi_major_max: majors.1, abi_minor: minor,
      reserved0: 0, host_name: ack_str(immortal: "tests"), host_version: ack_str(immortal: "1")
    )
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256, alignment: 8)
    defer { unsafe buffer.deallocate() }
    unsafe buffer.copyBytes(from: [UInt8](repeating: 0xAA, count: buffer.count))
    unsafe buffer.storeBytes(of: answerSize, as: UInt32.self)
    let before = unsafe Array(buffer)
    let status = unsafe query(&asked, buffer.baseAddress?.assumingMemoryBound(to: ack_answer.self))
    let after = unsafe Array(buffer)
    let answer = unsafe buffer.load(as: ack_answer.self)
    let end = Int(`The query of each example`.structSize)
    // Only an accepted query has texts and a table; otherwise their bytes keep the initial filling of the buffer.
    let isAccepted = status == ACK_OK
    return unsafe Reply(
      status: status, size: answer.struct_size, magic: answer.magic, major: answer.abi_major, minor: answer.abi_minor,
      id: isAccepted ? answer.id.text() : nil, version: isAccepted ? answer.version.text() : nil,
      table: isAccepted ? UInt(bitPattern: answer.provider) : 0, isUntouched: after == before,
      isUntouchedBeyondItsEnd: after[end...] == before[end...]
    )
  }
}
