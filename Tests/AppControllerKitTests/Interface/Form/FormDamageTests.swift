import TestSupport
import Testing

@testable import AppControllerInterface
@testable import AppControllerKit

/// One thing that is changed in a form that is right.
struct FormDamage: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let path: String
  let code: Diagnostic.Code
  let change: @Sendable (inout FormParts) -> Void

  init(
    _ name: String, _ path: String, code: Diagnostic.Code = .badForm,
    _ change: @escaping @Sendable (inout FormParts) -> Void
  ) {
    (testDescription, self.path, self.code, self.change) = (name, path, code, change)
  }

  /// Nodes: 0 screen, 1 button, 2 an unknown kind, 3 its fallback, 4 progress, 5 grid, 6 text in the grid.
  static let base = try? description(
    json: #"""
      {"id":"d","lang":"de","requires":{"table":1},"root":{"kind":"screen","id":"s","label":"S","children":[
        {"kind":"button","id":"b","label":"B","hint":"H","action":{"name":"go","sends":["f"],"payload":{"k":"v","l":"w"}}},
        {"kind":"gadget","id":"g","zoom":2,"ära":true,"fallback":{"kind":"text","text":"T"}},
        {"kind":"progress","label":"P","busy":true,"progress":{"value":0.5}},
        {"kind":"grid","columns":2,"children":[{"kind":"text","style":"title","text":"zwölf"}]}]}}
      """#)

  static let all: [FormDamage] = counts + nodes + values + texts

  private static let counts: [FormDamage] = [
    FormDamage("no nodes", "$", code: .noRoot) { $0.nodes = [] },
    FormDamage("a node too few", "$.root") { $0.nodes.removeLast() },
    FormDamage("a node too many", "$.root", code: .secondRoot) { $0.nodes.append($0.nodes[6]) },
    FormDamage("a value too many", "$.root.children[3].children[0]") { $0.values.append($0.values[0]) },
    FormDamage("a byte of text too many", "$.root.children[3].children[0]") { $0.text.append(0x41) },
    FormDamage("a byte of text too few", "$.root.children[3].children[0].text") { $0.text.removeLast() },
    FormDamage("a value of the document too few", "$") { $0.document = $0.document.dropLast() },
    FormDamage("the document's values one later", "$") {
      $0.document = $0.document.lowerBound + 1..<$0.document.upperBound + 1
    },
    FormDamage("the document's values beyond the end", "$") { $0.document = $0.values.count..<$0.values.count + 1 },
    FormDamage("as many values of the document as a number says", "$") { $0.document = 0..<Int(UInt32.max) },
    FormDamage("too many nodes", "$", code: .tooManyNodes) {
      $0.nodes = Array(repeating: $0.nodes[0], count: 10_001)
    },
    FormDamage("too many values", "$", code: .tooManyValues) {
      $0.values = Array(repeating: $0.values[0], count: 100_001)
    },
    FormDamage("too much text", "$", code: .tooMuchText) { $0.text = Array(repeating: 0x41, count: 1 << 20 | 1) },
  ]

  private static let nodes: [FormDamage] = [
    FormDamage("a root with a parent", "$.root") { $0.nodes[0].parent = 1 },
    FormDamage("a root that ends early", "$.root", code: .secondRoot) { $0.nodes[0].end = 6 },
    FormDamage("a root that ends late", "$.root") { $0.nodes[0].end = 8 },
    FormDamage("a root that is a fallback", "$.root") { $0.nodes[0].isPropertyValue = true },
    FormDamage("a parent that has ended", "$.root") { $0.nodes[5].parent = 4 },
    FormDamage("a parent that comes later", "$.root") { $0.nodes[1].parent = 6 },
    FormDamage("a parent that it is itself", "$.root") { $0.nodes[1].parent = 1 },
    FormDamage("an end before it", "$.root.children[0]") { $0.nodes[1].end = 1 },
    FormDamage("an end beyond its parent's", "$.root.children[3].children[0]") { $0.nodes[6].end = 8 },
    FormDamage("an end that takes its sibling", "$.root") { $0.nodes[4].end = 6 },
    FormDamage("a child that is a fallback", "$.root.fallback") { $0.nodes[1].isPropertyValue = true },
    FormDamage("a fallback that is a child", "$.root.children[1].children[0]") { $0.nodes[3].isPropertyValue = false },
    FormDamage("a flag that has no meaning", "$.root.children[0]") { $0.nodes[1].flags = 2 },
    FormDamage("a kind beyond those that are known", "$.root.children[0]") { $0.nodes[1].kind = 26 },
    FormDamage("the highest kind of all", "$.root.children[0]") { $0.nodes[1].kind = .max },
    FormDamage("a kind twice", "$.root.children[0]") { ($0.nodes[1].kindSize, $0.nodes[1].idSize) = (1, 0) },
    FormDamage("no kind", "$.root.children[3].children[0]", code: .emptyKind) { $0.nodes[6].kind = 0 },
    FormDamage("a known kind as text", "$.root.children[1]") { form in
      let start = Int(form.nodes[2].text)
      form.text.replaceSubrange(start..<start + 6, with: "button".utf8)
    },
    FormDamage("a kind of 65 bytes", "$.root.children[1]", code: .nameTooLong) { $0.nodes[2].kindSize = 65 },
    FormDamage("an id of 65 bytes", "$.root", code: .nameTooLong) { $0.nodes[0].idSize = 65 },
    FormDamage("an id beyond the text", "$.root.children[3].children[0]") { $0.nodes[6].idSize = 64 },
    FormDamage("text one earlier", "$.root.children[0]") { $0.nodes[1].text -= 1 },
    FormDamage("text one later", "$.root.children[0]") { $0.nodes[1].text += 1 },
    FormDamage("text as far as a number says", "$.root.children[0]") { $0.nodes[1].text = .max },
    FormDamage("a kind's text as far as a number says", "$.root.children[1]") { $0.nodes[2].text = .max },
    FormDamage("a value's text as far as a number says", "$.root.label") {
      $0.values[$0.value(.label, of: 0)].textOffset = .max
    },
    FormDamage("a name's text as far as a number says", "$.root.children[1]") {
      $0.values[$0.value(.fallback, of: 2) + 1].textOffset = .max
    },
    FormDamage("values as far as a number says", "$.root.children[0]") { $0.nodes[1].firstValue = .max },
    FormDamage("an end and a parent as far as a number says", "$.root") {
      ($0.nodes[1].end, $0.nodes[1].parent) = (.max, .max)
    },
    FormDamage("a map as far as a number says", "$.root.children[0].action") {
      $0.values[$0.value(.action, of: 1)].payload = .max
    },
    FormDamage("a fallback as far as a number says", "$.root.children[1].fallback") {
      $0.values[$0.value(.fallback, of: 2)].payload = .max
    },
    FormDamage("values one earlier", "$.root.children[0]") { $0.nodes[1].firstValue -= 1 },
    FormDamage("values one later", "$.root.children[0]") { $0.nodes[1].firstValue += 1 },
    FormDamage("a value too many for a node", "$.root.children[3].children[0]") { $0.nodes[6].valueCount += 1 },
    FormDamage("a value too few for a node", "$.root.children[1]") { $0.nodes[1].valueCount -= 1 },
    FormDamage("as many values as a number says", "$.root.children[0]") { $0.nodes[1].valueCount = .max },
  ]

  private static let values: [FormDamage] = [
    FormDamage("the tag 0", "$.root.label") { $0.values[$0.value(.label, of: 0)].rawTag = 0 },
    FormDamage("the tag 8", "$.root.label") { $0.values[$0.value(.label, of: 0)].rawTag = 8 },
    FormDamage("the highest tag", "$.root.label") { $0.values[$0.value(.label, of: 0)].rawTag = .max },
    FormDamage("a name beyond those that are known", "$.root") { $0.values[$0.value(.label, of: 0)].name = 72 },
    FormDamage("a known name with a text", "$.root.label") { $0.values[$0.value(.label, of: 0)].keySize = 1 },
    FormDamage("no name", "$.root", code: .badKey) { $0.values[$0.value(.label, of: 0)].name = 0 },
    FormDamage("a name that comes before the one before it", "$.root.children[0].action") { form in
      form.values[form.value(.hint, of: 1)].name = PropertyName.action.rawValue
      form.values[form.value(.action, of: 1)].name = PropertyName.hint.rawValue
    },
    FormDamage("a name twice", "$.root.children[0].hint", code: .duplicateKey) {
      $0.values[$0.value(.label, of: 1)].name = PropertyName.hint.rawValue
    },
    FormDamage("a text as a name before a number", "$.root.children[2].label") { form in
      let busy = form.value(.busy, of: 4)
      (form.values[busy].name, form.values[busy].keySize) = (0, 1)
      form.values[busy + 1].textOffset += 1
    },
    FormDamage("an id as a property", "$.root.id", code: .badKey) {
      $0.values[$0.value(.label, of: 0)].name = PropertyName.id.rawValue
    },
    FormDamage("a known name as a text", "$.root.children[1].hint") { form in
      let zoom = form.values[form.value(.fallback, of: 2) + 1]
      form.text.replaceSubrange(zoom.key.bounds, with: "hint".utf8)
    },
    FormDamage("two texts in another order", "$.root.children[1].zoom") { form in
      let zoom = form.values[form.value(.fallback, of: 2) + 1]
      form.text.replaceSubrange(zoom.key.bounds, with: "zzzz".utf8)
      form.text.replaceSubrange(form.values[form.value(.fallback, of: 2) + 2].key.bounds, with: "zoom".utf8)
    },
    FormDamage("a text as a name twice", "$.root.children[1].zoom", code: .duplicateKey) { form in
      form.text.replaceSubrange(form.values[form.value(.fallback, of: 2) + 2].key.bounds, with: "zoom".utf8)
    },
    FormDamage("what is said by nesting", "$.root.children[1].kind", code: .badKey) { form in
      let zoom = form.values[form.value(.fallback, of: 2) + 1]
      form.text.replaceSubrange(zoom.key.bounds, with: "kind".utf8)
    },
    FormDamage("a name in a list", "$.root.children[0].action.sends[0]", code: .badKey) { form in
      let sends = form.value(.sends, of: 1)
      form.values[form.values[sends].elements.lowerBound].name = PropertyName.name.rawValue
    },
    FormDamage("a number as a key of a payload", "$.root.children[0].action.payload.text") { form in
      let first = form.values[form.value(.payload, of: 1)].elements.lowerBound
      (form.values[first].name, form.values[first].keySize) = (PropertyName.text.rawValue, 0)
    },
    FormDamage("a text one earlier", "$.root.label") { $0.values[$0.value(.label, of: 0)].textOffset -= 1 },
    FormDamage("a text one later", "$.root.label") { $0.values[$0.value(.label, of: 0)].textOffset += 1 },
    FormDamage("a text with a lower half", "$.root.label") { $0.values[$0.value(.label, of: 0)].payload |= 1 },
    FormDamage("a boolean that is 2", "$.root.children[2].busy", code: .badBool) {
      $0.values[$0.value(.busy, of: 4)].payload = 2
    },
    FormDamage("a boolean that is its default", "$.root.children[2].busy") {
      $0.values[$0.value(.busy, of: 4)].payload = 0
    },
    FormDamage("a fraction as a whole number", "$.root.children[2].progress.value") {
      let value = $0.value(.value, of: 4)
      ($0.values[value].tag, $0.values[value].payload) = (.int, 1)
    },
    FormDamage("a whole number as a fraction", "$.root.children[3].columns") {
      let value = $0.value(.columns, of: 5)
      ($0.values[value].tag, $0.values[value].payload) = (.double, 2.0.bitPattern)
    },
    FormDamage("a negative zero", "$.root.children[2].progress.value") {
      $0.values[$0.value(.value, of: 4)].payload = (-0.0).bitPattern
    },
    FormDamage("a number that is none", "$.root.children[2].progress.value", code: .notFinite) {
      $0.values[$0.value(.value, of: 4)].payload = Double.nan.bitPattern
    },
    FormDamage("a map one earlier", "$.root.children[0].action") {
      $0.values[$0.value(.action, of: 1)].payload -= 1
    },
    FormDamage("a map one later", "$.root.children[0].action") { $0.values[$0.value(.action, of: 1)].payload += 1 },
    FormDamage("an entry too many", "$.root.children[0].action") {
      $0.values[$0.value(.action, of: 1)].payload += 1 << 32
    },
    FormDamage("an entry too few", "$.root.children[0]") {
      $0.values[$0.value(.action, of: 1)].payload -= 1 << 32
    },
    FormDamage("as many entries as a number says", "$.root.children[0].action") {
      $0.values[$0.value(.action, of: 1)].payload |= UInt64(UInt32.max) << 32
    },
    FormDamage("a map that is in itself", "$.root.children[0].action", code: .valueTooDeep) { form in
      let action = form.value(.action, of: 1)
      form.values[action].payload = UInt64(action) | 1 << 32
    },
    FormDamage("an empty map that is the default", "$.root.children[0].action.payload") {
      $0.values[$0.value(.payload, of: 1)].payload &= UInt64(UInt32.max)
    },
    FormDamage("a node at another property", "$.root.label", code: .nodeInValue) {
      $0.values[$0.value(.label, of: 0)].tag = .node
    },
    FormDamage("a fallback that is not the next node", "$.root.children[1].fallback") {
      $0.values[$0.value(.fallback, of: 2)].payload += 1
    },
    FormDamage("a fallback of a leaf", "$.root") { form in
      form.nodes[2].end = 3
    },
  ]

  private static let texts: [FormDamage] = [
    FormDamage("a label of 513 bytes", "$.root.label", code: .textTooLong) {
      $0.values[$0.value(.label, of: 0)].payload = 513 << 32
    },
    FormDamage("a text over 16 KiB", "$.root.children[3].children[0].text", code: .textTooLong) {
      $0.values[$0.value(.text, of: 6)].payload = (16 << 10 | 1) << 32
    },
    FormDamage("a text beyond the text", "$.root.children[3].children[0].text") {
      $0.values[$0.value(.text, of: 6)].payload += 1 << 32
    },
    FormDamage("a text that is the default", "$.root.children[3].children[0].style") { form in
      let style = form.values[form.value(.style, of: 6)]
      form.text.replaceSubrange(style.text.bounds, with: "body".utf8)
      form.values[form.value(.style, of: 6)].payload = 4 << 32
    },
    FormDamage("what is not UTF-8", "$.root.label", code: .badUTF8) {
      $0.text[$0.values[$0.value(.label, of: 0)].text.bounds.lowerBound] = 0xFF
    },
    FormDamage("half of a character", "$.root.children[3].children[0].text", code: .badUTF8) { form in
      // The other half is the first byte of the text.
      form.text[form.values[form.value(.style, of: 6)].text.bounds.upperBound] = 0xA4
    },
    FormDamage("an id that is not UTF-8", "$.root", code: .badUTF8) { $0.text[Int($0.nodes[0].text)] = 0xC3 },
    FormDamage("a kind that is not UTF-8", "$.root.children[1]", code: .badUTF8) {
      $0.text[Int($0.nodes[2].text)] = 0xC3
    },
    FormDamage("a key that is not UTF-8", "$.root.children[1].", code: .badUTF8) {
      $0.text[Int($0.values[$0.value(.fallback, of: 2) + 1].textOffset)] = 0xC3
    },
  ]
}

@Suite struct `A damaged form` {
  @Test func `differs from one that is right`() throws {
    let base = try #require(FormDamage.base)
    let form = FormParts(base)
    #expect(form.received.buildFailure == nil && form.received == base)
    #expect(form.nodes.count == 7 && form.nodes[3].isPropertyValue)
  }

  @Test(arguments: FormDamage.all)
  func `is refused by its rule, with its place`(damage: FormDamage) throws {
    var form = FormParts(try #require(FormDamage.base))
    damage.change(&form)
    let failure = form.received.buildFailure
    #expect(failure?.code == damage.code)
    #expect(failure?.path.hasPrefix(damage.path) == true, "\(String(describing: failure))")
  }

  @Test func `without its memory is refused`() throws {
    let form = FormParts(try #require(FormDamage.base))
    for missing in 0..<3 {
      let failure = form.lend { whole in
        var form = whole
        switch missing {
        case 0: unsafe form.nodes = nil
        case 1: unsafe form.values = nil
        default: unsafe form.text = nil
        }
        return form.received()
      }
      #expect(throws: BuildFailure.self) { try failure.get() }
    }
  }

  /// Whatever is changed is refused, or is what a builder makes of the same description.
  @Test(arguments: 0..<Effort.cases(30, thorough: 300, watched: 20))
  func `says something else or nothing, whatever bytes of it are wrong`(seed: Int) {
    var options = RandomDescription.Options()
    options.hasNulls = false
    let form = FormParts(RandomDescription(seed: seed, options).description)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<Effort.cases(200) {
      var changed = form
      for _ in 0..<Int.random(in: 1...3, using: &random) { changed.damage(using: &random) }
      let received = changed.received
      if received.buildFailure == nil { #expect(FormParts(received.rebuilt) == FormParts(received)) }
    }
  }
}

extension FormParts {
  /// Changes a byte somewhere.
  fileprivate mutating func damage(using random: inout SeededGenerator) {
    func change(_ bytes: UnsafeMutableRawBufferPointer) {
      guard let index = bytes.indices.randomElement(using: &random) else { return }
      let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &random)
      unsafe bytes[index] = Bool.random(using: &random) ? bytes[index] ^ bit : .random(in: 0...255, using: &random)
    }
    switch Int.random(in: 0..<8, using: &random) {
    case 0..<3: unsafe nodes.withUnsafeMutableBytes(change)
    case 3..<6: unsafe values.withUnsafeMutableBytes(change)
    default: unsafe text.withUnsafeMutableBytes(change)
    }
  }
}
