import InterfaceGallery
import TestSupport
import Testing

@testable import AppControllerInterface
@testable import AppControllerKit

@Suite struct `The form` {
  /// What is lent arrives as the same bytes, and is the same description.
  private func expectSame(_ description: InterfaceDescription, sourceLocation: SourceLocation = #_sourceLocation) {
    let form = FormParts(description)
    let received = form.received
    #expect(received.buildFailure == nil, sourceLocation: sourceLocation)
    #expect(received == description, sourceLocation: sourceLocation)
    #expect(FormParts(received) == form, sourceLocation: sourceLocation)
    // What lends itself as it stands is what would have been written anew.
    let written = CanonicalWriter.rewritten(description.arena, knownKinds: .max, knownNames: .max)
    #expect(written.hasSameBytes(as: received.arena), sourceLocation: sourceLocation)
    #expect(FormParts(description.rebuilt) == form, sourceLocation: sourceLocation)
  }

  @Test(arguments: Gallery.screens)
  func `of a screen is the screen`(screen: GalleryScreen) { expectSame(screen.interface) }

  @Test func `of anything is the same`() {
    var options = RandomDescription.Options()
    options.hasNulls = false
    for seed in 0..<Effort.cases(60, thorough: 2000) { expectSame(RandomDescription(seed: seed, options).description) }
  }

  /// What is null is left out, and so is what is empty without it.
  @Test func `of what has nulls is without them`() {
    for seed in 0..<Effort.cases(40, thorough: 1200) {
      let received = FormParts(RandomDescription(seed: seed).description).received
      #expect(received.buildFailure == nil)
      expectSame(received)
    }
  }

  @Test func `of a large tree is the same`() {
    expectSame(
      build { builder in
        builder.node("screen", "s") { builder in
          for index in 0..<9_990 {
            builder.node(index.isMultiple(of: 3) ? "link" : "text", index.isMultiple(of: 3) ? "n\(index)" : "") {
              $0.set("label", index.isMultiple(of: 7) ? "Zoë \(index)" : "Something \(index)")
              $0.set("style", index.isMultiple(of: 5) ? "body" : "caption")
            }
          }
        }
      })
  }

  /// Most descriptions are lent as they stand, and none that is not in order is.
  @Test func `is the arena itself, in whatever order the properties came`() {
    let description = InterfaceDescription("d") {
      Screen("s", title: "S") {
        Text("T", style: .heading)
        Button("b", "B", action: "go")
      }
    }
    #expect(description.arena.isCanonical)
    for screen in Gallery.screens { #expect(screen.interface.arena.isCanonical) }
    // Only what has a fallback or a null is written anew.
    var options = RandomDescription.Options()
    options.hasNulls = false
    for seed in 0..<Effort.cases(60) {
      let arena = RandomDescription(seed: seed, options).description.arena
      #expect(arena.isCanonical == !arena.nodes.contains { $0.isPropertyValue })
    }
  }

  /// A provider that is newer than its host says in words what the host has no number for.
  @Test(arguments: [0, 1, 5, 12, 54])
  func `says in words what the host has no number for`(known: UInt16) {
    for seed in 0..<Effort.cases(12, thorough: 400) {
      let description = RandomDescription(seed: seed).description
      let form = FormParts(description, knownKinds: min(known, 20), knownNames: known)
      #expect(form.nodes.allSatisfy { $0.kind <= known } && form.values.allSatisfy { $0.name <= known })
      #expect(form.text.count >= FormParts(description).text.count)
    }
  }

  /// What is newer than version 1.0 may be said in words to a host that has a number for it.
  @Test(arguments: [(0, PropertyName.count), (12, 55), (NodeKind.count, 60)] as [(UInt16, UInt16)])
  func `of later numbers in words is that of the numbers`(kind: UInt16, name: UInt16) {
    let numbers = FormNumbers(kind: kind, name: name)
    var options = RandomDescription.Options()
    options.hasNulls = false
    var count = 0
    for seed in 0..<Effort.cases(40, thorough: 1200) {
      let description = RandomDescription(seed: seed, options).description
      let form = FormParts(description, knownKinds: kind, knownNames: name)
      if form == FormParts(description) { continue }
      count += 1
      let received = form.lend { $0.received(numbers: numbers) }
      #expect((try? received.get()) == description)
      #expect(form.received.buildFailure?.code == .badForm)
    }
    #expect(count > 0)
  }

  @Test func `has no name both as a number and in words`() throws {
    var form = FormParts(try description(json: #"{"root":{"kind":"text","style":"title","xtyle":"T"}}"#))
    let place = try #require(form.values.last?.key.bounds)
    form.text.replaceSubrange(place, with: "style".utf8)
    let received = form.lend { $0.received(numbers: FormNumbers(kind: NodeKind.count, name: 59)) }
    #expect(throws: BuildFailure.self) { try received.get() }
    if case .failure(let failure) = received { #expect(failure.diagnostic.code == .duplicateKey) }
  }

  // MARK: - Repaired

  @Test(arguments: [
    ("a\u{1B}[2J\u{202E}", "a?[2J\u{FFFD}"), ("a\u{9B}\ndefg", "a??\ndefg"), ("\u{E0041}abcd", "????abcd"),
    ("Zoë \u{200D}", "Zoë \u{FFFD}"), ("one\ntwo.", "one\ntwo."), ("Zoë Zoë", "Zoë Zoë"),
  ])
  func `has the characters replaced that may not be shown, byte for byte`(sent: String, shown: String) {
    let size = sent.utf8.count
    var form = FormParts(
      InterfaceDescription("d") {
        Screen("s", title: "S") { Text(String(repeating: "x", count: size), style: .heading) }
      })
    form.text.replaceSubrange(form.text.count - size..<form.text.count, with: sent.utf8)
    let received = form.received
    #expect(received.buildFailure == nil)
    #expect(received.root.children[0].text == shown)
    #expect((received.arena.firstRepair != nil) == (sent != shown))
    #expect(received.arena.text.count == form.text.count)
    // What is repaired is repaired once.
    #expect(FormParts(received).received.arena.firstRepair == nil)
  }

  // MARK: - Refused

  /// The rows that can be written, and that a builder refuses.
  private static let broken = BrokenDescriptions.all.filter { row in
    guard let calls = row.calls, FormScript(calls) != nil else { return false }
    return build { $0.make(calls) }.buildFailure != nil
  }

  @Test(arguments: broken)
  func `is refused for what the calls are refused for, at the same place`(row: BrokenDescription) throws {
    let script = try #require(FormScript(row.calls ?? []))
    let failure = script.form.received.buildFailure
    #expect(failure?.code.rawValue == row.code)
    // A limit of the whole is looked at first.
    if row.code < "ACK1120" { #expect(row.found(in: script.form.received) == row.findings) }
  }

  @Test func `is there for most that a builder refuses`() {
    // What is never ended or closed, and what is only of C, cannot be written.
    #expect(Self.broken.count >= 10)
  }

  /// Calls that break one rule of the builder each, in every place that the layout has for it.
  @Test(arguments: HostileCalls.all)
  func `of hostile calls is taken or refused as by the builder`(row: HostileCalls) throws {
    let form = try #require(FormScript(row.calls)).form
    let called = build { $0.make(row.calls) }
    #expect(form.received.buildFailure?.code == row.code)
    #expect(called.buildFailure?.code == (row.code == .badForm ? nil : row.code))
    if row.code == nil { #expect(form.received == called) }
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
