import InterfaceGallery
import TestSupport
import Testing

@testable import AppControllerKit

@Suite struct `The flat form` {
  /// What the kit writes, and what it makes of that.
  private func crossed(_ description: InterfaceDescription) -> (bytes: [UInt8], description: InterfaceDescription) {
    let bytes = description.flatBytes
    return (bytes, InterfaceDescription(flatBytes: bytes))
  }

  /// What a builder makes of the calls that say a description.
  private func called(_ description: InterfaceDescription) -> InterfaceDescription {
    var builder = ArenaBuilder()
    let isTaken = description.write(to: &builder)
    #expect(isTaken)
    return builder.finish()
  }

  private func expectSame(
    _ description: InterfaceDescription, isAgain: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let (bytes, made) = crossed(description)
    #expect(made.buildFailure == nil, sourceLocation: sourceLocation)
    #expect(made.arena.hasSameBytes(as: called(description).arena), sourceLocation: sourceLocation)
    #expect(made.flatBytes == bytes || !isAgain, sourceLocation: sourceLocation)
  }

  @Test(arguments: Gallery.screens)
  func `makes the arena of a screen that the calls make, to the byte`(screen: GalleryScreen) {
    expectSame(screen.interface)
    #expect(crossed(screen.interface).description == screen.interface)
  }

