/// The rule for the images of a page: only those whose data is in the page itself.
enum ImageData {
  private static let beginnings: [StaticString] = [
    "data:image/png;base64,", "data:image/jpeg;base64,", "data:image/gif;base64,", "data:image/webp;base64,",
  ]

  /// Whether a source is the data of an image, which cannot contain a script or lead elsewhere.
  static func allows(_ source: ArraySlice<UInt8>) -> Bool {
    let length = beginnings.first { beginning in
      beginning.withUTF8Buffer { text in unsafe source.starts(with: text) }
    }?.utf8CodeUnitCount
    guard let length else { return false }
    return source.dropFirst(length).allSatisfy { byte in
      byte.isLetterOrDigit || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=")
    }
  }
}
