import AppControllerWeb
import Foundation
import TestSupport
import Testing

/// What `Tests/Serve/patches` applies in a browser.
@Suite(.enabled(if: PatchFile.path != nil)) struct `A file of patches` {
  @Test func `has pages before and after a patch`() throws {
    var random = SeededGenerator(seed: 27)
    var lines: [[String]] = []
    for _ in 0..<10_000 {
      var markup = RandomMarkup(using: &random)
      let old = MarkupTree(markup.bytes)
      for _ in 0...random.number(below: 6) { markup.change(using: &random) }
      let new = MarkupTree(markup.bytes)
      lines.append(
        [old.bytes, PagePatch(from: old, to: new).markup, new.bytes].map { String(decoding: $0, as: UTF8.self) })
    }
    let path = try #require(PatchFile.path)
    try JSONSerialization.data(withJSONObject: lines).write(to: URL(fileURLWithPath: path))
  }
}

private enum PatchFile {
  static let path = ProcessInfo.processInfo.environment["PATCH_FILE"]
}
