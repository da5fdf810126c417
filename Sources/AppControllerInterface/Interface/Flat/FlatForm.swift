/// The header of the flat form.
///
/// The flat form is a whole description in one block of memory, little-endian and without pointers: a record has only
/// counts and sizes, and an offset is the sum of the sizes before it. So parts cannot overlap, be shared or form a
/// cycle. `Docs/ProviderABI.md` has the layout byte by byte.
struct FlatHeader: BitwiseCopyable {
  static let size = 32
  /// The bytes "AFL1".
  static let magic: UInt32 = 0x314C_4641
  /// The largest size of a flat form in bytes, about three times the size that the limits of a description allow.
  static let sizeLimit = 16 << 20

  var magic = Self.magic
  /// The size of the whole flat form.
  var size: UInt32
  var nodeCount: UInt32
  var valueCount: UInt32
  var textSize: UInt32
  /// The number of the document's own values, without nested ones.
  var documentValueCount: UInt32
  var reserved: UInt64 = 0

  /// The size that results from the counts.
  var countedSize: Int {
    Self.size + FlatNode.size * Int(nodeCount) + FlatValue.size * Int(valueCount) + Int(textSize)
  }
}

/// One node of the flat form; nodes are in document order.
struct FlatNode: BitwiseCopyable {
  static let size = 8

  /// A ``NodeKind``, or 0 when a text gives the kind.
  var kind: UInt8
  /// The depth, 0 for the root.
  var depth: UInt8
  /// The size of the text that gives the kind, 0 unless `kind` is 0.
  var kindSize: UInt8
  /// The size of the id, 0 for none.
  var idSize: UInt8
  /// The number of the node's own values, without nested ones.
  var valueCount: UInt32
}

/// One value of the flat form: the document's values come first, then those of each node, each level by level.
struct FlatValue: BitwiseCopyable {
  static let size = 16

  enum Tag: UInt8 { case no = 1, yes, int, double, text, map, list, node }

  /// A ``PropertyName``, or 0 when a text gives the name, and for an element of a list.
  var name: UInt8
  var tag: UInt8
  /// The size of the text that gives the name, 0 unless `name` is 0.
  var keySize: UInt8
  var reserved: UInt8 = 0
  /// The bytes of a text or the entries of a map or list, otherwise 0.
  var size: UInt32 = 0
  /// The bits of an integer or a double, otherwise 0.
  var bits: UInt64 = 0

  /// The number of bytes of the text of its name and its value.
  var textSize: Int { Int(keySize) + (tag == Tag.text.rawValue ? Int(size) : 0) }
  var isContainer: Bool { tag == Tag.map.rawValue || tag == Tag.list.rawValue }
  /// The number of values that it contains.
  var elementCount: Int { isContainer ? Int(size) : 0 }
}
