import Invariants

@testable import AppControllerHTTP

/// Reads bytes as what a client sends: the first three say where it is cut and how small the limits are.
///
/// Whole and in pieces it is the same, a second reader agrees on where requests end, and a request that is written out
/// again is the same.
@c(LLVMFuzzerTestOneInput)
public func fuzzHTTP(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard count > 3 else { return 0 }
  let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  let bytes = Array(input[3...])
  var limits = HTTPLimits()
  if input[2] & 1 == 1 {
    limits.target = 16
    limits.head = 128
    limits.fields = 4
    limits.body = 32
  }
  let whole = readRequests(bytes, limits)
  let played = play([bytes], limits)
  require(played == whole, "a connection reads something else than the parser")
  var cuts = Cuts(UInt64(input[0]) << 8 | UInt64(input[1]))
  require(play(cuts.pieces(of: bytes), limits) == whole, "pieces are not the same as the whole")
  return 0
}

/// Reads all requests of bytes with the parser, and checks each.
private func readRequests(_ bytes: [UInt8], _ limits: HTTPLimits) -> [HTTPConnection.Event] {
  var parser = HTTPParser(limits)
  var events: [HTTPConnection.Event] = []
  var position = 0
  while true {
    let before = position
    switch parser.read(bytes.span, &position) {
    case nil:
      require(position == bytes.count, "bytes are left without an outcome")
      return events
    case .refusal(let refusal):
      require(position <= before + limits.head + limits.target + 32 + limits.body, "a refusal comes late")
      require(refusal.status >= 400, "a refusal is a success")
      var next = 0
      let probe = Array("GET / HTTP/1.1\r\nHost: h\r\n\r\n".utf8)
      require(parser.read(probe.span, &next) == .refusal(refusal) && next == 0, "bytes are read behind a refusal")
      events.append(.refused(refusal))
      return events
    case .request(let request):
      let end = ReferenceReader.end(of: bytes[before...])
      require(
        end == position,
        "a request ends at \(position - before), for the second reader at \(end.map { $0 - before } ?? -1)")
      check(request, position - before, limits)
      events.append(.request(request))
      if !request.keepsOpen { return events }
    }
  }
}

/// Checks a request that was accepted out of a number of bytes.
private func check(_ request: HTTPRequest, _ count: Int, _ limits: HTTPLimits) {
  require(request.path.utf8.first == UInt8(ascii: "/"), "a path does not begin with a slash")
  let target = request.path.utf8.count + (request.query.map { $0.utf8.count + 1 } ?? 0)
  require(target <= limits.target, "a target is too long")
  require(request.path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "a path is not visible ASCII")
  require(request.fields.count <= limits.fields && count <= limits.head + request.body.count, "a head is too long")
  require(request.body.count <= limits.body, "a body is too long")
  require(request.method == .post || request.body.isEmpty, "a GET has a body")
  require(request.fields.count { $0.name == "host" } == 1 || request.isVersion10, "Host is not sent once")
  require(request.fields.count { $0.name == "content-length" } <= 1, "there are two lengths")
  require(!request.fields.contains { $0.name == "transfer-encoding" || $0.name == "expect" }, "a coding is served")
  let written = canonical(request)
  // Only spaces around values are not written.
  require(written.count <= count + 2 * request.fields.count, "a request grows")
  var wide = limits
  wide.head += 2 * limits.fields
  require(HTTPRequest(parsing: written, limits: wide) == request, "a request changes when it is read again")
  if let form = HTTPForm(request.body) {
    let again = HTTPForm(encoded(form.pairs))
    require(again.map { $0.pairs.elementsEqual(form.pairs, by: ==) } == true, "a form changes when it is read again")
  }
}

/// The request as we would send it.
private func canonical(_ request: HTTPRequest) -> [UInt8] {
  var bytes = Array(request.method.rawValue.utf8)
  bytes += " ".utf8
  bytes += request.path.utf8
  if let query = request.query {
    bytes += "?".utf8
    bytes += query.utf8
  }
  bytes += (request.isVersion10 ? " HTTP/1.0\r\n" : " HTTP/1.1\r\n").utf8
  for field in request.fields {
    bytes += field.name.utf8
    bytes += ": ".utf8
    bytes += field.value.utf8
    bytes += "\r\n".utf8
  }
  bytes += "\r\n".utf8
  return bytes + request.body
}

private func encoded(_ pairs: [(name: String, value: String)]) -> [UInt8] {
  let digits = Array("0123456789abcdef".utf8)
  func escaped(_ text: String) -> [UInt8] {
    text.utf8.flatMap { [UInt8(ascii: "%"), digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }
  return Array(
    pairs.map { escaped($0.name) + [UInt8(ascii: "=")] + escaped($0.value) }.joined(separator: [UInt8(ascii: "&")]))
}

/// Gives pieces to a connection, and answers each request at once.
private func play(_ pieces: [[UInt8]], _ limits: HTTPLimits) -> [HTTPConnection.Event] {
  let now = HTTPConnection.Instant.now
  var connection = HTTPConnection(limits, at: now)
  var events: [HTTPConnection.Event] = []
  for piece in pieces {
    var next = connection.receive(piece.span, at: now)
    while let event = next {
      events.append(event)
      if case .request = event { connection.answer(HTTPResponse(204), at: now) }
      require(connection.unsent > 0, "nothing is answered")
      connection.wrote(connection.unsent, at: now)
      next = connection.resume(at: now)
    }
  }
  return events
}

/// Where bytes are cut.
private struct Cuts {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func pieces(of bytes: [UInt8]) -> [[UInt8]] {
    // One time in eight it comes byte by byte.
    let most = state >> 60 & 7 == 0 ? 1 : max(1, bytes.count / 2)
    var pieces: [[UInt8]] = []
    var start = 0
    while start < bytes.count {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let end = min(bytes.count, start + 1 + Int(state >> 33) % most)
      pieces.append(Array(bytes[start..<end]))
      start = end
    }
    return pieces
  }
}
