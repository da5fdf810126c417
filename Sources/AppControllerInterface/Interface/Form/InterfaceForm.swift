import Glibc

/// A description as it is handed over: the records and the text of an arena, in canonical order.
///
/// A library lends one to its host, and a process sends one to another. Every offset is the sum of the sizes before it,
/// so that parts cannot overlap, be shared or form a cycle. `Docs/ProviderABI.md` has the layout byte by byte.
@safe
package struct InterfaceForm {
  package var nodeCount: Int
  package var valueCount: Int
  package var textSize: Int
  package var documentFirst: Int
  package var documentCount: Int
  /// The records and the text, of any alignment, in memory that may be written to meanwhile.
  package var nodes: UnsafeRawPointer?
  package var values: UnsafeRawPointer?
  package var text: UnsafeRawPointer?

  package init(
    nodeCount: Int, valueCount: Int, textSize: Int, documentFirst: Int, documentCount: Int,
    nodes: UnsafeRawPointer?, values: UnsafeRawPointer?, text: UnsafeRawPointer?
  ) {
    (self.nodeCount, self.valueCount, self.textSize) = (nodeCount, valueCount, textSize)
    (self.documentFirst, self.documentCount) = (documentFirst, documentCount)
    unsafe (self.nodes, self.values, self.text) = unsafe (nodes, values, text)
  }
}

// MARK: - Receiving

extension InterfaceForm {
  private var refusal: BuildFailure? {
    let limits = InterfaceLimits.standard
    if nodeCount == 0 { return BuildFailure(.misuse, .noRoot, path: "$", "the description has no root node") }
    if nodeCount > limits.nodes {
      return BuildFailure(.limit, .tooManyNodes, path: "$", "there are more than \(limits.nodes) nodes: \(nodeCount)")
    }
    if valueCount > limits.values {
      return BuildFailure(
        .limit, .tooManyValues, path: "$", "there are more than \(limits.values) property values: \(valueCount)")
    }
    if textSize > limits.totalText {
      return BuildFailure(
        .limit, .tooMuchText, path: "$", "there are more than \(limits.totalText) bytes of text in all: \(textSize)")
    }
    if unsafe nodes == nil || valueCount > 0 && values == nil || textSize > 0 && text == nil {
      return BuildFailure(.misuse, .badForm, path: "$", "the form has no pointer to its nodes, its values or its text")
    }
    return nil
  }

  /// Takes a copy of the form, and checks it.
  package func received() -> Result<InterfaceDescription, BuildFailure> { received(numbers: .first) }

  func received(numbers: FormNumbers) -> Result<InterfaceDescription, BuildFailure> {
    if let refusal { return .failure(refusal) }
    let nodes = unsafe [NodeRecord](count: nodeCount, copying: nodes)
    let values = unsafe [ValueRecord](count: valueCount, copying: values)
    var text = unsafe [UInt8](count: textSize, copying: text)
    var hasNumbersAsText = false
    let verdict = unsafe nodes.withUnsafeBufferPointer { nodes in
      unsafe values.withUnsafeBufferPointer { values in
        unsafe text.withUnsafeMutableBufferPointer { text in
          var verifier = unsafe FormVerifier(nodes: nodes, values: values, text: text, numbers: numbers)
          defer { hasNumbersAsText = verifier.hasNumbersAsText }
          return verifier.verify(documentFirst: documentFirst, documentCount: documentCount)
        }
      }
    }
    return verdict.flatMap { firstRepair in
      let arena = Arena(
        nodes: nodes, values: values, text: text, documentValues: documentFirst..<documentFirst + documentCount,
        isCanonical: true, firstRepair: firstRepair)
      return hasNumbersAsText ? ArenaBuilder.rebuilt(arena) : .success(InterfaceDescription(arena: arena))
    }
  }

  /// Takes a copy of the form for another process, which checks it.
  package func passedOn() -> Result<InterfaceDescription, BuildFailure> {
    if let refusal { return .failure(refusal) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(FormHeader.size + wireSize)
    unsafe withUnsafeBytes(of: FormHeader(self)) { unsafe bytes.append(contentsOf: $0) }
    unsafe parts.forEach { unsafe bytes.append(contentsOf: $0) }
    return .success(InterfaceDescription(passedOn: bytes))
  }

  /// In bytes.
  fileprivate var wireSize: Int {
    nodeCount * MemoryLayout<NodeRecord>.size + valueCount * MemoryLayout<ValueRecord>.size + textSize
  }

  fileprivate var parts: [UnsafeRawBufferPointer] {
    unsafe [
      UnsafeRawBufferPointer(start: nodes, count: nodeCount * MemoryLayout<NodeRecord>.size),
      UnsafeRawBufferPointer(start: values, count: valueCount * MemoryLayout<ValueRecord>.size),
      UnsafeRawBufferPointer(start: text, count: textSize),
    ]
  }
}

extension Array where Element: BitwiseCopyable {
  /// The memory may have any alignment.
  fileprivate init(count: Int, copying source: UnsafeRawPointer?) {
    unsafe self.init(unsafeUninitializedCapacity: count) { buffer, initialized in
      if let start = buffer.baseAddress, let source = unsafe source {
        unsafe memcpy(start, source, count * MemoryLayout<Element>.stride)
      }
      initialized = count
    }
  }
}

extension ArenaBuilder {
  /// Builds an arena anew by the names in it, so that each has its number.
  fileprivate static func rebuilt(_ arena: Arena) -> Result<InterfaceDescription, BuildFailure> {
    var builder = ArenaBuilder()
    builder.set(arena.documentValues, of: arena)
    builder.add(0, of: arena)
    let description = builder.finish()
    return builder.failure.map { .failure($0) } ?? .success(description)
  }

