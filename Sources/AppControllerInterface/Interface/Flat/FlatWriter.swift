/// Writes an arena as the flat form, which has the same content without its nulls.
///
/// Everything is copied once, into memory of exactly the needed size; consecutive text is copied together.
@safe
package struct FlatWriter: ~Copyable {
  /// The total size in bytes.
  package var size: Int { header.countedSize }

  private let arena: Arena
  private var header: FlatHeader
  /// The highest numbers that the reader knows; for higher ones the name is written as text.
  private let knownKinds: UInt8
  private let knownNames: UInt8

  /// Computes the size of the flat form.
  ///
  /// - Parameters:
  ///   - description: A description that could be built.
  ///   - knownKinds: The number of kinds that the reader knows.
  ///   - knownNames: The number of names that the reader knows.
  package init(_ description: InterfaceDescription, knownKinds: UInt16 = .max, knownNames: UInt16 = .max) {
    arena = description.arena
    self.knownKinds = UInt8(clamping: knownKinds)
    self.knownNames = UInt8(clamping: knownNames)
    var (valueCount, textSize, documentValueCount) = (0, 0, 0)
    header = FlatHeader(size: 0, nodeCount: 0, valueCount: 0, textSize: 0, documentValueCount: 0)
    for value in arena.values where value.tag != .null {
      valueCount += 1
      textSize += keySize(of: value) + (value.tag == .string ? Int(value.text.length) : 0)
    }
    for node in arena.nodes { textSize += kindSize(of: node) + Int(node.idLength) }
    for index in arena.documentValues where arena.values[index].tag != .null { documentValueCount += 1 }
    header.nodeCount = UInt32(arena.nodes.count)
    header.valueCount = UInt32(valueCount)
    header.textSize = UInt32(textSize)
    header.documentValueCount = UInt32(documentValueCount)
    header.size = UInt32(size)
  }

  fileprivate func kindCode(of node: NodeRecord) -> UInt8 {
    node.kind <= knownKinds ? node.kind : 0
  }

  fileprivate func nameCode(of value: ValueRecord) -> UInt8 {
    value.name <= knownNames ? value.name : 0
  }

  fileprivate func kindSize(of node: NodeRecord) -> Int {
    if kindCode(of: node) != 0 { return 0 }
    return unsafe node.kind == 0 ? Int(node.kindLength) : ImmortalNames.kinds[node.kind].count
  }

  fileprivate func keySize(of value: ValueRecord) -> Int {
    if nameCode(of: value) != 0 { return 0 }
    return unsafe value.name == 0 ? Int(value.keyLength) : ImmortalNames.properties[value.name].count
  }

  /// Writes the flat form.
  ///
  /// - Parameter memory: Memory of ``size`` bytes, of any alignment.
  package func write(to memory: UnsafeMutableRawPointer) {
    unsafe memory.storeBytes(of: header, as: FlatHeader.self)
    unsafe arena.nodes.withUnsafeBufferPointer { nodes in
      unsafe arena.values.withUnsafeBufferPointer { values in
        unsafe arena.text.withUnsafeBytes { text in
          var output = unsafe FlatOutput(memory, header, values: values, text: text)
          output.writeValues(arena.documentValues, by: self)
          for index in 0..<nodes.count { output.write(unsafe nodes[index], at: index, by: self) }
          output.finish()
        }
      }
    }
  }
}

/// The output of a flat form: three parts, each with its own write position.
@safe
private struct FlatOutput: ~Copyable {
  private let nodes: UnsafeMutableRawPointer
  private var nextValue: UnsafeMutableRawPointer
  private var nextText: UnsafeMutableRawPointer
  private let firstText: UnsafeMutableRawPointer
  private let end: UnsafeMutableRawPointer
  private let values: UnsafeBufferPointer<ValueRecord>
  private let text: UnsafeRawBufferPointer
  /// The text that was put but not copied yet; text that follows directly in the arena is copied together with it.
  private var gathered = 0..<0
  /// The elements of maps and lists that are yet to be written, in order.
  private var runs = ScratchArray<TextRange>()

  init(
    _ memory: UnsafeMutableRawPointer, _ header: FlatHeader, values: UnsafeBufferPointer<ValueRecord>,
    text: UnsafeRawBufferPointer
  ) {
    unsafe nodes = memory + FlatHeader.size
    unsafe nextValue = nodes + FlatNode.size * Int(header.nodeCount)
    unsafe firstText = nextValue + FlatValue.size * Int(header.valueCount)
    unsafe nextText = firstText
    unsafe end = memory + header.countedSize
    unsafe self.values = values
    unsafe self.text = text
  }

