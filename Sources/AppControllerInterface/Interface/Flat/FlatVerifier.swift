/// Reads the flat form in one pass, and makes the equivalent calls to a builder.
///
/// The layout is checked here. Text, limits, names and defaults are checked by the builder, so that a description is
/// refused for the same reason and at the same place in every form. The bytes are a copy that is not written to
/// meanwhile.
@safe
struct FlatVerifier: ~Copyable {
  /// The positions of the text and of the elements of a value of the current owner.
  private struct Place: BitwiseCopyable {
    var text: UInt32
    var elements: UInt32
  }

  /// Consecutive values of one map, list or owner.
  private struct Run: BitwiseCopyable {
    var next: UInt32
    var end: UInt32
  }

  private let header: FlatHeader
  private let nodes: UnsafeRawPointer
  private let values: UnsafeRawPointer
  private let text: UnsafeRawPointer

  /// The number of values, and of bytes of text, that have been used.
  private var usedValues = 0
  private var usedText = 0
  /// The places of the values of an owner with maps or lists, which are used in another order than they are stored in.
  private var places = ScratchArray<Place>()
  /// The remaining parts of the runs around the current one, outermost first.
  private var runs = ScratchArray<Run>()
  /// Whether the next node is the fallback of the one before it.
  private var expectsFallback = false
  /// The depths at which the open node is a fallback, one bit each.
  private var fallbacks: UInt64 = 0
  /// The number of open nodes.
  private var depth = 0

  /// Checks the header; returns `nil` after reporting an invalid one to the builder.
  init?(_ bytes: UnsafeRawBufferPointer, builder: inout ArenaBuilder) {
    guard bytes.count <= FlatHeader.sizeLimit else {
      _ = builder.tooLarge(bytes.count)
      return nil
    }
    guard let start = bytes.baseAddress, bytes.count >= FlatHeader.size else {
      _ = builder.damaged("it has \(bytes.count) bytes, and its header alone \(FlatHeader.size)")
      return nil
    }
    let header = unsafe start.loadUnaligned(as: FlatHeader.self)
    guard header.magic == FlatHeader.magic, header.reserved == 0 else {
      _ = builder.damaged("it does not begin with its magic number, or what is reserved is not 0")
      return nil
    }
    guard Int(header.size) == bytes.count, header.countedSize == bytes.count else {
      _ = builder.damaged(
        "it says \(header.size) bytes, its counts make \(header.countedSize), and it has \(bytes.count)")
      return nil
    }
    self.header = header
    unsafe nodes = start + FlatHeader.size
    unsafe values = nodes + FlatNode.size * Int(header.nodeCount)
    unsafe text = values + FlatValue.size * Int(header.valueCount)
  }
}

// MARK: - Nodes

extension FlatVerifier {
  /// Makes the calls to the builder.
  ///
  /// - Returns: Whether the builder accepted all of them, and no bytes are left.
  mutating func build(_ builder: inout ArenaBuilder) -> Bool {
    guard takeValues(Int(header.documentValueCount), ofNode: false, &builder) else { return false }
    let count = Int(header.nodeCount)
    for index in 0..<count {
      let node = self.node(index)
      let isLeaf = index + 1 == count || self.node(index + 1).depth <= node.depth
      guard takeNode(node, isLeaf: isLeaf, &builder) else { return false }
    }
    if expectsFallback { return builder.damaged("no node follows the value of the fallback") }
    guard end(to: 0, &builder) else { return false }
    let (values, text) = (Int(header.valueCount) - usedValues, Int(header.textSize) - usedText)
    return values == 0 && text == 0 || builder.damaged("\(values) values and \(text) bytes of text are unused")
  }

  private mutating func takeNode(_ node: FlatNode, isLeaf: Bool, _ builder: inout ArenaBuilder) -> Bool {
    let isFallback = expectsFallback
    let outer = Int(node.depth)
    guard outer <= depth, !isFallback || outer == depth else {
      return builder.damaged(
        "a node has depth \(outer); \(isFallback ? "the fallback has" : "it has at most") \(depth)")
    }
    guard end(to: outer, &builder) else { return false }
    if !isFallback, takePlain(node, isLeaf: isLeaf, &builder) { return true }
    if builder.isPoisoned { return false }
    if isFallback {
      guard builder.open(.map, .fallback) else { return false }
      fallbacks |= 1 << UInt64(depth)
      expectsFallback = false
    }
    guard let texts = takeText(Int(node.kindSize) + Int(node.idSize)) else {
      return builder.damaged("the kind and the id of a node are longer than the text that is left")
    }
    let kindSize = Int(node.kindSize)
    let id = unsafe bytes(texts + kindSize, Int(node.idSize)).span
    if let kind = NodeKind(rawValue: node.kind) {
      guard kindSize == 0 else { return builder.damaged("a node has a number and a text for its kind") }
      guard builder.begin(kind, id: id) else { return false }
    } else {
      guard node.kind == 0 else { return builder.damaged("\(node.kind) is no number of a kind") }
      guard unsafe builder.begin(kindName: bytes(texts, kindSize).span, id: id) else { return false }
    }
    depth += 1
    return takeValues(Int(node.valueCount), ofNode: true, &builder)
  }

