import AppControllerKit
import AppControllerTerminal
import Foundation
import TestSupport
import Testing

/// Every kind can have a hint, and can wait for something.
@Suite struct `What every node can have` {
  @Test(arguments: [
    #"{"kind":"group","label":"L""#, #"{"kind":"list","label":"L""#, #"{"kind":"grid","label":"L""#,
    #"{"kind":"item","label":"L""#, #"{"kind":"text","text":"T""#, #"{"kind":"code","text":"T""#,
    #"{"kind":"image","media":{"source":"x","alt":"A"}"#, #"{"kind":"field","id":"n","label":"L","input":{"name":"n"}"#,
    #"{"kind":"toggle","id":"n","label":"L","input":{"name":"n"}"#,
    #"{"kind":"choice","id":"n","label":"L","input":{"name":"n","options":[{"value":"a"}]}"#,
    #"{"kind":"button","id":"n","label":"L","action":{"name":"a"}"#,
    #"{"kind":"link","id":"n","label":"L","url":"https://example.com/""#,
    #"{"kind":"progress","label":"L""#, #"{"kind":"banner","text":"T""#,
    #"{"kind":"table","label":"L","columns":[{"label":"A"}]"#, #"{"kind":"chart","label":"L","values":[1,2]"#,
    #"{"kind":"chart","label":"L","style":"line","values":[1,2]"#,
    #"{"kind":"secret","id":"n","label":"L","secret":{"value":"v"}"#,
    #"{"kind":"screen","id":"s","label":"S","children":[{"kind":"text","text":"T"}]"#,
  ])
  func `is said in every face, whatever its kind`(node: String) throws {
    let common = #","hint":"Why it is there","busy":true}"#
    let isScreen = node.hasPrefix(#"{"kind":"screen""#)
    let root = isScreen ? node + common : #"{"kind":"screen","id":"s","label":"S","children":[\#(node)\#(common)]}"#
    let interface = try InterfaceDescription(json: Array(#"{"root":\#(root)}"#.utf8))
    var dialogue = LineDialogue()
    let faces = [
      TextRenderer().render(interface),
      dialogue.show(try #require(ScreenPicture(of: interface))).joined(separator: "\n"),
      interface.accessibleElements().map(\.description).joined(separator: "\n"),
      TerminalRenderer().render(interface, traits: TraitCollection(81, 0)).transcript,
      HTMLRenderer().render(interface).components(separatedBy: "<body").last ?? "",
    ]
    for face in faces {
      #expect(face.contains("Why it is there"))
      #expect(face.contains("busy"))
    }
  }
}
