import AppControllerKit

/// The files that every page links; their names change with their content, so that a browser may cache them without
/// limit.
struct PageFiles: Sendable {
  struct File: Sendable {
    let name: String
    let type: String
    let bytes: [UInt8]

    init(_ name: String, _ ending: String, _ type: String, _ bytes: [UInt8]) {
      self.name = "\(name)-\(SHA256.hexadecimalDigest(of: bytes).prefix(12)).\(ending)"
      (self.type, self.bytes) = (type, bytes)
    }
  }

  static let all = PageFiles()

  let style = File("live", "css", "text/css; charset=utf-8", Array(StyleSheet.live.text.utf8))
  let script = File("live", "js", "text/javascript; charset=utf-8", PackageResources.live_js)

  private init() {}

  subscript(name: String) -> File? { [style, script].first { $0.name == name } }
}