  /// Takes a node that has no values but texts, which are plain and in the order of their names, as in most nodes.
  ///
  /// It is equivalent to the separate calls. If one of those would take a special path (a text that needs a closer
  /// check, a property at its default, a limit, a fault), nothing is taken and the caller makes the separate calls.
  ///
  /// - Returns: Whether the node was taken; if not, nothing has changed.
  private mutating func takePlain(_ node: FlatNode, isLeaf: Bool, _ builder: inout ArenaBuilder) -> Bool {
    let (count, firstValue) = (Int(node.valueCount), usedValues)
    guard let kind = NodeKind(rawValue: node.kind), node.kindSize == 0,
      count <= Int(header.valueCount) - firstValue, builder.hasRoom(forNodeWith: count), builder.settleNode()
    else { return false }
    let (limits, start) = (builder.limits, builder.values.count)
    let textStart = builder.text.count
    var size = Int(node.idSize)
    var last: UInt8 = 0
    var isPlain = size <= limits.id
    var index = firstValue
    while isPlain, index < firstValue + count {
      let value = value(index)
      let length = Int(value.size)
      index += 1
      guard value.tag == FlatValue.Tag.text.rawValue, value.keySize == 0, value.reserved == 0, value.bits == 0,
        let name = PropertyName(rawValue: value.name), name != .id, name.rawValue > last, length <= limits.label,
        size + length <= Int(header.textSize) - usedText
      else {
        isPlain = false
        break
      }
      let text = unsafe bytes(usedText + size, length).span
      // Two texts must not share a character, because they are checked in one piece.
      isPlain =
        (length == 0 || text[0] & 0xC0 != 0x80)
        && !(name.hasDefaultText && BuildFrame(.node, nodeKind: kind).isDefault(text, of: name))
      builder.values.append(ValueRecord(name, TextRange(offset: UInt32(textStart + size), length: UInt32(length))))
      last = name.rawValue
      size += length
    }
    guard isPlain, size <= Int(header.textSize) - usedText, size <= limits.totalText - builder.receivedText,
      TextIntake.appendPlain(unsafe bytes(usedText, size).span, to: &builder.text)
    else {
      builder.values.truncate(to: start)
      return false
    }
    builder.appendNode(
      kind, id: TextRange(offset: node.idSize == 0 ? 0 : UInt32(textStart), length: UInt32(node.idSize)),
      firstValue: start, size: size, isOpen: !isLeaf)
    usedValues += count
    usedText += size
    if !isLeaf { depth += 1 }
    return true
  }

  /// Ends the open nodes that are deeper than a depth.
  private mutating func end(to outer: Int, _ builder: inout ArenaBuilder) -> Bool {
    while depth > outer {
      guard builder.end() else { return false }
      depth -= 1
      let bit: UInt64 = 1 << UInt64(depth)
      if fallbacks & bit != 0 {
        guard builder.close() else { return false }
        fallbacks &= ~bit
      }
    }
    return true
  }
}

// MARK: - Values

extension FlatVerifier {
  /// Takes the values of the document or of a node.
  private mutating func takeValues(_ count: Int, ofNode isNode: Bool, _ builder: inout ArenaBuilder) -> Bool {
    let first = usedValues
    guard count <= Int(header.valueCount) - first else {
      return builder.damaged("\(count) values are more than the \(Int(header.valueCount) - first) that are left")
    }
    for index in first..<first + count where value(index).elementCount > 0 {
      return takeTree(count, ofNode: isNode, &builder)
    }
    usedValues = first + count
    for index in first..<first + count {
      let value = value(index)
      guard let texts = takeText(value.textSize) else {
        return builder.damaged("a text is longer than what is left of the text")
      }
      guard make(value, at: texts, isProperty: isNode, &builder) else { return false }
      if value.elementCount == 0, value.isContainer, !builder.close() { return false }
    }
    return true
  }

