import CProviderABI
import InterfaceGallery
import ProviderABI
import TestSupport
import Testing

@testable import AppControllerKit
@testable import ProviderPlugins

/// `describe_flat` of a host's builder, as a provider in C uses it.
@Suite struct `A description in one piece` {
  private let table: BuilderTable
  private static let screen = Gallery.screens[0].interface

  init() {
    table = BuilderTable()
    table.open()
  }

  private var functions: ack_builder { unsafe table.table.pointee }

  /// Passes bytes to the builder, and overwrites them as soon as it has returned.
  private func describe(_ bytes: [UInt8], offset: Int = 0, to table: BuilderTable? = nil) -> Int32 {
    let table = table ?? self.table
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count + 8, alignment: 8)
    defer { unsafe memory.deallocate() }
    unsafe UnsafeMutableRawBufferPointer(rebasing: memory[offset...]).copyBytes(from: bytes)
    let start = unsafe UnsafeRawPointer(memory.baseAddress).map { unsafe $0 + offset }
    defer { for index in memory.indices { unsafe memory[index] = 0xFF } }
    return unsafe table.table.pointee.describe_flat(table.table, start, UInt64(bytes.count))
  }

  private func flat(_ description: InterfaceDescription, knownNames: UInt16 = .max) -> [UInt8] {
    let writer = FlatWriter(description, knownNames: knownNames)
    var bytes = [UInt8](repeating: 0, count: writer.size)
    unsafe bytes.withUnsafeMutableBytes { buffer in
      if let start = buffer.baseAddress { unsafe writer.write(to: start) }
    }
    return bytes
  }

  @Test(arguments: Gallery.screens)
  func `is what was described, and lent only`(screen: GalleryScreen) {
    #expect(describe(flat(screen.interface)) == ACK_OK)
    #expect(table.finish() == screen.interface)
    table.open()
    #expect(describe(flat(screen.interface)) == ACK_OK)
    #expect(table.finish() == screen.interface)
  }

  @Test func `is one that a C compiler would write`() {
    let bytes: [UInt8] = [
      0x41, 0x46, 0x4C, 0x31, 59, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      8, 0, 0, 1, 1, 0, 0, 0, 29, 5, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x73, 0x48, 0x69,
    ]
    #expect(describe(bytes) == ACK_OK)
    let made = table.finish()
    #expect(made.nodeCount == 1)
    #expect((made.root.kind, made.root.id, made.root.label) == (.screen, "s", "Hi"))
  }

  @Test func `is refused when there is nothing, or nothing aligned`() {
    #expect(unsafe functions.describe_flat(table.table, nil, 64) == ACK_MISUSE)
    #expect(table.failure?.diagnostic.code == .badFlatForm)
    for offset in 1..<8 {
      table.open()
      #expect(describe(flat(Self.screen), offset: offset) == ACK_MISUSE)
      #expect(table.failure?.diagnostic.code == .badFlatForm)
    }
    for size: UInt64 in [16 << 20 | 1, .max] {
      table.open()
      #expect(unsafe functions.describe_flat(table.table, UnsafeRawPointer(table.table), size) == ACK_LIMIT)
    }
  }

  @Test func `stands alone`() {
    _ = unsafe functions.set_i64(table.table, ack_str(immortal: "x"), 1)
    #expect(describe(flat(Self.screen)) == ACK_MISUSE)
    #expect(unsafe functions.end(table.table) == ACK_MISUSE)
    table.open()
    #expect(describe(flat(Self.screen)) == ACK_OK)
    #expect(unsafe functions.begin(table.table, ack_str(immortal: "screen"), .empty) == ACK_MISUSE)
    table.open()
    #expect(describe(flat(Self.screen)) == ACK_OK)
    #expect(describe(flat(Self.screen)) == ACK_MISUSE)
  }

  @Test func `is refused when two texts share a character`() {
    let description = InterfaceDescription("x") { Link("a", "bc", url: "de") }
    let bytes = flat(description)
    // The last byte of the label and the first of the URL.
    let place = bytes.count - 3
    for (pair, isText) in [([0xC3, 0xA9], false), ([0x63, 0x64], true)] as [([UInt8], Bool)] {
      table.open()
      #expect(describe(Array(bytes[..<place] + pair + bytes[(place + 2)...])) == (isText ? ACK_OK : ACK_MISUSE))
      #expect((table.failure?.diagnostic.code == .badUTF8) == !isText)
    }
  }

  @Test(arguments: Gallery.screens)
  func `is handed on as it came in a process between`(screen: GalleryScreen) throws {
    let between = BuilderTable(passesFlatFormOn: true)
    // Every name is written as a text, although the kit writes texts to no host that knows the numbers.
    let bytes = flat(screen.interface, knownNames: 0)
    between.open()
    #expect(describe(bytes, to: between) == ACK_OK)
    var description = between.finish()
    var writer = BinaryWriter()
    writer.interface(&description)
    #expect(writer.bytes.dropFirst(4) == bytes[...])
    var reader = BinaryReader(writer.bytes)
    var read = InterfaceDescription.blank
    try reader.interface(&read)
    #expect(read == screen.interface)
    // A description by calls starts from the beginning after that.
    between.open()
    _ = unsafe between.table.pointee.begin(between.table, ack_str(immortal: "screen"), ack_str(immortal: "s"))
    _ = unsafe between.table.pointee.end(between.table)
    var next = between.finish()
    var other = BinaryWriter()
    other.interface(&next)
    #expect(Array(other.bytes.dropFirst(4)) == flat(next))
  }

  /// Damaged bytes have the same result whether the host reads them itself or through a process between.
  @Test(arguments: Gallery.screens)
  func `is refused behind a process between as in front of it`(screen: GalleryScreen) throws {
    let between = BuilderTable(passesFlatFormOn: true)
    let whole = flat(screen.interface)
    var random = SeededGenerator(seed: 1)
    var refused = 0
    for _ in 0..<Effort.cases(50, thorough: 5_000) {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      table.open()
      let status = describe(bytes)
      let failure = table.failure?.diagnostic
      #expect((status == ACK_OK) == (failure == nil))
      between.open()
      #expect(describe(bytes, to: between) == ACK_OK)
      let passedOn = between.finish()
      let effects: [ActionResponse.Effect] = [.message(.info, "first"), .show(passedOn, .push)]
      #expect(try refusal(behind: .interface(passedOn)) == failure.map { .interface($0) })
      #expect(try refusal(behind: .response(ActionResponse(effects: effects))) == failure.map { .screen($0) })
      refused += failure == nil ? 0 : 1
    }
    #expect(refused > 0)
  }

  /// Returns the reason why the host of a process refuses an answer.
  private func refusal(behind reply: ProviderReply) throws -> ProviderReply.Refusal? {
    var reply = reply
    var writer = BinaryWriter()
    try reply.code(&writer)
    var reader = BinaryReader(writer.bytes)
    var read = ProviderReply.blank
    try read.code(&reader)
    return if case .refused(let refusal) = read { refusal } else { nil }
  }

  @Test func `is too late after the call`() {
    table.close()
    #expect(describe(flat(Self.screen)) == ACK_GONE)
  }

  @Test func `has the host's numbers`() {
    #expect(unsafe functions.known_kinds == NodeKind.allCases.count)
    #expect(unsafe functions.known_names == PropertyName.allCases.count)
    #expect(unsafe functions.reserved1 == 0)
  }
}
