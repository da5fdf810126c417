/// What the flat form begins with.
///
/// The flat form is a whole description in one piece of memory, little-endian, in which nothing points: a record has
/// counts and sizes only, and where something begins is the sum of what came before it. So nothing can overlap, be
/// shared or form a circle. `Docs/ProviderABI.md` has the layout byte by byte.
struct FlatHeader: BitwiseCopyable {
  static let size = 32
  /// "AFL1".
  static let magic: UInt32 = 0x314C_4641
  /// The most bytes of a flat form, about three times as much as the limits of a description leave room for.
  static let sizeLimit = 16 << 20

  var magic = Self.magic
  /// Of everything.
  var size: UInt32
  var nodeCount: UInt32
  var valueCount: UInt32
  var textSize: UInt32
  /// How many values are the document's own, nested ones not counted.
  var documentValueCount: UInt32
  var reserved: UInt64 = 0

  /// The size that the counts make.
  var countedSize: Int {
    Self.size + FlatNode.size * Int(nodeCount) + FlatValue.size * Int(valueCount) + Int(textSize)
  }
}

/// One node of the flat form; nodes stand in document order.
struct FlatNode: BitwiseCopyable {
  static let size = 8

  /// A number of ``FlatCodes``, or 0 when a text says it.
  var kind: UInt8
  /// 0 for the root.
  var depth: UInt8
  /// The size of the text that says the kind, 0 unless `kind` is 0.
  var kindSize: UInt8
  /// The size of the id, 0 for none.
  var idSize: UInt8
  /// How many values are its own, nested ones not counted.
  var valueCount: UInt32
}

/// One value of the flat form: the document's come first, then those of each node, and for each of these level by level.
struct FlatValue: BitwiseCopyable {
  static let size = 16

  enum Tag: UInt8 { case no = 1, yes, int, double, text, map, list, node }

  /// A number of ``FlatCodes``, or 0 when a text says it, and in a list.
  var name: UInt8
  var tag: UInt8
  /// The size of the text that says the name, 0 unless `name` is 0.
  var keySize: UInt8
  var reserved: UInt8 = 0
  /// Of a text in bytes, of a map or list in entries, otherwise 0.
  var size: UInt32 = 0
  /// Of an integer or a double, otherwise 0.
  var bits: UInt64 = 0

  /// How many bytes of text are its name and itself.
  var textSize: Int { Int(keySize) + (tag == Tag.text.rawValue ? Int(size) : 0) }
  var isContainer: Bool { tag == Tag.map.rawValue || tag == Tag.list.rawValue }
  /// How many values stand in it.
  var elementCount: Int { isContainer ? Int(size) : 0 }
}
