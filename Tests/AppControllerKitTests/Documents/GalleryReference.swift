import AppControllerKit
import InterfaceGallery
import TestSupport
import Testing

/// The gallery's part of the reference: how each interface is drawn, and where its sources are.
struct GalleryReference {
  private static let folder = "Tests/Gallery/"
  private let swift: [(path: String, source: ExampleSource)]
  private let json: ExampleSource
  private let c: ExampleSource

  init() throws {
    swift = try ["SigningIn", "Greeter", "Browsing", "Interrupting", "Asking"].map { topic in
      let path = "\(Self.folder)InterfaceGallery/Gallery+\(topic).swift"
      return (path, try ExampleSource(path))
    }
    json = try ExampleSource("\(Self.folder)gallery.json")
    c = try ExampleSource("\(Self.folder)gallery.c")
  }

  func text() throws -> String {
    try Gallery.screens.map { screen in
      """
      ### The \(screen.name) screen

      \(screen.subject)

      \(try links(to: screen))

      \(Markdown.block("text", Self.shortened(TextRenderer().render(screen.interface))))
      """
    }.joined(separator: "\n\n")
  }

  private func links(to screen: GalleryScreen) throws -> String {
    let swift = swift.compactMap { path, source in
      source.line(of: "\"\(screen.name)\", language:").map { "\(path)#L\($0)" }
    }
    let json = json.line(of: "\"\(screen.name)\": {").map { "\(Self.folder)gallery.json#L\($0)" }
    let c = c.line(of: "DOCUMENT(\"\(screen.name)\")").map { "\(Self.folder)gallery.c#L\($0 - 1)" }
    #expect(swift.count == 1 && json != nil && c != nil, "\(screen.name) is not in all three")
    return "[Swift](../\(swift.first ?? "")),\n[JSON](../\(json ?? "")), [C](../\(c ?? ""))"
  }

  /// Long lines end in an ellipsis, so that the messages of the greeter can be overlooked.
  private static func shortened(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.count > 100 ? $0.prefix(99) + "…" : $0 }
      .joined(separator: "\n")
  }
}
