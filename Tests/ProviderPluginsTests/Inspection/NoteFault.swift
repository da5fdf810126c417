import Testing

/// A fault inside a note, and the expected error.
struct NoteFault: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let code: String
  let says: String
  let change: @Sendable (inout NoteBytes) -> Void

  init(
    _ name: String, _ says: String, code: String = "ACK2031", _ change: @escaping @Sendable (inout NoteBytes) -> Void
  ) {
    (testDescription, self.code, self.says, self.change) = (name, code, says, change)
  }

  /// Makes a fault of the JSON text.
  private static func text(_ json: String, _ says: String) -> NoteFault {
    NoteFault(json, says) { $0.json = Array(json.utf8) }
  }

  private static func text(replacing old: String, with new: String, _ says: String) -> NoteFault {
    text(NoteBytes.json.replacing(old, with: new), says)
  }

  static let table: [NoteFault] = [
    NoteFault("another layout", "its layout is 2, and this host reads layout 1") { $0.layout = 2 },
    NoteFault("no major", "the ABI's majors 0 to 1") { $0.majors = (0, 1) },
    NoteFault("majors that are turned around", "the ABI's majors 3 to 2") { $0.majors = (3, 2) },
    NoteFault("a reserved member that is set", "its reserved member is 7") { $0.reserved = 7 },
    NoteFault("a text that is too long", "has 65537 bytes, more than 65536") { $0.jsonSize = 65_537 },
    NoteFault("a text longer than all", "has 4294967295 bytes, more than 65536") { $0.jsonSize = .max },
    NoteFault("a text that is cut off", "has 200 bytes, and there are 83", code: "ACK2029") { $0.jsonSize = 200 },
    NoteFault("something behind the text", "bytes that are not zero stand behind") { $0.padding = [0, 1] },
    NoteFault("a size that is too small", "bytes that are not zero stand behind") { $0.jsonSize = 80 },
    NoteFault("no UTF-8", "the JSON text is wrong at line 1") { $0.json[10] = 0xFF },
    text("", "the JSON text is wrong"),
    text("[]", "is an array, and has to be an object"),
    text("{", "the JSON text is wrong"),
    text(String(repeating: "[", count: 100), "found more than 16 arrays and objects"),
    text("[\(String(repeating: "0,", count: 10_000))0]", "found more than 10000 values"),
    text("{\"id\":\"a\",\"id\":\"b\"}", "found the name \"id\" a second time"),
    text(replacing: "\"id\"", with: "\"Id\"", "has no \"id\""),
    text(replacing: "\"name\"", with: "\"nom\"", "has no \"name\""),
    text(replacing: "\"version\"", with: "\"v\"", "has no \"version\""),
    text(replacing: "\"vendor\"", with: "\"v\"", "has no \"vendor\""),
    text(replacing: "\"1.2.0\"", with: "1.2", "its \"version\" is a number with a fraction, and has to be a string"),
    text(replacing: "Example Ltd.", with: "", "its \"vendor\" has 0 bytes"),
    text(replacing: "1.2.0", with: String(repeating: "1", count: 65), "its \"version\" has 65 bytes"),
    text(replacing: "Noted", with: String(repeating: "n", count: 257), "its \"name\" has 257 bytes"),
    text(replacing: "Noted", with: "a\\u001B[2J", "its \"name\" is \"a\u{FFFD}[2J\", in which"),
    text(replacing: "com.example.noted", with: ".hidden", "its \"id\" is \".hidden\"; an id is 1 to 64 bytes"),
    text(replacing: "com.example.noted", with: "a/b", "its \"id\" is \"a/b\"; an id is 1 to 64 bytes"),
  ]
}
