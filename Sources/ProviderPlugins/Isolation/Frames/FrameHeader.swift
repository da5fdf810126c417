/// What each frame begins with: 12 bytes, little-endian.
///
/// | at | bytes | content                              |
/// | -- | ----- | ------------------------------------ |
/// |  0 |     4 | the size of the payload that follows |
/// |  4 |     2 | the kind                             |
/// |  6 |     2 | the version of the protocol          |
/// |  8 |     4 | the number: 1, 2, 3, … per direction |
struct FrameHeader: Equatable {
  static let size = 12
  static let version: UInt16 = 3
  /// The most bytes of a payload; the largest description takes about 4 MiB.
  static let payloadLimit = 16 << 20

  let payloadSize: Int
  let kind: UInt16
  let number: UInt32
}

/// One frame that has come whole.
struct Frame: Equatable {
  let kind: UInt16
  let number: UInt32
  let payload: [UInt8]
}
