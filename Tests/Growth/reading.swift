/// Whether a side in Swift that is built with the next minor version reads a struct of version 1.0: of the size that it had
/// there, with zero in the members that it has not.
func requireReading<Struct: ABIStruct>(_ type: Struct.Type, _ name: String, oldSize: Int) {
  let theirs = UnsafeMutableRawPointer.allocate(byteCount: oldSize, alignment: 8)
  theirs.initializeMemory(as: UInt8.self, repeating: 0xFF, count: oldSize)
  theirs.storeBytes(of: UInt32(oldSize), as: UInt32.self)
  guard let copy = type.read(theirs) else { return complain("\(name) of version 1.0 is refused") }
  let rest = withUnsafeBytes(of: copy) { $0[oldSize...].allSatisfy { $0 == 0 } }
  if !rest { complain("\(name) of version 1.0 is read beyond its \(oldSize) bytes") }
  theirs.storeBytes(of: UInt32(oldSize - 1), as: UInt32.self)
  if type.read(theirs) != nil { complain("\(name) is read, and is smaller than in version 1.0") }
}

private func complain(_ text: String) { print(text) }