  @Test(arguments: [true, false])
  func `makes the arena of anything that the calls make, to the byte`(hasNulls: Bool) {
    var options = RandomDescription.Options()
    options.hasNulls = hasNulls
    for seed in 0..<Effort.cases(40, thorough: 1200) {
      let description = RandomDescription(seed: seed, options).description
      // What is null is left out, and so is what is empty without it.
      expectSame(description, isAgain: !hasNulls)
      if !hasNulls { #expect(crossed(description).description == description) }
    }
  }

  @Test func `of a large tree is as that of the calls`() {
    let description = build { builder in
      builder.node("screen", "s") { builder in
        for index in 0..<9_990 {
          builder.node(index.isMultiple(of: 3) ? "link" : "text", index.isMultiple(of: 3) ? "n\(index)" : "") {
            $0.set("label", index.isMultiple(of: 7) ? "Zoë \(index)" : "Something \(index)")
            $0.set("style", index.isMultiple(of: 5) ? "body" : "caption")
          }
        }
      }
    }
    expectSame(description)
  }

  /// A provider that is newer than its host says in words what the host has no number for.
  @Test(arguments: [0, 1, 5, 12, 54])
  func `says in words what the host has no number for`(known: UInt16) {
    for seed in 0..<Effort.cases(12, thorough: 400) {
      let description = RandomDescription(seed: seed).description
      let writer = FlatWriter(description, knownKinds: min(known, 20), knownNames: known)
      var bytes = [UInt8](repeating: 0, count: writer.size)
      unsafe bytes.withUnsafeMutableBytes { unsafe writer.write(to: $0.baseAddress!) }
      let made = InterfaceDescription(flatBytes: bytes)
      #expect(made.buildFailure == nil, "\(String(describing: made.buildFailure))")
      #expect(made.arena.hasSameBytes(as: called(description).arena))
      #expect(known == 0 || bytes.count >= description.flatBytes.count)
    }
  }

  // MARK: - Whatever is refused

  private static let broken = BrokenDescriptions.all.filter { $0.calls.flatMap(FlatScript.init) != nil }

  @Test(arguments: broken)
  func `is refused for what the calls are refused for, at the same place`(row: BrokenDescription) throws {
    let script = try #require(FlatScript(row.calls ?? []))
    #expect(row.found(in: InterfaceDescription(flatBytes: script.bytes)) == row.findings)
  }

  @Test func `is there for nearly all that can be broken`() {
    // What is never ended or closed, what is only of C, and what is damaged cannot be written.
    let rows = BrokenDescriptions.all.filter { $0.calls != nil }
    #expect(rows.count - Self.broken.count < 14)
  }

  /// Calls that break one rule of the builder each, in every place that the layout has for it.
  @Test(arguments: HostileCalls.all)
  func `of hostile calls is taken or refused as by the builder`(row: HostileCalls) throws {
    let script = try #require(FlatScript(row.calls))
    let flat = InterfaceDescription(flatBytes: script.bytes)
    let called = build { $0.make(row.calls) }
    #expect(flat.buildFailure == called.buildFailure)
    #expect(flat.buildFailure?.code == row.code)
    if flat.buildFailure == nil { #expect(flat.arena.hasSameBytes(as: called.arena)) }
  }

  /// Any text at any place, in any company: the fast way through plain nodes is no other way.
  @Test(arguments: 0..<Effort.cases(40, thorough: 1000, watched: 10))
  func `of calls made at random is taken or refused as by the builder`(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let calls = HostileCalls.random(using: &random)
    let script = try #require(FlatScript(calls))
    var limits = InterfaceLimits.standard
    if seed.isMultiple(of: 3) { (limits.nodes, limits.values) = (9, 16) }
    if seed.isMultiple(of: 5) { (limits.depth, limits.totalText) = (4, 400) }
    var flat = ArenaBuilder(limits: limits)
    var called = ArenaBuilder(limits: limits)
    let bytes = script.bytes
    let isTaken = unsafe bytes.withUnsafeBytes { unsafe flat.build(flat: $0) }
    called.make(calls)
    let (one, other) = (flat.finish(), called.finish())
    #expect(one.buildFailure == other.buildFailure)
    #expect(isTaken == (other.buildFailure == nil))
    if isTaken { #expect(one.arena.hasSameBytes(as: other.arena)) }
  }

  @Test func `stands for the whole description`() {
    let bytes = Gallery.screens[0].interface.flatBytes
    let before: [[BuilderCall]] = [
      [.begin("screen", id: "s")], [.set("x", .scalar(.int(1)))], [.open(.map, "x")],
      [.begin("screen", id: "s"), .end],
    ]
    for calls in before {
      var builder = ArenaBuilder()
      builder.make(calls)
      let isTaken = unsafe bytes.withUnsafeBytes { unsafe builder.build(flat: $0) }
      #expect(!isTaken)
      #expect(builder.finish().buildFailure?.code == .badFlatForm)
      // After it, every other call is one too many.
      builder.reset()
      let isTakenAlone = unsafe bytes.withUnsafeBytes { unsafe builder.build(flat: $0) }
      #expect(isTakenAlone)
      builder.make(calls)
      #expect(builder.finish().buildFailure != nil)
    }
    var builder = ArenaBuilder()
    _ = unsafe bytes.withUnsafeBytes { unsafe builder.build(flat: $0) }
    _ = unsafe bytes.withUnsafeBytes { unsafe builder.build(flat: $0) }
    #expect(builder.failure?.diagnostic.code == .badFlatForm)
  }

  // MARK: - Numbers

  /// What was released once stays: a new name is appended here.
  @Test func `has the numbers that were frozen`() {
    #expect(
      NodeKind.allCases.map(\.name).joined(separator: " ") == """
        stack grid group list item divider spacer screen tabs navigation presented text code image field toggle choice \
        button link progress banner table row chart secret
        """)
    #expect(
      PropertyName.allCases.map(\.name).joined(separator: " ") == """
        action align all alt any aspect asset axis badge busy checked collapsed columns confirm content deadline \
        decorative dir enabled fallback fallbackText filled hidden hint icon id initialFocus input label labelHidden \
        labels lang lines live max media message min minColumns multiple name not options payload placeholder \
        primaryAction progress qr requires rule rules schema scope secret selected sends severity source step style \
        text title total unit url valid validates value values visible weight
        """)
  }
}

extension InterfaceDescription {
  /// The flat form that the kit writes.
  var flatBytes: [UInt8] {
    let writer = FlatWriter(self)
    return unsafe [UInt8](unsafeUninitializedCapacity: writer.size) { buffer, count in
      if let start = buffer.baseAddress { unsafe writer.write(to: UnsafeMutableRawPointer(start)) }
      count = writer.size
    }
  }

  /// Takes a flat form that stands at the end of its own memory, not aligned, so that a sanitizer sees whoever reads on.
  init(flatBytes: [UInt8]) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: flatBytes.count + 1, alignment: 8)
    defer { unsafe memory.deallocate() }
    unsafe UnsafeMutableRawBufferPointer(rebasing: memory[1...]).copyBytes(from: flatBytes)
    unsafe self.init(flat: UnsafeRawBufferPointer(rebasing: memory[1...]))
  }
}