  mutating func write(_ node: NodeRecord, at index: Int, by writer: borrowing FlatWriter) {
    let kind = writer.kindCode(of: node)
    let kindSize = kind == 0 ? writer.kindSize(of: node) : 0
    if kind == 0 { unsafe put(node.kindName, orName: node.kind == 0 ? nil : ImmortalNames.kinds[node.kind]) }
    put(node.id.bounds)
    let count = writeValues(node.values, by: writer)
    let parent = unsafe nodes + FlatNode.size * Int(node.parent)
    // A node that is nested deeper than any builder accepts is refused before its depth matters.
    let depth = unsafe index == 0 ? 0 : max(1, parent.loadUnaligned(as: FlatNode.self).depth &+ 1)
    let record = FlatNode(
      kind: kind, depth: depth, kindSize: UInt8(kindSize), idSize: UInt8(node.idLength), valueCount: UInt32(count))
    unsafe nodes.storeBytes(of: record, toByteOffset: FlatNode.size * index, as: FlatNode.self)
  }

  /// Writes the values of an owner, level by level.
  ///
  /// - Returns: The number of its own values.
  @discardableResult
  mutating func writeValues(_ own: Range<Int>, by writer: borrowing FlatWriter) -> Int {
    let count = writeRun(own, by: writer)
    if runs.isEmpty { return count }
    var next = 0
    while next < runs.count {
      writeRun(runs[next].bounds, by: writer)
      next += 1
    }
    runs.truncate(to: 0)
    return count
  }

  @discardableResult
  private mutating func writeRun(_ run: Range<Int>, by writer: borrowing FlatWriter) -> Int {
    var count = 0
    for index in run {
      let value = unsafe values[index]
      guard let tag = FlatValue.Tag(value) else { continue }
      let name = writer.nameCode(of: value)
      var record = FlatValue(name: name, tag: tag.rawValue, keySize: 0)
      if name == 0 {
        record.keySize = UInt8(writer.keySize(of: value))
        unsafe put(value.key, orName: value.name == 0 ? nil : ImmortalNames.properties[value.name])
      }
      switch tag {
      case .text:
        record.size = value.text.length
        put(value.text.bounds)
      case .map, .list:
        let size = elementCount(of: value)
        record.size = UInt32(size)
        if size > 0 { runs.append(value.text) }
      case .int, .double: record.bits = value.payload
      case .no, .yes, .node: break
      }
      unsafe nextValue.storeBytes(of: record, as: FlatValue.self)
      unsafe nextValue += FlatValue.size
      count += 1
    }
    return count
  }

  private func elementCount(of value: ValueRecord) -> Int {
    var count = 0
    for index in value.elements where unsafe values[index].tag != .null { count += 1 }
    return count
  }

  private mutating func put(_ range: TextRange, orName name: UnsafeBufferPointer<UInt8>?) {
    guard let name = unsafe name else { return put(range.bounds) }
    flush()
    unsafe copy(UnsafeRawBufferPointer(name))
  }

  private mutating func put(_ range: Range<Int>) {
    if range.lowerBound == gathered.upperBound {
      gathered = gathered.lowerBound..<range.upperBound
    } else if !range.isEmpty {
      flush()
      gathered = range
    }
  }

  private mutating func flush() {
    unsafe copy(UnsafeRawBufferPointer(rebasing: text[gathered]))
    gathered = 0..<0
  }

  private mutating func copy(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    unsafe nextText.copyMemory(from: start, byteCount: bytes.count)
    unsafe nextText += bytes.count
  }

  mutating func finish() {
    flush()
    let isWhole = unsafe nextValue == firstText && nextText == end
    precondition(isWhole, "an arena has values that belong to nothing")
  }
}

extension FlatValue.Tag {
  /// The tag of a value; `nil` for a null, which is not written.
  @inline(__always)
  fileprivate init?(_ value: ValueRecord) {
    switch value.tag {
    case .null: return nil
    case .bool: self = value.bool ? .yes : .no
    case .int: self = .int
    case .double: self = .double
    case .string: self = .text
    case .map: self = .map
    case .list: self = .list
    case .node: self = .node
    }
  }
}
