internal import Glibc

/// An array for building: it grows, keeps its capacity for the next use, and has one owner.
///
/// An `Array` checks at each change whether its storage is shared. A builder makes several changes for every property,
/// and its storage is never shared. It allocates no memory before its first element.
@safe
package struct ScratchArray<Element: BitwiseCopyable & Sendable>: ~Copyable, Sendable {
  /// `nil` before the first element.
  @usableFromInline nonisolated(unsafe) var start: UnsafeMutablePointer<Element>?
  @usableFromInline var capacity = 0
  @usableFromInline package internal(set) var count = 0

  @inlinable package init(capacity: Int = 0) {
    unsafe start = nil
    reserve(capacity)
  }

  @inlinable deinit { release() }

  var isEmpty: Bool { count == 0 }

  /// Valid until the next change.
  @inlinable var buffer: UnsafeBufferPointer<Element> { unsafe UnsafeBufferPointer(start: start, count: count) }

  @inlinable package var exactCopy: [Element] { unsafe [Element](buffer) }

  @inlinable package subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count, "no such element")
      return unsafe elements[index]
    }
    _modify {
      precondition(index >= 0 && index < count, "no such element")
      // The pointer is not subscripted: under the thread sanitizer the compiler generates invalid code for that.
      let element = unsafe elements + index
      yield unsafe &element.pointee
    }
  }

  @inlinable package var last: Element {
    get { self[count - 1] }
    _modify { yield &self[count - 1] }
  }

  @inlinable package mutating func append(_ element: Element) {
    if count == capacity { grow(by: 1) }
    unsafe (elements + count).initialize(to: element)
    count += 1
  }

  mutating func append(endOf other: inout ScratchArray, from base: Int) {
    let additional = other.count - base
    guard additional > 0 else { return }
    if additional > capacity - count { grow(by: additional) }
    // There are usually two or three elements: a call would take longer than the loop.
    for index in 0..<additional { unsafe (elements + count + index).initialize(to: other.elements[base + index]) }
    count += additional
    other.truncate(to: base)
  }

  @inlinable package mutating func append(_ elements: Span<Element>) {
    if elements.isEmpty { return }
    if elements.count > capacity - count { grow(by: elements.count) }
    unsafe elements.withUnsafeBufferPointer { elements in
      guard let source = elements.baseAddress else { return }
      unsafe (self.elements + count).initialize(from: source, count: elements.count)
    }
    count += elements.count
  }

  /// At least one element; when the closure returns `false`, nothing is appended.
  @inline(__always)
  mutating func append(count additional: Int, _ write: (UnsafeMutableRawPointer) -> Bool) -> Bool {
    if additional > capacity - count { grow(by: additional) }
    guard unsafe write(UnsafeMutableRawPointer(elements + count)) else { return false }
    count += additional
    return true
  }

  mutating func removeLast() {
    precondition(count > 0, "no element is left")
    count -= 1
  }

  mutating func truncate(to length: Int) {
    precondition(length >= 0 && length <= count, "no such element")
    count = length
  }

  mutating func sort(from base: Int, by precedes: (Element, Element) -> Bool) {
    let slice = unsafe UnsafeMutableBufferPointer(start: start, count: count)[base...]
    var elements = unsafe UnsafeMutableBufferPointer(rebasing: slice)
    unsafe elements.sort(by: precedes)
  }

  @usableFromInline mutating func reserve(_ minimum: Int) {
    if minimum > capacity { move(to: minimum) }
  }

  @inline(never) @usableFromInline
  mutating func grow(by additional: Int) {
    move(to: max(2 * capacity, count + additional, 1024 / MemoryLayout<Element>.stride))
  }

  private mutating func move(to capacity: Int) {
    let larger = unsafe Self.allocate(capacity)
    if count > 0 { unsafe larger.initialize(from: elements, count: count) }
    release()
    unsafe start = larger
    self.capacity = capacity
  }

  /// The kernel gets large ones back at once, so that they are not beside what is copied from them; in bytes.
  private static var leastMapped: Int { 256 << 10 }

  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<Element> {
    let size = capacity * MemoryLayout<Element>.stride
    if size < leastMapped { return .allocate(capacity: capacity) }
    guard let room = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      unsafe room != MAP_FAILED
    else { preconditionFailure("no memory is left") }
    return unsafe room.bindMemory(to: Element.self, capacity: capacity)
  }

  @usableFromInline func release() {
    let size = capacity * MemoryLayout<Element>.stride
    if size < Self.leastMapped { unsafe start?.deallocate() } else { unsafe munmap(start, size) }
  }

  /// Not by `unsafelyUnwrapped`, which without optimisation looks up a generic type at each use; that would take most
  /// of the time of an access.
  @inlinable var elements: UnsafeMutablePointer<Element> {
    guard let start = unsafe start else { preconditionFailure("there is no element") }
    return unsafe start
  }
}

// Not generic, so that another module does not look up a type at each call.
extension ScratchArray<UInt8> {
  package var text: String { unsafe String(decoding: buffer, as: UTF8.self) }

  package mutating func append(text: Span<UInt8>) { append(text) }

  /// Not negative.
  package mutating func append(decimal number: Int) {
    if number >= 10 { append(decimal: number / 10) }
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  func string(_ range: TextRange) -> String { unsafe String(decoding: buffer[range.bounds], as: UTF8.self) }
}
