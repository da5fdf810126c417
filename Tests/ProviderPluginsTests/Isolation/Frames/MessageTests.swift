import AppControllerKit
import Testing

@testable import ProviderPlugins

/// The messages of both sides, as bytes and read again.
@Suite struct `A message between a host and a provider's process` {
  private func frame(_ bytes: [UInt8]) throws -> Frame {
    var decoder = FrameDecoder()
    decoder.append(bytes)
    return try #require(try decoder.next())
  }

  /// Returns every message, as its bytes and with a function that reads and writes it again.
  private func samples() throws -> [(bytes: [UInt8], again: (Frame) throws -> [UInt8])] {
    let host = try SampleMessages.host.map { message in
      (
        try SampleMessages.frame { $0.write(message) },
        { (frame: Frame) in try SampleMessages.frame { if let again = try? ToChild(frame) { $0.write(again) } } }
      )
    }
    let child = try SampleMessages.child.map { message in
      (
        try SampleMessages.frame { $0.write(message) },
        { (frame: Frame) in
          let message = try FromChild(frame)
          return try SampleMessages.frame { $0.write(message) }
        }
      )
    }
    return host + child
  }

  @Test func `is the same when it has come`() throws {
    for (bytes, again) in try samples() {
      #expect(try again(frame(bytes)) == bytes)
    }
  }

  @Test func `is refused when anything is missing at its end, or too much`() throws {
    for (bytes, _) in try samples() {
      let whole = try frame(bytes)
      for count in whole.payload.indices {
        let cut = Frame(kind: whole.kind, number: 1, payload: whole.payload[..<count])
        #expect(throws: FrameFault.self) { try read(cut) }
      }
      let longer = Frame(kind: whole.kind, number: 1, payload: whole.payload + [0])
      #expect(throws: FrameFault.content(CodingFault("goes on for 1 bytes after its end"))) { try read(longer) }
    }
  }

  /// With any byte changed, a message is refused, or is another well-formed message.
  @Test func `may be wrong in any byte`() throws {
    for (bytes, _) in try samples() {
      let whole = try frame(bytes)
      for index in whole.payload.indices {
        for change: UInt8 in [0x01, 0x80, 0xFF] {
          var payload = whole.payload
          payload[index] ^= change
          let changed = Frame(kind: whole.kind, number: 1, payload: payload)
          guard (try? read(changed)) != nil else { continue }
          // A message that was read can be written again.
          let again = whole.kind > 100 ? try rewrite(ToChild(changed)) : try rewrite(FromChild(changed))
          #expect(throws: Never.self) { try read(frame(again)) }
        }
      }
    }
  }

  private func read(_ frame: Frame) throws(FrameFault) {
    if frame.kind > 100 { _ = try ToChild(frame) } else { _ = try FromChild(frame) }
  }

  private func rewrite(_ message: ToChild) throws -> [UInt8] {
    try SampleMessages.frame { $0.write(message) }
  }

  private func rewrite(_ message: FromChild) throws -> [UInt8] {
    try SampleMessages.frame { $0.write(message) }
  }

  @Test(arguments: [UInt16(0), 11, 100, 106, .max])
  func `is of a kind that there is`(_ kind: UInt16) {
    let frame = Frame(kind: kind, number: 1, payload: [])
    #expect(throws: FrameFault.unknownKind(kind)) { try ToChild(frame) }
    #expect(throws: FrameFault.unknownKind(kind)) { try FromChild(frame) }
  }

  @Test func `carries descriptions as they are`() throws {
    let bytes = try SampleMessages.frame {
      $0.write(FromChild.answer(1, .interface(SampleMessages.interface)))
    }
    guard case .answer(_, let answer) = try FromChild(frame(bytes)) else {
      Issue.record("it is no answer")
      return
    }
    #expect(answer.interface == SampleMessages.interface)
    #expect(throws: Never.self) { try SampleMessages.interface.requireValid("it") }
  }

  @Test func `has no text in it that drives a terminal`() throws {
    let bytes = try SampleMessages.frame { $0.write(FromChild.log(.info, "\u{1B}[31mred")) }
    guard case .log(_, let line) = try FromChild(frame(bytes)) else {
      Issue.record("it is no line")
      return
    }
    #expect(line == "\u{FFFD}[31mred")
  }

  /// This holds for every text that may be shown; paths, typed values and the texts that are checked first keep their
  /// bytes.
  @Test func `has no text in it that drives a terminal, wherever it stands`() throws {
    let evil = "\u{1B}[2J\u{9B}31m\u{202E}"
    let error = PluginError(.notFound, what: evil, why: evil, fix: evil)
    let failure = ProviderFailure(what: evil, why: evil, fix: evil)
    let response = ActionResponse(effects: [
      .message(.info, evil), .fieldError(input: evil, message: evil), .select(tabs: evil, item: evil),
    ])
    let diagnostic = Diagnostic(.error, .init(rawValue: "ACK1107"), path: evil, message: evil)
    let claim = LibraryClaim(id: evil, version: evil, major: 1)
    let messages: [FromChild] = [
      .lacking(evil), .refused(error), .log(.info, evil), .started(claim),
      .answer(1, .refused(.response(evil))), .answer(1, .failed(status: -1, failure)),
      .answer(1, .response(response)),
      .answer(1, .refused(.interface(diagnostic))),
    ]
    for message in messages {
      let read = try FromChild(frame(try SampleMessages.frame { $0.write(message) }))
      let text = String(decoding: try SampleMessages.frame { $0.write(read) }, as: UTF8.self)
      for scalar in ["\u{1B}", "\u{9B}", "\u{202E}"] { #expect(!text.contains(scalar), "\(message)") }
    }
    let frames: [(inout FrameWriter) -> Void] = [
      {
        $0.write(
          FromChild.refused(PluginError(PluginError.Code(rawValue: "\u{1B}[2JACK"), what: "", why: "", fix: "")))
      },
      { $0.write(FromChild.request(.login(Session(subject: evil)))) },
    ]
    for write in frames {
      let bytes = try SampleMessages.frame(write)
      let fault = #expect(throws: FrameFault.self) { try FromChild(frame(bytes)) }
      #expect(fault?.description.isDisplayable == true, "\(String(describing: fault))")
    }
  }
}
