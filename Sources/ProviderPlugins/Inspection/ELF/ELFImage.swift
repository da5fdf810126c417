/// A shared library's headers, and the way from addresses to places in the file.
struct ELFImage {
  let header: ELFHeader
  let segments: [ProgramHeader]

  /// Reads the headers of a file that begins with ELF's magic number.
  ///
  /// - Throws: What is wrong with them. Whether the file is a library for this host has been looked at before.
  init(_ header: ELFHeader, _ file: FileWindows) throws(ELFFault) {
    self.header = header
    segments = try ProgramHeader.table(of: header, in: file)
    try checkSegments(in: file)
  }

  /// Checks that all that the loader maps is there.
  ///
  /// It would map what is not there too, and the first access would end the process.
  private func checkSegments(in file: FileWindows) throws(ELFFault) {
    var last: UInt64 = 0
    for segment in segments where segment.type == .load {
      guard let end = segment.file.end, end <= UInt64(file.size) else {
        throw .truncated(what: "what is loaded", end: segment.file.end ?? .max, size: file.size)
      }
      guard segment.address >= last else {
        throw .damaged("its segments are not in the order of their addresses, as the loader expects them")
      }
      let next = segment.address.addingReportingOverflow(segment.file.count)
      guard !next.overflow else { throw .damaged("a segment ends beyond all addresses") }
      last = next.partialValue
    }
    guard segments.contains(where: { $0.type == .load }) else { throw .damaged("it has no segment that is loaded") }
  }

  /// Where the bytes at an address stand in the file, up to the end of their segment.
  ///
  /// - Returns: `nil` when no byte of the file is loaded to that address.
  func place(of address: UInt64) -> FileRange? {
    for segment in segments where segment.type == .load && segment.address <= address {
      let start = address - segment.address
      if start < segment.file.count { return segment.file.rest(from: start, atMost: .max) }
    }
    return nil
  }

  /// Where so many bytes at an address stand in the file.
  func place(of address: UInt64, count: UInt64, _ what: String) throws(ELFFault) -> FileRange {
    guard let place = place(of: address)?.part(at: 0, count: count) else {
      throw .damaged("\(what) is at address 0x\(String(address, radix: 16)), where the file has no \(count) bytes")
    }
    return place
  }

  /// Whether the loader makes the process's stacks executable for it.
  var wantsExecutableStack: Bool {
    let stack: UInt32 = 0x6474_E551  // PT_GNU_STACK
    return segments.first { $0.type == .other(stack) }?.isExecutable ?? false
  }

  /// Whether the bytes at an address are loaded as code.
  func isCode(at address: UInt64) -> Bool {
    segments.contains { segment in
      segment.type == .load && segment.isExecutable && segment.address <= address
        && address - segment.address < segment.file.count
    }
  }
}
