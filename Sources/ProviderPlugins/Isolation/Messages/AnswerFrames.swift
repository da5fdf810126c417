internal import AppControllerKit
internal import CProviderABI
internal import ProviderABI

extension ProviderAnswer {
  private enum Kind: UInt8 {
    case nothing = 1
    case isLoggedIn, configuration, interface, response, refusedInterface, refusedScreen, refusedReply
  }

  func write(to writer: inout FrameWriter) {
    writer.put(status)
    writer.put(failure) { writer, failure in
      writer.put(failure.what)
      writer.put(failure.why)
      writer.put(failure.fix)
    }
    switch content {
    case .nothing: writer.put(Kind.nothing.rawValue)
    case .isLoggedIn(let flag):
      writer.put(Kind.isLoggedIn.rawValue)
      writer.put(flag)
    case .configuration(let configuration):
      writer.put(Kind.configuration.rawValue)
      configuration.write(to: &writer)
    case .interface(let interface):
      writer.put(Kind.interface.rawValue)
      writer.put(interface)
    case .response(let response):
      writer.put(Kind.response.rawValue)
      response.write(to: &writer)
    case .refusedInterface(let diagnostic):
      writer.put(Kind.refusedInterface.rawValue)
      diagnostic.write(to: &writer)
    case .refusedScreen(let diagnostic):
      writer.put(Kind.refusedScreen.rawValue)
      diagnostic.write(to: &writer)
    case .refusedReply(let what):
      writer.put(Kind.refusedReply.rawValue)
      writer.put(what)
    }
  }

  init(from reader: inout FrameReader) throws(FrameFault) {
    status = try reader.integer(Int32.self, "a status")
    failure = try reader.optional("a failure") { reader throws(FrameFault) in
      Failure(
        what: try reader.sentence("what failed"), why: try reader.sentence("why it failed"),
        fix: try reader.sentence("how to fix it")
      )
    }
    let byte = try reader.integer(UInt8.self, "the kind of an answer")
    guard let kind = Kind(rawValue: byte) else { throw .badValue("the kind of an answer", "\(byte)") }
    content =
      switch kind {
      case .nothing: .nothing
      case .isLoggedIn: .isLoggedIn(try reader.flag("an initial state"))
      case .configuration: .configuration(try ack_configuration(from: &reader))
      case .interface: .interface(try reader.interface())
      case .response: .response(try ActionResponse(from: &reader))
      case .refusedInterface: .refusedInterface(try Diagnostic(from: &reader))
      case .refusedScreen: .refusedScreen(try Diagnostic(from: &reader))
      case .refusedReply: .refusedReply(try reader.sentence("a misuse"))
      }
  }
}

extension FrameReader {
  /// A sentence for people, which nothing is done with but showing it.
  mutating func sentence(_ what: String) throws(FrameFault) -> String {
    try text(what, atMost: 64 << 10)
  }
}

extension ack_configuration {
  fileprivate func write(to writer: inout FrameWriter) {
    writer.put(dismisses_presented)
    writer.put(style)
    writer.put(duration)
    writer.put(delay)
  }

  fileprivate init(from reader: inout FrameReader) throws(FrameFault) {
    self = .sized()
    dismisses_presented = try reader.integer(UInt32.self, "whether layers are dismissed")
    style = try reader.integer(Int32.self, "a style")
    duration = try reader.double("a duration")
    delay = try reader.double("a delay")
  }
}

extension Diagnostic {
  fileprivate func write(to writer: inout FrameWriter) {
    writer.put(code.rawValue)
    writer.put(path)
    writer.put(message)
  }

  fileprivate init(from reader: inout FrameReader) throws(FrameFault) {
    let code = try reader.text("a code", atMost: 16)
    // The builder's codes: it is the one that has refused it.
    guard code.count == 7, code.hasPrefix("ACK11"), code.utf8.dropFirst(3).allSatisfy({ (48...57).contains($0) }) else {
      throw .badValue("a code of the builder", code.debugDescription)
    }
    self.init(
      .error, Code(rawValue: code), path: try reader.sentence("a path"), message: try reader.sentence("a message"))
  }
}

extension LibraryClaim {
  func write(to writer: inout FrameWriter) {
    writer.put(id)
    writer.put(version)
    writer.put(major)
  }

  init(from reader: inout FrameReader) throws(FrameFault) {
    id = try reader.text("an id", atMost: 64)
    version = try reader.text("a version", atMost: 64)
    major = try reader.integer(UInt32.self, "a version of the ABI")
  }
}

extension PluginError {
  func write(to writer: inout FrameWriter) {
    writer.put(code.rawValue)
    writer.put(what)
    writer.put(why)
    writer.put(fix)
  }

  init(from reader: inout FrameReader) throws(FrameFault) {
    let code = try reader.text("a code", atMost: 16)
    guard code.count == 7, code.hasPrefix("ACK2") else { throw .badValue("a code", code.debugDescription) }
    self.init(
      Code(rawValue: code), what: try reader.sentence("what failed"), why: try reader.sentence("why it failed"),
      fix: try reader.sentence("how to fix it")
    )
  }
}
