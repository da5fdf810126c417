internal import AppControllerKit

/// The bytes in which a quarantine is kept: a JSON array of objects.
enum QuarantineFile {
  static func bytes(of entries: [QuarantineEntry]) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginArray()
    for entry in entries {
      writer.beginObject()
      writer.member("code", entry.code)
      writer.key("date")
      writer.int(entry.date)
      writer.member("end", entry.end)
      if let id = entry.id { writer.member("id", id) }
      writer.member("lastWords", entry.lastWords)
      writer.member("path", entry.path)
      writer.member("phase", entry.phase)
      writer.member("sha256", entry.sha256)
      writer.key("size")
      writer.int(Int64(entry.size))
      writer.endObject()
    }
    writer.endArray()
    return writer.bytes
  }

  /// Reads entries; `nil` when the bytes are anything else.
  static func entries(of bytes: [UInt8]) -> [QuarantineEntry]? {
    guard let values = try? JSONReader.read(bytes).arrayValue else { return nil }
    var entries: [QuarantineEntry] = []
    for value in values {
      guard let entry = QuarantineEntry(value) else { return nil }
      entries.append(entry)
    }
    return entries
  }
}

extension QuarantineEntry {
  fileprivate init?(_ value: JSONValue) {
    guard let sha256 = value["sha256"]?.stringValue, Digest(sha256) != nil, let size = value["size"]?.intValue,
      let path = value["path"]?.stringValue, let date = value["date"]?.intValue, let code = value["code"]?.stringValue,
      let phase = value["phase"]?.stringValue, let end = value["end"]?.stringValue,
      let lastWords = value["lastWords"]?.stringValue
    else { return nil }
    self.init(
      sha256: sha256, size: Int(size), path: path, id: value["id"]?.stringValue, date: date, code: code, phase: phase,
      end: end, lastWords: lastWords
    )
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ name: String, _ text: String) {
    key(name)
    string(text)
  }
}