  private mutating func add(_ index: Int, of arena: Arena) {
    let (node, text) = (arena.nodes[index], arena.text)
    begin(kindName: arena.kindName(of: node).utf8Span.span, id: text.span.extracting(node.id.bounds))
    set(node.values, of: arena)
    var child = index + 1
    while child < Int(node.end) {
      if arena.nodes[child].isPropertyValue { open(.map, .fallback) }
      add(child, of: arena)
      if arena.nodes[child].isPropertyValue { close() }
      child = Int(arena.nodes[child].end)
    }
    end()
  }
}

// MARK: - Lending

extension InterfaceDescription {
  package var buildFailure: Diagnostic? { arena.failure }

  /// Lends the arena itself if nothing in it is out of order; the form is valid for the call.
  ///
  /// Kinds and names beyond those that the reader knows are given as text.
  package func withForm<Result>(
    knownKinds: UInt16 = .max, knownNames: UInt16 = .max, _ body: (InterfaceForm) -> Result
  ) -> Result {
    let isReadable = arena.isCanonical && knownKinds >= NodeKind.count && knownNames >= PropertyName.count
    let arena = isReadable ? arena : CanonicalWriter.rewritten(arena, knownKinds: knownKinds, knownNames: knownNames)
    return unsafe arena.nodes.withUnsafeBytes { nodes in
      unsafe arena.values.withUnsafeBytes { values in
        unsafe arena.text.withUnsafeBytes { text in
          unsafe body(
            InterfaceForm(
              nodeCount: arena.nodes.count, valueCount: arena.values.count, textSize: arena.text.count,
              documentFirst: arena.documentValues.lowerBound, documentCount: arena.documentValues.count,
              nodes: nodes.baseAddress, values: values.baseAddress, text: text.baseAddress))
        }
      }
    }
  }
}

// MARK: - Between processes

/// The header of a form between processes, before its nodes, its values and its text.
private struct FormHeader: BitwiseCopyable {
  static let size = 20

  var nodeCount: UInt32
  var valueCount: UInt32
  var textSize: UInt32
  var documentFirst: UInt32
  var documentCount: UInt32

  init(_ form: InterfaceForm) {
    nodeCount = UInt32(form.nodeCount)
    valueCount = UInt32(form.valueCount)
    textSize = UInt32(form.textSize)
    documentFirst = UInt32(form.documentFirst)
    documentCount = UInt32(form.documentCount)
  }
}

extension BinaryWriter {
  package mutating func interface(_ value: inout InterfaceDescription) {
    if let form = value.arena.passedOn { return put(form.span) }
    value.withForm { form in
      put(UInt32(FormHeader.size + form.wireSize))
      unsafe withUnsafeBytes(of: FormHeader(form)) { unsafe put(bytes: $0) }
      unsafe form.parts.forEach { unsafe put(bytes: $0) }
    }
  }
}

extension BinaryReader {
  /// The limits and rules are those for a loaded library; a description that is refused contains the failure.
  package mutating func interface(_ value: inout InterfaceDescription) throws(CodingFault) {
    let form = try takeBytes(atMost: bytes.count)
    switch unsafe form.withUnsafeBytes({ unsafe InterfaceForm($0)?.received() }) {
    case nil: throw CodingFault("has \(form.count) bytes, and its form another size")
    case .success(let description)?: value = description
    case .failure(let failure)?: value = InterfaceDescription(failure: failure.diagnostic)
    }
  }
}

extension InterfaceForm {
  /// `nil` if the counts make another size.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress, bytes.count >= FormHeader.size else { return nil }
    let header = unsafe bytes.loadUnaligned(as: FormHeader.self)
    unsafe self.init(
      nodeCount: Int(header.nodeCount), valueCount: Int(header.valueCount), textSize: Int(header.textSize),
      documentFirst: Int(header.documentFirst), documentCount: Int(header.documentCount), nodes: nil, values: nil,
      text: nil)
    guard FormHeader.size + wireSize == bytes.count else { return nil }
    unsafe nodes = start + FormHeader.size
    unsafe values = start + FormHeader.size + nodeCount * MemoryLayout<NodeRecord>.size
    unsafe text = start + bytes.count - textSize
  }
}
