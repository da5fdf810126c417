import AppControllerKit
import ProviderABI
import ProviderNoteGenerator
import TestSupport
import Testing

@Suite struct `A provider.json` {
  /// Returns the messages about a text.
  private func lines(_ text: String) -> [String] {
    do throws(ManifestFaults) {
      _ = try ProviderManifest(json: Array(text.utf8))
      return []
    } catch {
      return error.lines(about: "provider.json").split(separator: "\n").map(String.init)
    }
  }

  @Test(arguments: ManifestMistake.table)
  func `with a mistake is refused with its place and what to do`(_ mistake: ManifestMistake) {
    #expect(lines(mistake.text) == mistake.lines.map { "provider.json:\($0)" })
  }

  @Test func `says who the provider is, and where its class is named`() throws {
    let manifest = try ProviderManifest(json: Array(ManifestMistake.right.utf8))
    #expect(NoteText.allCases.map(manifest.text) == ["com.example.tea", "Tea", "1.0.0", "Example Ltd."])
    #expect(manifest.providerClass == "TeaProvider")
    #expect(manifest.classPosition.line == 6)
    #expect(manifest.classPosition.column == 13)
  }

  @Test func `may have the longest texts and every character that can be shown`() throws {
    let name = #"\"Tee\" \\(für) 🫖"#
    let text = ManifestMistake.right.replacing(#""Tea""#, with: "\"\(name)\"")
      .replacing("com.example.tea", with: String(repeating: "i", count: 64))
      .replacing("TeaProvider", with: "Häuser._Tee2")
    let manifest = try ProviderManifest(json: Array(text.utf8))
    #expect(manifest.text(.name) == #""Tee" \(für) 🫖"#)
    #expect(manifest.providerClass == "Häuser._Tee2")
  }

  @Test func `with very many mistakes has some of them listed`() {
    let keys = (0..<500).map { "\"k\($0)\": 0" }.joined(separator: ", ")
    let lines = lines("{\(keys)}")
    #expect(lines.count == 21)
    #expect(lines.last == "provider.json: note: there are 485 more")
  }

  @Test func `that is not there is asked for`() throws {
    let path = try TestFolder().path(of: "provider.json")
    let error = #expect(throws: ManifestFaults.self) { try ProviderManifest(ofFile: path) }
    #expect(
      error?.lines(about: path) == """
        \(path):1:1: error: cannot read it: the system says: No such file or directory; put one beside the sources: \
        an object with the strings "id", "name", "version", "vendor", "class"

        """
    )
  }
}
