import AppControllerKit
import Foundation
import TestSupport
import Testing

@testable import ProviderPlugins

@Suite struct `A digest` {
  /// Examples of FIPS 180 and of NIST's validation program.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
    (
      String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ])
  func `is NIST's`(_ text: String, _ digest: String) {
    #expect(Digest(of: Array(text.utf8).span).description == digest)
  }

  @Test func `is the same in parts of every size`() {
    let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let whole = Digest(of: bytes.span)
    for size in 1...150 {
      var hash = SHA256()
      for start in stride(from: 0, to: bytes.count, by: size) {
        hash.update(Array(bytes[start..<min(start + size, bytes.count)]).span)
      }
      #expect(Digest(bytes: hash.finalized()) == whole, "\(size)")
    }
  }

  // Lengths at which the padding needs another block, and at which it does not.
  @Test func `is the system's for every length up to three blocks`() throws {
    let folder = try TestFolder()
    let sum = try #require(Tool.find("sha256sum"))
    let names = try (0...192).map { try folder.write([UInt8](repeating: 0x61, count: $0), to: "\($0)") }
    let lines = try Tool.run(sum, names).output.split(separator: "\n")
    #expect(lines.count == 193)
    for (count, line) in lines.enumerated() {
      let digest = Digest(of: [UInt8](repeating: 0x61, count: count).span)
      #expect(line.hasPrefix("\(digest) "), "\(count)")
    }
  }

  @Test func `is read from 64 digits and nothing else`() throws {
    let digest = Digest(of: Array("kitty".utf8).span)
    #expect(Digest("\(digest)") == digest)
    #expect(Digest("\(digest)".uppercased()) == digest)
    for text in [
      "", "\(digest)0", String("\(digest)".dropLast()), "\("\(digest)".dropLast())g", "\("\(digest)".dropLast())é",
    ] {
      #expect(Digest(text) == nil, "\(text)")
    }
  }
}
