/// An open element of a builder: the document, a node, or a map or list of values.
package struct BuildFrame: Sendable, BitwiseCopyable {
  let scope: PropertyScope
  var hasUnknownKeys = false
  /// Whether the values of a node have been moved to their final places.
  var isSettled = false
  /// Whether the names have been in order so far, which is the usual case.
  var isOrdered = true
  // 32 bits, so that little memory is moved when a frame opens or closes.
  private let base32: UInt32
  private let area32: UInt32
  private let node32: Int32
  private var childCount32: UInt32 = 0
  private var lastChild32: UInt32 = 0
  /// The known names that were set, one bit each.
  var seen: UInt128 = 0

  init(_ scope: PropertyScope, base: Int = 0, area: Int = 0, node: Int = -1) {
    self.scope = scope
    area32 = UInt32(area)
    base32 = UInt32(base)
    node32 = Int32(node)
  }

  var kind: PropertyScope.Kind { scope.kind }
  /// The index of the frame's first pending value.
  var base: Int { Int(base32) }
  /// The index of the first value that is in the frame's maps and lists.
  var area: Int { Int(area32) }
  /// The node itself, or the node that contains a map or list; -1 in the document.
  var node: Int { Int(node32) }
  var childCount: Int { Int(childCount32) }
  var lastChild: Int { Int(lastChild32) }

  mutating func add(child: Int) {
    childCount32 += 1
    lastChild32 = UInt32(child)
  }
}
