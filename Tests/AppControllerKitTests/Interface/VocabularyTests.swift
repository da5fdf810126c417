import AppControllerInterface
import AppControllerKit
import Testing

@Suite struct `The vocabulary` {
  @Test func `finds every kind and property by its name, and nothing else`() {
    #expect(NodeKind.allCases.count == 25)
    for kind in NodeKind.allCases { #expect(NodeKind(name: kind.name) == kind) }
    for property in PropertyName.allCases { #expect(PropertyName(utf8: property.name.utf8Span.span) == property) }
    for name in ["", "Screen", "screens", "scree", "screen ", "a name of far more than sixteen bytes"] {
      #expect(NodeKind(name: name) == nil)
      #expect(PropertyName(utf8: name.utf8Span.span) == nil)
    }
  }

  @Test func `takes no name for another that only begins or ends like it`() {
    for name in PropertyName.allCases.map(\.name) + NodeKind.allCases.map(\.name) {
      for other in [name + "\0", "\0" + name, name + name, String(name.dropFirst()), String(name.dropLast())] {
        let isKind = NodeKind.allCases.map(\.name).contains(other)
        let isProperty = PropertyName.allCases.map(\.name).contains(other)
        #expect((NodeKind(name: other) != nil) == isKind, "\(other.debugDescription)")
        #expect((PropertyName(utf8: other.utf8Span.span) != nil) == isProperty, "\(other.debugDescription)")
      }
    }
  }

  @Test func `numbers the properties in the order of their names' bytes`() {
    let names = PropertyName.allCases.map(\.name)
    #expect(names == names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    #expect(PropertyName.allCases.map(\.rawValue) == (1...UInt16(names.count)).map(\.self))
    // The builder keeps one bit for each.
    #expect(names.count < 128)
  }

  @Test func `names each diagnostic differently`() {
    let codes: [Diagnostic.Code] = [
      .emptyKind, .secondRoot, .noRoot, .unbalanced, .nodeInValue, .propertyAfterChild, .duplicateKey, .badKey,
      .badUTF8,
      .notFinite, .badBool, .badText, .badForm, .tooManyNodes, .tooDeep, .tooManyValues, .valueTooDeep,
      .textTooLong,
      .nameTooLong,
      .tooMuchText, .badID, .missingID, .duplicateID, .missingLabel, .wrongType, .misplacedProperty, .misplacedNode,
      .missingChild, .badRoot, .missingAlternative, .missingInput, .badInputName, .duplicateInput, .secretValue,
      .badOptions, .badRule, .missingAction, .badAction, .unknownInput, .badHostAction, .badCondition, .badProgress,
      .badLink, .unknownReference, .unknownChoice, .newerSchema, .unmetRequirement, .unknownKind, .missingText, .more,
    ]
    #expect(Set(codes).count == codes.count)
    #expect(codes.allSatisfy { $0.rawValue.hasPrefix("ACK1") && $0.rawValue.utf8.count == 7 })
  }
}