  /// Takes the values of an owner that has maps or lists: finds the positions of the texts and elements level by level,
  /// and then makes the calls from the outside in.
  private mutating func takeTree(_ count: Int, ofNode isNode: Bool, _ builder: inout ArenaBuilder) -> Bool {
    let first = usedValues
    var end = first + count
    places.truncate(to: 0)
    var index = first
    while index < end {
      let value = value(index)
      places.append(Place(text: UInt32(usedText), elements: UInt32(end)))
      guard takeText(value.textSize) != nil else {
        return builder.damaged("a text is longer than what is left of the text")
      }
      guard value.elementCount <= Int(header.valueCount) - end else {
        return builder.damaged(
          "\(value.elementCount) elements are more than the \(Int(header.valueCount) - end) values that are left")
      }
      end += value.elementCount
      index += 1
    }
    usedValues = end

    runs.truncate(to: 0)
    var run = Run(next: UInt32(first), end: UInt32(first + count))
    while true {
      if run.next == run.end {
        if runs.isEmpty { return true }
        guard builder.close() else { return false }
        run = runs.last
        runs.removeLast()
        continue
      }
      let (value, place) = (value(Int(run.next)), places[Int(run.next) - first])
      run.next += 1
      guard make(value, at: Int(place.text), isProperty: isNode && runs.isEmpty, &builder) else {
        return false
      }
      if value.isContainer {
        runs.append(run)
        run = Run(next: place.elements, end: place.elements + UInt32(value.elementCount))
      }
    }
  }

  /// Makes the call for one value; a map or list is open afterwards.
  @inline(__always)
  private mutating func make(
    _ value: FlatValue, at start: Int, isProperty: Bool, _ builder: inout ArenaBuilder
  ) -> Bool {
    let name = PropertyName(rawValue: value.name)
    guard value.reserved == 0, name == nil ? value.name == 0 : value.keySize == 0 else {
      return builder.damaged("the value has an unknown number as its name, two names, or something in what is reserved")
    }
    guard let tag = FlatValue.Tag(rawValue: value.tag) else {
      return builder.damaged("\(value.tag) is no tag of a value")
    }
    let key = unsafe bytes(start, Int(value.keySize)).span
    switch tag {
    case .text, .map, .list:
      guard value.bits == 0 else { return builder.damaged("a text, a map or a list has bits, which are 0") }
    case .int, .double:
      guard value.size == 0 else { return builder.damaged("a number has a size, which is 0") }
    case .no, .yes, .node:
      guard value.size == 0, value.bits == 0 else { return builder.damaged("a boolean or a node has a size or bits") }
    }
    switch tag {
    case .text:
      let string = unsafe bytes(start + Int(value.keySize), Int(value.size)).span
      if let name { return builder.set(name, string: string) }
      return builder.set(key: key, string: string)
    case .no, .yes:
      if let name { return builder.set(name, bool: tag == .yes) }
      return builder.set(key: key, .bool(tag == .yes))
    case .int:
      if let name { return builder.set(name, int: Int64(bitPattern: value.bits)) }
      return builder.set(key: key, .int(Int64(bitPattern: value.bits)))
    case .double:
      if let name { return builder.set(name, double: Double(bitPattern: value.bits)) }
      return builder.set(key: key, .double(Double(bitPattern: value.bits)))
    case .map, .list:
      if let name { return builder.open(tag == .map ? .map : .list, name) }
      return builder.open(tag == .map ? .map : .list, key: key)
    case .node:
      guard isProperty, name == .fallback || name == nil && key.equals("fallback") else {
        return builder.damaged("a node stands where no fallback can")
      }
      // The builder gets the fallback with its node, after the other properties.
      if expectsFallback { return builder.open(.map, .fallback) && builder.close() && builder.open(.map, .fallback) }
      expectsFallback = true
      return true
    }
  }

  private func node(_ index: Int) -> FlatNode {
    unsafe nodes.loadUnaligned(fromByteOffset: FlatNode.size * index, as: FlatNode.self)
  }

  private func value(_ index: Int) -> FlatValue {
    unsafe values.loadUnaligned(fromByteOffset: FlatValue.size * index, as: FlatValue.self)
  }

  /// The range of the next bytes of text; `nil` when there are not enough.
  private mutating func takeText(_ size: Int) -> Int? {
    guard size <= Int(header.textSize) - usedText else { return nil }
    defer { usedText += size }
    return usedText
  }

  private func bytes(_ start: Int, _ count: Int) -> UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: (text + start).assumingMemoryBound(to: UInt8.self), count: count)
  }
}
