// The encoding of a description: the size of its flat form, and the flat form.

extension BinaryWriter {
  /// Writes a description that could be built, or one that is passed on in its received flat form.
  package mutating func interface(_ value: inout InterfaceDescription) {
    if let flat = value.arena.flatForm { return put(flat.span) }
    let flat = FlatWriter(value)
    put(UInt32(flat.size))
    unsafe put(count: flat.size) { unsafe flat.write(to: $0) }
  }
}

extension BinaryReader {
  /// Reads a description: the limits and rules of the builder apply as for a loaded library.
  ///
  /// A description that cannot be built contains the failure.
  package mutating func interface(_ value: inout InterfaceDescription) throws(CodingFault) {
    let range = try takeRange(atMost: bytes.count)
    value = unsafe bytes.withUnsafeBytes { bytes in
      unsafe InterfaceDescription(flat: UnsafeRawBufferPointer(rebasing: bytes[range]))
    }
  }
}
