import AppControllerJSON
import AppControllerKit
import TestSupport
import Testing

@Suite struct `Encoding a description` {
  private func read(_ text: String) throws(AppControllerError) -> InterfaceDescription {
    try InterfaceDescription(json: Array(text.utf8))
  }

  @Test(arguments: 0..<Effort.cases(100))
  func `and reading it is the identity`(seed: Int) throws {
    let made = RandomDescription(seed: seed).description
    #expect(made.buildFailure == nil)
    let json = JSONRenderer().render(made)
    let copy = try read(json)
    #expect(copy == made)
    #expect(JSONRenderer().render(copy).utf8.elementsEqual(json.utf8))
    #expect(try read(JSONRenderer(pretty: true).render(made)) == made)
  }

  @Test(arguments: 0..<Effort.cases(100))
  func `is canonical, in whatever order it was said`(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let tree = RandomDescription(using: &generator)
    let json = JSONRenderer().render(tree.description)
    let shuffled = JSONRenderer().render(tree.shuffled(using: &generator).description)
    #expect(shuffled.utf8.elementsEqual(json.utf8))
    // Nothing but what has to be: names in the order of their bytes, and no space between the words.
    let value = try JSONReader.read(Array(json.utf8), limits: .init(bytes: 1 << 24))
    #expect(value.isSorted)
    var writer = JSONWriter()
    writer.write(value)
    #expect(writer.bytes.elementsEqual(json.utf8))
    // The members of the text in another order, too.
    writer = JSONWriter()
    writer.write(value.shuffled(using: &generator))
    #expect(try read(String(decoding: writer.bytes, as: UTF8.self)) == tree.description)
  }

  @Test(arguments: 0..<Effort.cases(50))
  func `survives another builder, but for nulls`(seed: Int) throws {
    let made = RandomDescription(seed: seed, .init(hasNulls: false)).description
    #expect(made.rebuilt == made)
  }
}

extension JSONValue {
  /// Whether the members of all objects stand in the order of their names' bytes.
  fileprivate var isSorted: Bool {
    switch self {
    case .null, .bool, .int, .double, .string: true
    case .array(let elements): elements.allSatisfy(\.isSorted)
    case .object(let members):
      members.allSatisfy(\.value.isSorted)
        && zip(members, members.dropFirst()).allSatisfy { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
  }

  /// The value with the members of all objects in another order.
  fileprivate func shuffled(using generator: inout SeededGenerator) -> JSONValue {
    switch self {
    case .null, .bool, .int, .double, .string: return self
    case .array(let elements):
      var shuffled: [JSONValue] = []
      for element in elements { shuffled.append(element.shuffled(using: &generator)) }
      return .array(shuffled)
    case .object(let members):
      var shuffled: [Member] = []
      for member in members { shuffled.append(Member(member.name, member.value.shuffled(using: &generator))) }
      return .object(shuffled.shuffled(using: &generator))
    }
  }
}
