// A description as bytes is the size of its flat form, and the flat form.

extension BinaryWriter {
  /// Writes a description that could be built, or is handed on in the flat form that it came in.
  package mutating func interface(_ value: inout InterfaceDescription) {
    if let flat = value.arena.flatForm { return put(flat.span) }
    let flat = FlatWriter(value)
    put(UInt32(flat.size))
    unsafe put(count: flat.size) { unsafe flat.write(to: $0) }
  }
}

extension BinaryReader {
  /// Takes a description: the limits and rules of the builder hold here as for a library that is loaded.
  ///
  /// One that cannot be built holds the reason.
  package mutating func interface(_ value: inout InterfaceDescription) throws(CodingFault) {
    let range = try takeRange(atMost: bytes.count)
    value = unsafe bytes.withUnsafeBytes { bytes in
      unsafe InterfaceDescription(flat: UnsafeRawBufferPointer(rebasing: bytes[range]))
    }
  }
}
