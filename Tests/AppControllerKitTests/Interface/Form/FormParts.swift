import AppControllerInterface
import AppControllerJSON
import AppControllerKit

/// The parts of a form, to be changed one by one.
struct FormParts: Equatable {
  var nodes: [NodeRecord] = []
  var values: [ValueRecord] = []
  var text: [UInt8] = []
  var document = 0..<0

  init() {}

  /// The form that a description is lent as.
  init(_ description: InterfaceDescription, knownKinds: UInt16 = .max, knownNames: UInt16 = .max) {
    self = description.withForm(knownKinds: knownKinds, knownNames: knownNames) { form in
      var parts = FormParts()
      unsafe parts.nodes = [NodeRecord](
        UnsafeBufferPointer(start: form.nodes?.assumingMemoryBound(to: NodeRecord.self), count: form.nodeCount))
      unsafe parts.values = [ValueRecord](
        UnsafeBufferPointer(start: form.values?.assumingMemoryBound(to: ValueRecord.self), count: form.valueCount))
      unsafe parts.text = [UInt8](
        UnsafeBufferPointer(start: form.text?.assumingMemoryBound(to: UInt8.self), count: form.textSize))
      parts.document = form.documentFirst..<form.documentFirst + form.documentCount
      return parts
    }
  }

  /// Lends the parts.
  func lend<Result>(_ body: (InterfaceForm) -> Result) -> Result {
    unsafe nodes.withUnsafeBytes { nodes in
      unsafe values.withUnsafeBytes { values in
        unsafe text.withUnsafeBytes { text in
          unsafe body(
            InterfaceForm(
              nodeCount: self.nodes.count, valueCount: self.values.count, textSize: self.text.count,
              documentFirst: document.lowerBound, documentCount: document.count, nodes: nodes.baseAddress,
              values: values.baseAddress, text: text.baseAddress))
        }
      }
    }
  }

  /// What a host makes of the form.
  var received: InterfaceDescription {
    switch lend({ $0.received() }) {
    case .success(let description): description
    case .failure(let failure): InterfaceDescription(failure: failure.diagnostic)
    }
  }

  /// The index of a property of a node, or of an entry of a map in it.
  func value(_ name: PropertyName, of node: Int) -> Int {
    values.indices.first { values[$0].name == name.rawValue && nodes[node].values.contains($0) }
      ?? values.indices.last { values[$0].name == name.rawValue && $0 < nodes[node].values.lowerBound } ?? 0
  }

  static func == (left: FormParts, right: FormParts) -> Bool {
    func bytes<Record>(_ records: [Record]) -> [UInt8] { unsafe records.withUnsafeBytes { unsafe [UInt8]($0) } }
    return bytes(left.nodes) == bytes(right.nodes) && bytes(left.values) == bytes(right.values)
      && left.text == right.text && left.document == right.document
  }
}

extension InterfaceDescription {
  /// The description as a builder makes it of the same calls, in the order of the records.
  var rebuilt: InterfaceDescription {
    var builder = ArenaBuilder()
    builder.set(arena.documentValues, of: arena)
    rebuild(0, in: &builder)
    return builder.finish()
  }

  private func rebuild(_ index: Int, in builder: inout ArenaBuilder) {
    let (node, text) = (arena.nodes[index], arena.text)
    let kind = arena.kindName(of: node)
    builder.begin(kindName: kind.utf8Span.span, id: text.span.extracting(node.id.bounds))
    builder.set(node.values, of: arena)
    if let fallback = arena.value(.fallback, in: node.values), fallback.tag == .node {
      builder.open(.map, .fallback)
      rebuild(fallback.node, in: &builder)
      builder.close()
    }
    for child in arena.children(of: index) { rebuild(child, in: &builder) }
    builder.end()
  }
}
