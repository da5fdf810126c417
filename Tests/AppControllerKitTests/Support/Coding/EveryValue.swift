import AppControllerJSON
import AppControllerKit

/// A value with a member of each kind.
struct EveryValue: Coded, Equatable {
  enum Word: String, CodedWord { case first, second, last = "the last" }

  /// A value inside of another.
  struct Inner: Coded, Equatable {
    var zeta = Int8(0)
    var alpha: Int64?
    static var blank: Inner { Inner() }

    mutating func code(_ coder: inout some Coder) throws(CodingFault) {
      try coder.member("zeta", &zeta, .integer())
      try coder.member("alpha", &alpha, .optional(.integer()))
    }
  }

  var flag = false
  var number = UInt64(0)
  var fraction = 0.0
  var text = ""
  var maybeEmpty = ""
  var word = Word.first
  var secret: Secret?
  var inner: Inner?
  var orNull: Int64?
  var list: [[Inner]] = []
  var strings: [String: String] = [:]
  var map: [String: Inner] = [:]
  var even = 0
  var interface = InterfaceDescription.blank

  static var blank: EveryValue { EveryValue() }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("flag", &flag, .bool)
    try coder.member("number", &number, .integer())
    try coder.member("fraction", &fraction, .double)
    try coder.member("text", &text, .text(atMost: 16))
    try coder.member("maybeEmpty", &maybeEmpty, .optionalText(atMost: 16))
    try coder.member("word", &word, .word(.first))
    try coder.member("secret", &secret, .optional(.secret(atMost: 16)))
    try coder.member("inner", &inner, .optional(.object()))
    try coder.member("orNull", &orNull, .orNull(.integer()))
    try coder.member("list", &list, .list(.list(.object(), atMost: 3), atMost: 3))
    try coder.member("strings", &strings, .strings(3, each: 16))
    try coder.member("map", &map, .map(.object(), atMost: 3, names: 16))
    try coder.member("even", &even, .checked(.integer()) { $0.isMultiple(of: 2) ? nil : "is odd" })
    try coder.member("interface", &interface, .interface)
  }
}

extension EveryValue {
  /// A value with something in each member.
  static func full() throws -> EveryValue {
    var value = EveryValue()
    (value.flag, value.number, value.fraction, value.even) = (true, .max, -.infinity, -4)
    (value.text, value.maybeEmpty, value.word) = ("e\u{301}\u{2028}\"", "\u{1F511}", .last)
    (value.secret, value.inner, value.orNull) = (Secret("s\"\\\n\u{1}"), Inner(zeta: -128, alpha: .min), .max)
    value.list = [[], [Inner(zeta: 1), Inner(alpha: 2)], [Inner(zeta: 127)]]
    (value.strings, value.map) = (["b": "2", "": "", "a.b[0]": "1"], ["z": Inner(), "a": Inner(alpha: 1)])
    value.interface = try InterfaceDescription(
      json: Array(#"{"root":{"kind":"screen","id":"s","label":"Über"}}"#.utf8))
    return value
  }

  /// Its bytes in each form, and the same reading.
  enum Form: String, CaseIterable, Sendable {
    case binary, canonical, open

    func bytes(of value: EveryValue) -> [UInt8] {
      switch self {
      case .binary:
        var writer = BinaryWriter()
        writer.write(value)
        return writer.bytes
      case .canonical: return JSONCodingWriter.bytes(of: value, .object())
      case .open: return Array(JSONValue.object(JSONCodingWriter.members(of: value)).text.utf8)
      }
    }

    func value(of bytes: [UInt8]) throws(CodingFault) -> EveryValue {
      switch self {
      case .binary:
        var reader = BinaryReader(bytes)
        let value = try reader.read(EveryValue.self)
        try reader.finish()
        return value
      case .canonical:
        return try JSONCodingReader.read(from: JSONValue(text: bytes, limits: JSONLimits()), isStrict: true)
      case .open: return try JSONCodingReader.read(.object(), fromText: bytes)
      }
    }
  }
}
