import AppControllerInterface
import AppControllerKit
import CProviderABI
import InterfaceGallery
import ProviderABI
import ProviderPlugins
import TestSupport
import Testing

/// `give` of a host's table, as a provider in C uses it.
@Suite struct `A form that is given` {
  private let table: DescriptionTable
  private static let screen = Gallery.screens[0].interface

  init() {
    table = DescriptionTable()
    table.open()
  }

  private var functions: ack_description { unsafe table.table.pointee }

  /// Gives the form of a description, at any alignment, and overwrites it as soon as `give` has returned.
  private func give(
    _ description: InterfaceDescription, offset: Int = 0, reserved: UInt32 = 0, to table: DescriptionTable? = nil,
    changing change: (UnsafeMutableRawBufferPointer) -> Void = { _ in }
  ) -> Int32 {
    let table = table ?? self.table
    return description.withForm { form in
      let sizes = [form.nodeCount * 24, form.valueCount * 16, form.textSize]
      let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: sizes.reduce(8, +), alignment: 8)
      defer { unsafe memory.deallocate() }
      guard let base = memory.baseAddress else { return 99 }
      let start = unsafe base + offset
      if let nodes = unsafe form.nodes { unsafe start.copyMemory(from: nodes, byteCount: sizes[0]) }
      if let values = unsafe form.values { unsafe (start + sizes[0]).copyMemory(from: values, byteCount: sizes[1]) }
      let text = unsafe start + sizes[0] + sizes[1]
      if let bytes = unsafe form.text { unsafe text.copyMemory(from: bytes, byteCount: sizes[2]) }
      unsafe change(UnsafeMutableRawBufferPointer(start: start, count: sizes.reduce(0, +)))
      defer { for index in memory.indices { unsafe memory[index] = 0xFF } }
      var lent = unsafe ack_form(
        struct_size: ack_form.size, encoding: UInt32(ACK_FORM_RECORDS), node_count: UInt32(form.nodeCount),
        value_count: UInt32(form.valueCount), text_size: UInt32(form.textSize),
        document_first: UInt32(form.documentFirst), document_count: UInt32(form.documentCount), reserved0: reserved,
        nodes: start.assumingMemoryBound(to: ack_node.self),
        values: (start + sizes[0]).assumingMemoryBound(to: ack_value.self),
        text: UnsafeRawPointer(text).assumingMemoryBound(to: CChar.self), fault: nil)
      return unsafe table.table.pointee.give(table.table, &lent)
    }
  }

  @Test(arguments: Gallery.screens)
  func `is what was described, and lent only`(screen: GalleryScreen) {
    for offset in [0, 1, 3, 4] {
      table.open()
      #expect(unsafe give(screen.interface, offset: offset) == ACK_OK)
      #expect(table.description == screen.interface)
    }
  }

  @Test func `has nothing in what is reserved`() {
    #expect(unsafe give(Self.screen, reserved: 1) == ACK_MISUSE)
    #expect(table.failure?.diagnostic.message.contains("reserved") == true)
  }

  /// The records of the header are those of the kit, member by member.
  @Test func `has the records that a C compiler would write`() {
    let node = ack_node(
      kind: UInt16(ACK_KIND_SCREEN.rawValue), kind_size: 0, id_size: 1, text: 0, first_value: 0, value_count: 1,
      flags: 0,
      end: 1, parent: 0)
    let value = ack_value(
      name: UInt16(ACK_NAME_LABEL.rawValue), key_size: 0, tag: UInt8(ACK_VALUE_TEXT), text: 1, content: 2 << 32)
    let status = unsafe withUnsafePointer(to: node) { node in
      unsafe withUnsafePointer(to: value) { value in
        unsafe "sHi".withCString { text in
          var form = unsafe ack_form(
            struct_size: ack_form.size, encoding: UInt32(ACK_FORM_RECORDS), node_count: 1, value_count: 1, text_size: 3,
            document_first: 0, document_count: 0, reserved0: 0, nodes: node, values: value, text: text, fault: nil)
          return unsafe functions.give(table.table, &form)
        }
      }
    }
    #expect(status == ACK_OK)
    let made = table.description
    #expect(made.nodeCount == 1)
    #expect((made.root.kind, made.root.id, made.root.label) == (.screen, "s", "Hi"))
    #expect(MemoryLayout<ack_node>.size == MemoryLayout<NodeRecord>.size)
    #expect(MemoryLayout<ack_value>.size == MemoryLayout<ValueRecord>.size)
  }

  @Test func `is refused when there is none, or a smaller one`() {
    #expect(unsafe functions.give(table.table, nil) == ACK_MISUSE)
    #expect(table.failure?.diagnostic.code == .badForm)
    table.open()
    var form = unsafe ack_form.sized()
    unsafe form.struct_size -= 1
    #expect(unsafe functions.give(table.table, &form) == ACK_MISUSE)
    #expect(table.failure?.diagnostic.code == .badForm)
    unsafe (form.struct_size, form.encoding) = (ack_form.size, UInt32(ACK_FORM_RECORDS))
    for (nodes, values, text) in [(10_001, 0, 0), (1, 100_001, 0), (1, 0, (1 << 20) + 1)] as [(UInt32, UInt32, UInt32)]
    {
      table.open()
      unsafe (form.node_count, form.value_count, form.text_size) = (nodes, values, text)
      #expect(unsafe functions.give(table.table, &form) == ACK_LIMIT)
    }
  }

  // MARK: - JSON

  private func give(json: String, to table: DescriptionTable? = nil) -> Int32 {
    let table = table ?? self.table
    table.open()
    return unsafe json.withCString { text in
      var form = unsafe ack_form.sized()
      unsafe (form.encoding, form.text, form.text_size) = (UInt32(ACK_FORM_JSON), text, UInt32(json.utf8.count))
      return unsafe table.table.pointee.give(table.table, &form)
    }
  }

  @Test(arguments: Gallery.screens)
  func `of JSON is the same description`(screen: GalleryScreen) throws {
    let json = JSONRenderer().render(screen.interface)
    #expect(give(json: json) == ACK_OK)
    #expect(table.description == screen.interface)
    // A process between reads it, and sends what it has read.
    let between = DescriptionTable(passesFormsOn: true)
    #expect(give(json: json, to: between) == ACK_OK)
    #expect(try crossed(between.description) == screen.interface)
  }

  @Test(arguments: [
    ("", "ACK1002", "line 1, column 1"), ("{\"root\":{\n  \"kind\":\"screen\",}}", "ACK1002", "line 2, column 19"),
    ("{\"id\":\"d\",\n\"root\":{\"kind\":\"screen\",\"label\":\"a\",\"label\":\"b\"}}", "ACK1107", "line 2, column 37"),
    ("[]", "ACK1113", "line 1, column 1"),
  ])
  func `of JSON that is wrong is refused with its line and column`(json: String, code: String, place: String) {
    #expect(give(json: json) == ACK_MISUSE)
    let found = table.failure?.diagnostic
    #expect(found?.code.rawValue == code)
    #expect(found?.description.contains(place) == true, "\(String(describing: found))")
  }

  @Test func `of JSON has the limits of every description, and their status`() {
    let long = String(repeating: "x", count: 600)
    #expect(give(json: #"{"root":{"kind":"screen","label":"\#(long)"}}"#) == ACK_LIMIT)
    // It is not looked at when it is too large.
    table.open()
    var form = unsafe ack_form.sized()
    unsafe (form.encoding, form.text_size) = (UInt32(ACK_FORM_JSON), .max)
    #expect(unsafe functions.give(table.table, &form) == ACK_LIMIT)
    #expect(table.failure?.diagnostic.code == .tooMuchText)
  }

  @Test(arguments: [0, 3, .max])
  func `in an encoding that is none is refused`(encoding: UInt32) {
    var form = unsafe ack_form.sized()
    unsafe form.encoding = encoding
    #expect(unsafe functions.give(table.table, &form) == ACK_MISUSE)
    #expect(table.failure?.diagnostic.code == .badForm)
  }

  // MARK: - A fault instead

  /// What the host says when a provider says that it has found a fault.
  private func refusal(code: UInt32, path: String, message: String) -> Diagnostic? {
    table.open()
    let status = lending { memory in
      let fault = unsafe ack_fault(
        struct_size: ack_fault.size, code: code, path: memory.lend(path), message: memory.lend(message))
      var form = unsafe ack_form.sized()
      unsafe form.fault = UnsafePointer(memory.lend(fault))
      return unsafe functions.give(table.table, &form)
    }
    #expect(status == (1120...1127 ~= code ? ACK_LIMIT : ACK_MISUSE))
    return table.failure?.diagnostic
  }

  @Test func `has a fault instead, which is told as what the provider says`() throws {
    let told = try #require(refusal(code: 1107, path: "$.root.label", message: "the label is set twice"))
    #expect(told.code == .duplicateKey && told.path == "$.root.label")
    #expect(told.message == "the provider's builder says “the label is set twice”")
    #expect(refusal(code: 1124, path: "$", message: "too long")?.code == .textTooLong)
    #expect(refusal(code: 1107, path: "", message: "")?.message == "the provider's builder does not say why")
  }

  @Test func `has a fault that cannot be taken for what the host says`() throws {
    let told = try #require(
      refusal(code: 1150, path: "$.root: fix: run it", message: "none”\n  fix: run it; error[ACK2099] \u{1B}[2J"))
    #expect(told.code == .badForm && told.path == "$")
    #expect(!told.message.contains("\n") && !told.message.contains("ACK2099") && !told.message.contains("error["))
    #expect(told.message.hasPrefix("the provider's builder says “none") && told.message.count { $0 == "”" } == 1)
    let long = try #require(refusal(code: 1107, path: "$", message: String(repeating: "x", count: 4000)))
    #expect(long.message.utf8.count < 400)
  }

  @Test func `is given once`() {
    #expect(table.description.buildFailure?.code == .noRoot)
    #expect(unsafe give(Self.screen) == ACK_OK)
    #expect(unsafe give(Self.screen) == ACK_MISUSE)
    #expect(table.failure?.diagnostic.code == .badForm)
    table.open()
    #expect(unsafe give(Self.screen) == ACK_OK)
  }

  @Test(arguments: Gallery.screens)
  func `is handed on as it came in a process between`(screen: GalleryScreen) throws {
    let between = DescriptionTable(passesFormsOn: true)
    between.open()
    #expect(unsafe give(screen.interface, to: between) == ACK_OK)
    #expect(try crossed(between.description) == screen.interface)
  }

  private func crossed(_ description: InterfaceDescription) throws -> InterfaceDescription {
    var description = description
    var writer = BinaryWriter()
    writer.interface(&description)
    var reader = BinaryReader(writer.bytes)
    var read = InterfaceDescription.blank
    try reader.interface(&read)
    return read
  }

  /// Damaged bytes have the same result whether the host reads them itself or through a process between.
  @Test(arguments: Gallery.screens)
  func `is refused behind a process between as in front of it`(screen: GalleryScreen) throws {
    let between = DescriptionTable(passesFormsOn: true)
    var random = SeededGenerator(seed: 1)
    var refused = 0
    for _ in 0..<Effort.cases(50, thorough: 5_000) {
      let changes = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        (place: Int.random(in: 0...Int.max, using: &random), bit: UInt8.random(in: 0..<8, using: &random))
      }
      func change(_ bytes: UnsafeMutableRawBufferPointer) {
        for change in changes { unsafe bytes[change.place % bytes.count] ^= 1 << change.bit }
      }
      table.open()
      let status = unsafe give(screen.interface, changing: change)
      let failure = table.failure?.diagnostic
      #expect((status == ACK_OK) == (failure == nil))
      between.open()
      #expect(unsafe give(screen.interface, to: between, changing: change) == ACK_OK)
      let passedOn = between.description
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
    #expect(unsafe give(Self.screen) == ACK_GONE)
  }
}
