import Foundation
import Testing

@Suite("The README")
struct ReadmeTests {
  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func `its example is the code that is compiled here`() throws {
    let readme = try String(contentsOf: Self.package.appendingPathComponent("README.md"), encoding: .utf8)
    let source = try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("ReadmeExample.swift"),
      encoding: .utf8
    )
    let begin = try #require(source.range(of: "// README: begin\n")?.upperBound)
    let end = try #require(source.range(of: "// README: end\n")?.lowerBound)
    #expect(readme.contains("```swift\n\(source[begin..<end])```\n"))
  }

  @Test func `its example prints what the README says`() async throws {
    let readme = try String(contentsOf: Self.package.appendingPathComponent("README.md"), encoding: .utf8)
    let output = try await runNotes()
    #expect(output.hasSuffix("will login, did login, will logout, did logout"))
    #expect(readme.contains("```text\n\(output)\n```\n"))
  }
}
