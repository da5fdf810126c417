import ProviderPlugins

/// A note, byte by byte, for content that no macro would write.
struct NoteBytes {
  static let json =
    #"{"id":"com.example.noted","name":"Noted","version":"1.2.0","vendor":"Example Ltd."}"#

  var layout: UInt16 = 1
  var majors: (UInt16, UInt16) = (1, 1)
  var minor: UInt16 = 0
  var reserved: UInt32 = 0
  var json = Array(NoteBytes.json.utf8)
  var jsonSize: UInt32?
  var padding: [UInt8] = []

  /// The descriptor.
  var descriptor: [UInt8] {
    Self.bytes(layout) + Self.bytes(majors.0) + Self.bytes(majors.1) + Self.bytes(minor) + Self.bytes(reserved)
      + Self.bytes(jsonSize ?? UInt32(json.count)) + json + padding
  }

  /// Reads the descriptor.
  func read() throws(PluginError) -> ProviderNote {
    try ProviderNote(descriptor: descriptor, isOnlyInSection: false, path: "/provider.so")
  }

  static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> Number($0 * 8)) }
  }
}
