import AppControllerKit
import ForeignInterfaces
import TestSupport
import Testing

@Suite struct `Importing hostile files` {
  private func kind(_ text: String) -> ImportFailure.Kind? {
    do {
      _ = try ForeignFormat.importInterface(Array(text.utf8), named: "hostile")
      return nil
    } catch {
      return error.kind
    }
  }

  private func surface(_ components: String) -> String {
    #"{"updateComponents":{"surfaceId":"s","components":["# + components + "]}}"
  }

  @Test func `ends at ten thousand components in each other`() {
    let chain = (0..<10_000).map {
      #"{"id":"\#($0 == 0 ? "root" : "c\($0)")","component":"Card","child":"c\#($0 + 1)"}"#
    }
    #expect(kind(surface(chain.joined(separator: ","))) == .tooDeep)
  }

  @Test func `ends at components in themselves`() {
    let ring = (0..<5000).map { #"{"id":"\#($0 == 0 ? "root" : "c\($0)")","component":"Text","text":"x"}"# }
    #expect(kind(surface(ring.joined(separator: ","))) == nil)
    #expect(kind(surface(#"{"id":"root","component":"Modal","trigger":"root","content":"root"}"#)) == .cycle)
    #expect(kind(surface(#"{"id":"root","component":"Tabs","tabs":[{"title":"x","child":"root"}]}"#)) == .cycle)
    let data = #"{"updateDataModel":{"surfaceId":"s","value":{"l":[1,2]}}}"#
    let template = #"{"id":"root","component":"List","children":{"componentId":"root","path":"/l"}}"#
    #expect(kind("[\(surface(template)),\(data)]") == .cycle)
  }

  /// Nothing of it has any text, so that only the number of elements can end it.
  @Test func `ends at components that are used twice by each other`() {
    let rows = (0..<40).map {
      #"{"id":"\#($0 == 0 ? "root" : "c\($0)")","component":"Row","children":["c\#($0 + 1)","c\#($0 + 1)"]}"#
    }
    let last = #"{"id":"c40","component":"Divider"}"#
    #expect(kind(surface((rows + [last]).joined(separator: ","))) == .tooLarge)
  }

  @Test func `ends at brackets, elements and texts without end`() {
    #expect(kind(#"{"type":"AdaptiveCard","body":"# + String(repeating: "[", count: 100_000)) == .unreadable)
    let text = #"{"type":"TextBlock","text":"x"}"#
    let body = Array(repeating: text, count: 20_000).joined(separator: ",")
    #expect(kind(#"{"type":"AdaptiveCard","body":[\#(body)]}"#) == .tooLarge)
    let long = String(repeating: "long ", count: 400_000)
    #expect(kind(#"{"type":"AdaptiveCard","body":[{"type":"TextBlock","text":"\#(long)"}]}"#) == .tooLarge)
    let list = Array(repeating: "1", count: 50_000).joined(separator: ",")
    let template = #"{"id":"root","component":"Column","children":{"componentId":"t","path":"/l"}}"#
    let entry = #"{"id":"t","component":"Text","text":{"path":""}}"#
    let data = #"{"updateDataModel":{"surfaceId":"s","value":{"l":[\#(list)]}}}"#
    #expect(kind("[\(surface(template + "," + entry)),\(data)]") == .tooLarge)
  }

  @Test func `takes many buttons that each send many inputs`() {
    let inputs = (0..<2000).map { #"{"type":"Input.Text","id":"i\#($0)","label":"I"}"# }
    let buttons = Array(repeating: #"{"type":"Action.Submit","title":"Send"}"#, count: 2000)
    let card = #"{"type":"AdaptiveCard","body":[\#((inputs + buttons).joined(separator: ","))]}"#
    #expect(kind(card) == .tooLarge)
  }

  @Test func `has an answer to every sample that is cut or broken anywhere`() throws {
    for sample in ForeignSample.own where sample.failure == nil && sample.content.count < 8000 {
      var generator = SeededGenerator(seed: sample.content.count)
      for _ in 0..<20 {
        var bytes = sample.content
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes.removeLast(bytes.count - place)
        case 1: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        // Quotation marks, braces and digits make other JSON of it more often than other bytes do.
        case 2: bytes[place] = Array("\"{}[]:,0-tfn\\".utf8).randomElement(using: &generator) ?? 0
        default: bytes.replace(Array("\"type\"".utf8), with: Array("\"id\"".utf8), maxReplacements: 2)
        }
        do throws(ImportFailure) {
          let imported = try ForeignFormat.importInterface(bytes, named: "broken")
          #expect(!HTMLRenderer().render(imported.description).isEmpty)
        } catch {
          #expect(error.kind != .refused, "\(sample): \(error)")
        }
      }
    }
  }
}
