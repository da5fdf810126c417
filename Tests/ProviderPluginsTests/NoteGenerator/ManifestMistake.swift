import Testing

/// A `provider.json` with a mistake, and the expected messages.
struct ManifestMistake: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let text: String
  /// The messages, without the file's name.
  let lines: [String]

  init(_ name: String, _ text: String, _ lines: String...) {
    testDescription = name
    self.text = text
    self.lines = lines
  }

  /// A text without a mistake.
  static let right = """
    {
      "id": "com.example.tea",
      "name": "Tea",
      "version": "1.0.0",
      "vendor": "Example Ltd.",
      "class": "TeaProvider"
    }
    """

  /// The right text with a part of it replaced.
  private static func mistake(_ name: String, _ part: String, _ other: String, _ lines: String...) -> ManifestMistake {
    let text = right.replacing(part, with: other)
    precondition(text != right, "\(part) does not stand in the text")
    return ManifestMistake(name, text, lines)
  }

  private init(_ name: String, _ text: String, _ lines: [String]) {
    testDescription = name
    self.text = text
    self.lines = lines
  }

  private static let idRule =
    "an id is 1 to 64 bytes of letters, digits, dots, underscores and hyphens, and does not begin with a dot"
  private static let classRule =
    "the name of a class has letters, digits, underscores, and dots after the types that it is in"
  private static let grammar =
    "the text does not follow the grammar of RFC 8259, which has no comments and no commas at the end; "
    + "correct the text at that place"
  private static let strings = #""id", "name", "version", "vendor", "class""#
  private static let keys = strings + #", "requires", "replaces", "settings", "permissions""#

  static let table: [ManifestMistake] = keysTable + valuesTable + requiresTable + classTable + textTable

  private static let keysTable = [
    mistake(
      "a key that is not known", #""vendor": "Example Ltd.","#, #""vendor": "Example Ltd.", "licence": 1,"#,
      #"5:29: error: there is no key "licence"; correct or remove it: the keys are \#(keys)"#),
    mistake(
      "a key that is spelled wrongly", #""version""#, #""Version""#,
      #"1:1: error: "version" is missing; add a line such as "version": "1.0.0""#,
      #"4:3: error: there is no key "Version"; correct or remove it: the keys are \#(keys)"#),
    mistake(
      "a key that is long and wild", #""class":"#, #""\u001b[2J\#(String(repeating: "k", count: 100))": 1, "class":"#,
      #"6:3: error: there is no key "\#u{FFFD}[2J\#(String(repeating: "k", count: 60))…"; correct or remove it: the keys are \#(keys)"#
    ),
    mistake(
      "a key that is missing", #""vendor": "Example Ltd.","#, "",
      #"1:1: error: "vendor" is missing; add a line such as "vendor": "Example Ltd.""#),
    mistake(
      "a key that stands twice", #""vendor""#, #""name": "Coffee", "vendor""#,
      #"5:3: error: "name" stands here a second time; remove one of the two"#),
    mistake(
      "a key that stands twice, once with an escape", #""vendor""#, #""n\u0061me": "Coffee", "vendor""#,
      #"5:3: error: "name" stands here a second time; remove one of the two"#),
    ManifestMistake(
      "no keys", "{}",
      #"1:1: error: "id" is missing; add a line such as "id": "com.example.kitty""#,
      #"1:1: error: "name" is missing; add a line such as "name": "Kitty""#,
      #"1:1: error: "version" is missing; add a line such as "version": "1.0.0""#,
      #"1:1: error: "vendor" is missing; add a line such as "vendor": "Example Ltd.""#,
      #"1:1: error: "class" is missing; add a line such as "class": "KittyProvider""#),
  ]

  private static let valuesTable = [
    mistake(
      "a version that is a number", #""1.0.0""#, "1.0",
      #"4:14: error: "version" is a number with a fraction, and has to be a string; write one such as "1.0.0""#),
    mistake(
      "a name that is null", #""Tea""#, "null",
      #"3:11: error: "name" is null, and has to be a string; write one such as "Kitty""#),
    mistake(
      "a vendor that is a list", #""Example Ltd.""#, #"["Example Ltd.", "Kitty Inc."]"#,
      #"5:13: error: "vendor" is an array, and has to be a string; write one such as "Example Ltd.""#),
    mistake(
      "an id that is an object", #""com.example.tea""#, #"{"id": true}"#,
      #"2:9: error: "id" is an object, and has to be a string; write one such as "com.example.kitty""#),
    mistake(
      "an id with a space", "com.example.tea", "com example",
      #"2:9: error: "id" is "com example"; \#(idRule); write one such as "com.example.kitty""#),
    mistake(
      "an id that is hidden", "com.example.tea", ".tea",
      #"2:9: error: "id" is ".tea"; \#(idRule); write one such as "com.example.kitty""#),
    mistake(
      "an id that is too long", "com.example.tea", String(repeating: "i", count: 65),
      #"2:9: error: "id" has 65 bytes, and has to have 1 to 64; write one such as "com.example.kitty""#),
    mistake(
      "an empty name", #""Tea""#, #""""#,
      #"3:11: error: "name" has 0 bytes, and has to have 1 to 256; write one such as "Kitty""#),
    mistake(
      "a version that is too long", "1.0.0", String(repeating: "1", count: 65),
      #"4:14: error: "version" has 65 bytes, and has to have 1 to 64; write one such as "1.0.0""#),
    mistake(
      "a vendor with a line feed", "Example Ltd.", #"Example\nLtd."#,
      #"5:13: error: "vendor" is "Example\#u{FFFD}Ltd.", in which a character cannot be shown; write one such as "Example Ltd.""#
    ),
    mistake(
      "a name that overrides the direction", #""Tea""#, #""Tea\u202e""#,
      #"3:11: error: "name" is "Tea\#u{FFFD}", in which a character cannot be shown; write one such as "Kitty""#),
  ]

  private static func badRequires(_ value: String, _ what: String, at column: Int = 15) -> ManifestMistake {
    mistake(
      "requires of \(value)", #""vendor""#, #""requires": \#(value), "vendor""#, "5:\(column): error: \(what)")
  }

  private static let requiresTable = [
    badRequires("1", "requires is an integer, and has to be an array of strings; correct it"),
    badRequires("[1]", "requires[0] is an integer, and has to be a string; correct it", at: 16),
    badRequires(
      #"["a b"]"#,
      #"requires[0] is "a b"; a name is 1 to 64 bytes of letters, digits, dots, underscores, hyphens, colons and slashes; "#
        + "correct it", at: 16),
    badRequires(
      #"["minor:0", "minor:0"]"#, #"requires[1] is "minor:0", which stands there twice; leave it out"#, at: 27),
    badRequires(
      #"["ack.sockt/1"]"#,
      #"requires[0] is "ack.sockt/1", which no host of this version has; did you mean "ack.socket/1"?"#, at: 16),
    badRequires(
      #"["minor:9000"]"#, #"requires[0] is "minor:9000", which no host of this version has; leave it out"#, at: 16),
  ]

  private static func badClass(_ name: String, _ text: String, _ what: String) -> ManifestMistake {
    mistake(name, #""TeaProvider""#, text, #"6:12: error: "class" \#(what); write one such as "KittyProvider""#)
  }

  private static let classTable = [
    badClass("an empty class", #""""#, "has 0 bytes, and has to have 1 to 256"),
    badClass("a class with a space", #""Tea Provider""#, #"is "Tea Provider"; \#(classRule)"#),
    badClass("a class that begins with a digit", #""1Tea""#, #"is "1Tea"; \#(classRule)"#),
    badClass("a class in nothing", #"".Tea""#, #"is ".Tea"; \#(classRule)"#),
    badClass(
      "a class that is code", #""Tea() } ; exit(1) ; let x = { Tea""#,
      #"is "Tea() } ; exit(1) ; let x = { Tea"; \#(classRule)"#),
    badClass("a generic class", #""Tea<Int>""#, #"is "Tea<Int>"; \#(classRule)"#),
    badClass("a class that is a word", #""Tea.self""#, #"is "Tea.self", in which "self" is a word of the language"#),
    badClass("a class that is no string", "true", "is a boolean, and has to be a string"),
  ]

  private static let textTable = [
    ManifestMistake("an empty file", "", "1:1: error: expected a value, found the end of the text; \(grammar)"),
    ManifestMistake(
      "a file that is not JSON", "id: com.example.tea\n", "1:1: error: expected a value, found 'i'; \(grammar)"),
    ManifestMistake(
      "a list", "\n [{}]", #"2:2: error: the text is an array, and has to be an object with the strings \#(strings)"#),
    ManifestMistake(
      "a word", "true", #"1:1: error: the text is a boolean, and has to be an object with the strings \#(strings)"#),
    mistake(
      "a comma at the end", #""TeaProvider""#, #""TeaProvider","#,
      "7:1: error: expected a name in quotation marks, found '}'; \(grammar)"),
    mistake("a missing comma", #""Tea","#, #""Tea""#, "4:3: error: expected ',' or '}', found '\"'; \(grammar)"),
    mistake(
      "a string that does not end", #""TeaProvider""#, #""TeaProvider"#,
      "6:24: error: found the control character 0x0A in a string; a string has control characters only as escapes; "
        + "write \\n, \\t or \\u000A instead"),
    ManifestMistake(
      "a file that is too large", right + String(repeating: " ", count: 65_536 - right.utf8.count + 1),
      "1:1: error: the JSON text has 65537 bytes, more than 65536; make the text smaller"),
  ]
}
