extension ChildLimits {
  func write(to writer: inout FrameWriter) {
    writer.put(Int64(memory))
    writer.put(Int64(addressSpace))
    writer.put(cpuTime.components.seconds)
    writer.put(Int64(openFiles))
    writer.put(Int64(fileSize))
  }

  init(from reader: inout FrameReader) throws(FrameFault) {
    self.init()
    memory = Int(try reader.integer(Int64.self, "a limit of memory"))
    addressSpace = Int(try reader.integer(Int64.self, "a limit of addresses"))
    cpuTime = .seconds(try reader.integer(Int64.self, "a limit of time"))
    openFiles = Int(try reader.integer(Int64.self, "a limit of files"))
    fileSize = Int(try reader.integer(Int64.self, "a limit of a file's size"))
  }
}
