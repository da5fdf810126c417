internal import AppControllerJSON
import AppControllerKit
import ProviderPlugins

// How providers and what is wrong with them are printed, the same in every command.
extension PluginError {
  /// The error as lines of a list.
  func lines(as heading: String, indentedBy indent: String = "") -> [String] {
    [
      "\(indent)\(heading): \(what.displayable) [\(code.rawValue)]", "\(indent)  why: \(why.displayable)",
      "\(indent)  fix: \(fix.displayable)",
    ]
  }
}

extension JSONWriter {
  /// Writes an array, each element as it is to be written.
  mutating func array<Element>(of elements: [Element], _ write: (Element, inout JSONWriter) -> Void) {
    beginArray()
    for element in elements { write(element, &self) }
    endArray()
  }

  /// Writes an array, each element by a function of the writer.
  mutating func array<Element>(of elements: [Element], _ write: (inout JSONWriter, Element) -> Void) {
    array(of: elements) { element, writer in write(&writer, element) }
  }

  mutating func string(orNull text: String?) {
    if let text { string(text) } else { null() }
  }

  /// Writes an error.
  mutating func problem(_ error: PluginError) {
    object([("code", error.code.rawValue), ("fix", error.fix), ("what", error.what), ("why", error.why)])
  }

  /// Writes what a provider says of itself.
  mutating func note(_ note: ProviderNote) {
    beginObject()
    key("abi")
    beginObject()
    for (name, number) in [
      ("majorMax", note.abi.majors.upperBound), ("majorMin", note.abi.majors.lowerBound), ("minor", note.abi.minor),
    ] {
      key(name)
      int(Int64(number))
    }
    endObject()
    for (name, text) in [("id", note.id), ("name", note.name), ("vendor", note.vendor), ("version", note.version)] {
      key(name)
      string(text)
    }
    endObject()
  }
}
