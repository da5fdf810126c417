import AppControllerKit
import AppControllerTerminal
import InterfaceGallery
import Testing

@Suite struct `What a frame says` {
  /// Returns the elements as a frame can express them: without the content type of a field, and with trimmed texts.
  func expected(_ elements: [AccessibleElement]) -> [FrameReader.Thing] {
    var things: [FrameReader.Thing] = []
    // A layer covers the elements below it.
    let start = elements.lastIndex { $0.role == .dialog } ?? 0
    let selected = elements.last { $0.role == .tab && $0.states.contains(.selected) }?.name
    for element in Array(elements[start...]).withoutFoldedOptions {
      // A title that the selected tab has is not repeated.
      if element.role == .main, element.name == selected { continue }
      let role = role(of: element)
      if role == "" || element.name.isEmpty { continue }
      var name = element.name
      if element.role == .code { name = element.name + ": " + (element.value ?? "") }
      // A secret has dots.
      if element.role == .button, element.value != nil { name = element.name + ": ••••••••" }
      var thing = FrameReader.Thing(role: role, name: name.split(separator: "\n").joined(separator: " "))
      thing.states = Set(element.states.names)
      thing.error = element.error
      if role == "input" || role == "checkBox" { thing.hint = element.hint }
      if role == "paragraph", let last = things.indices.last, things[last].role == "paragraph" {
        things[last].name += " " + thing.name
      } else {
        things.append(thing)
      }
      if element.role == .button, element.value != nil, let hint = element.hint {
        things.append(FrameReader.Thing(role: "paragraph", name: hint))
      }
    }
    return things
  }

  private func role(of element: AccessibleElement) -> String {
    switch element.role {
    case .button where element.value != nil: "code"
    case .main, .dialog, .region, .form, .group, .list, .table, .heading: "heading"
    case .tabList: ""
    case .textInput, .multilineTextInput, .emailInput, .passwordInput, .numberInput, .spinButton, .dateInput,
      .timeInput,
      .dateTimeInput, .urlInput, .searchInput:
      "input"
    case .listItem, .row, .figure, .image, .progressIndicator, .alert, .status, .checkBox, .radioGroup, .radioButton,
      .tab, .link,
      .paragraph,
      .code, .button:
      element.role.rawValue
    }
  }

  // The cells of a table stand side by side, and are read by a test of tables.
  @Test(arguments: Gallery.screens.filter { $0.name != "orders" })
  func `is what every face says, in the same order`(screen: GalleryScreen) throws {
    // A grid and a row of fields can be read only when they are in one column.
    let columns: Int = ["feed", "booking"].contains(screen.name) ? 49 : 81
    let interface = screen.name == "booking" ? try screen.interface.inOneColumn() : screen.interface
    let frame = TerminalRenderer(showsQRCodes: false).render(interface, traits: TraitCollection(columns, 0))
    let found = FrameReader(frame).things
    // What has no label to see is not found by it.
    let expected = expected(
      interface.accessibleElements().filter { element in
        element.id.flatMap(interface.node)?.isLabelHidden != true
      })
    #expect(found.count == expected.count)
    for (found, expected) in zip(found, expected) { #expect(found == expected) }
  }

  @Test func `follows what was typed, chosen and told`() throws {
    let interface = try #require(Gallery.interface(named: "form-error"))
    let state = PresentationState(
      values: [
        "name": .text("Mia"), "new-password": .secret(Secret("hunter2hunter2")), "repeat": .text("hunter2hunter2"),
        "terms": .text("true"),
      ],
      fieldErrors: ["email": "Nobody has this address", "terms": "Read them first"]
    )
    let frame = TerminalRenderer().render(interface, state: state, traits: TraitCollection(81, 0))
    let (found, expected) = (FrameReader(frame).things, expected(interface.accessibleElements(state: state)))
    #expect(found.count == expected.count)
    for (found, expected) in zip(found, expected) { #expect(found == expected) }
    #expect(found.contains { $0.name == "Create account" && $0.states == [] })
    #expect(found.contains { $0.name == "Email" && $0.error == "Nobody has this address" })
    #expect(!frame.transcript.contains("hunter"))
  }

  @Test func `says a choice of many options by its name and what is chosen`() throws {
    let interface = InterfaceDescription("x") {
      Screen("s", title: "Screen") {
        Picker("one", "One", options: (0..<6).map { .init("o\($0)", label: "Option \($0)") }, selection: ["o4"])
        Toggle("two", "Two")
      }
    }
    let frame = TerminalRenderer().render(interface, traits: TraitCollection(59, 0))
    #expect(FrameReader(frame).things == expected(interface.accessibleElements()))
    #expect(frame.transcript.contains("Option 4") && !frame.transcript.contains("Option 3"))
  }

  @Test func `marks the way back, and what is chosen among several`() throws {
    let interface = InterfaceDescription("x") {
      NavigationStack {
        Screen("below", title: "Below") {}
        Screen("top", title: "Top") {
          Picker("one", "One", options: [.init("a"), .init("b")], selection: ["b"])
        }
      }
    }
    let frame = TerminalRenderer().render(interface, traits: TraitCollection(40, 0))
    let found = FrameReader(frame).things.map(\.description)
    #expect(
      found == [
        #"button "Back" []"#, #"heading "Top" []"#, #"radioGroup "One" []"#, #"radioButton "a" []"#,
        #"radioButton "b" ["checked"]"#,
      ]
    )
  }
}
