import AppControllerJSON
import TestSupport
import Testing

@testable import AppControllerInterface
@testable import AppControllerKit

/// Tables, charts, secrets and QR codes: what is right, and what every face says of it.
@Suite struct `Data in an interface` {
  private static func json(_ node: String) throws -> InterfaceDescription {
    try InterfaceDescription(
      json: Array(#"{"root":{"kind":"screen","id":"s","label":"S","children":[\#(node)]}}"#.utf8))
  }

  private static let orders = InterfaceDescription("orders") {
    Screen("s", title: "S") {
      Table("Orders", columns: [.init("Order"), .init("Price", alignment: .end, weight: 2)]) {
        Row("o1", "Order 1042", action: "open") {
          Text("#1042")
          Text("18.50")
        }
        Row {
          Text("two\nlines")
          Link("bill", "Bill", url: "https://example.com/")
        }
      }
    }
  }

  private static func images(_ count: Int) -> String {
    (0..<count).map { #"{"kind":"image","media":{"asset":"a\#($0)","alt":"A"}}"# }.joined(separator: ",")
  }

  private static func row(_ cells: Int, of columns: Int = 1, more: String = "") -> String {
    let heads = (0..<columns).map { #"{"label":"\#($0)"}"# }.joined(separator: ",")
    let texts = (0..<cells).map { _ in #"{"kind":"text","text":"T"}"# }.joined(separator: ",")
    return #"{"kind":"table","columns":[\#(heads)],"children":[{"kind":"row"\#(more),"children":[\#(texts)]}]}"#
  }

  @Test(
    arguments: [
      (row(1), []), (row(2, of: 2), []), (row(8, of: 8), []), (row(9, of: 9), ["ACK1241"]),
      (row(1, of: 2), ["ACK1208"]), (row(3, of: 2), ["ACK1208"]), (row(0), ["ACK1208"]),
      (row(1, more: #","action":{"name":"a"}"#), ["ACK1202", "ACK1204"]),
      (row(1, more: #","id":"r","label":"R","action":{"name":"a"}"#), []),
      (#"{"kind":"table"}"#, ["ACK1241"]), (#"{"kind":"table","columns":2}"#, ["ACK1205"]),
      (#"{"kind":"table","columns":["Order"]}"#, ["ACK1241"]),
      (#"{"kind":"table","columns":[{"label":""}]}"#, ["ACK1241"]),
      (#"{"kind":"table","columns":[{"label":"A","weight":13}]}"#, ["ACK1241"]),
      (#"{"kind":"table","columns":[{"label":"A","weight":0}]}"#, ["ACK1241"]),
      (#"{"kind":"table","columns":[{"label":"A","weight":1.5}]}"#, ["ACK1205"]),
      (#"{"kind":"table","columns":[{"label":"A","align":"left"}]}"#, ["ACK1225"]),
      (#"{"kind":"table","columns":[{"label":"A","algin":"end"}]}"#, ["ACK1232"]),
      (#"{"kind":"table","columns":[{"label":"A"}],"children":[{"kind":"text","text":"T"}]}"#, ["ACK1207"]),
      (#"{"kind":"row"}"#, ["ACK1207"]), (#"{"kind":"grid","columns":[{"label":"A"}]}"#, ["ACK1205"]),
      (#"{"kind":"chart","label":"C","values":[1,2.5,-3]}"#, []), (#"{"kind":"chart","label":"C"}"#, ["ACK1242"]),
      (#"{"kind":"chart","values":[1]}"#, ["ACK1204"]), (#"{"kind":"chart","label":"C","values":["1"]}"#, ["ACK1205"]),
      (#"{"kind":"chart","label":"C","values":[1],"labels":["a","b"]}"#, ["ACK1242"]),
      (#"{"kind":"chart","label":"C","values":[1],"labels":[1]}"#, ["ACK1205"]),
      (#"{"kind":"chart","label":"C","values":[1],"style":"pie"}"#, ["ACK1225"]),
      (#"{"kind":"secret","id":"x","label":"X","secret":{"value":"v"}}"#, []),
      (#"{"kind":"secret","label":"X","secret":{"value":"v"}}"#, ["ACK1202"]),
      (#"{"kind":"secret","id":"x","label":"X"}"#, ["ACK1243"]),
      (#"{"kind":"image","media":{"asset":"logo","alt":"A"}}"#, []),
      (#"{"kind":"image","media":{"asset":"logo"}}"#, ["ACK1210"]),
      (#"{"kind":"image","media":{"asset":"logo","decorative":true}}"#, []),
      (#"{"kind":"image","media":{"asset":"","alt":"A"}}"#, ["ACK1244"]),
      (#"{"kind":"image","media":{"asset":"../logo.png","alt":"A"}}"#, ["ACK1244"]),
      (#"{"kind":"image","media":{"asset":1,"alt":"A"}}"#, ["ACK1205"]),
      (images(16) + "," + images(16), []), (images(17), ["ACK1244"]), (images(18), ["ACK1244", "ACK1244"]),
      (#"{"kind":"secret","id":"x","label":"X","secret":{"text":"v"}}"#, ["ACK1206", "ACK1243"]),
      (#"{"kind":"code","text":"T","qr":"https://example.com/"}"#, []),
      (#"{"kind":"code","text":"T","qr":"http://example.com/"}"#, ["ACK1223"]),
      (#"{"kind":"text","text":"T","qr":"https://example.com/"}"#, ["ACK1206"]),
    ] as [(String, [String])])
  func `is checked by its rules`(node: String, codes: [String]) throws {
    #expect(try Self.json(node).validate().map(\.code.rawValue) == codes)
  }

  @Test(
    arguments: [
      (1_000, 64, 1_024, 134, []), (1_001, 65, 1_025, 135, ["ACK1241", "ACK1242", "ACK1243", "ACK1223"]),
    ] as [(Int, Int, Int, Int, [String])])
  func `has limits`(rows: Int, values: Int, secret: Int, url: Int, codes: [String]) {
    let start = "https://example.com/"
    let interface = InterfaceDescription("d") {
      Screen("s", title: "S") {
        Table(columns: [.init("A")]) { for _ in 0..<rows { Row { Text("T") } } }
        Chart("C", values: Array(repeating: 1, count: values))
        SecretText("x", "X", value: String(repeating: "v", count: secret))
        Code("T", qrCode: start + String(repeating: "a", count: url - start.utf8.count))
      }
    }
    #expect(interface.validate().map(\.code.rawValue) == codes)
  }

  @Test func `is the same however its numbers and defaults are written`() throws {
    let written = InterfaceDescription("d") {
      Screen("s", title: "S") {
        Table(columns: [.init("A", weight: 2)]) {}
        Chart("C", values: [1, 0, 2.5])
      }
    }
    let read = try InterfaceDescription(
      json: Array(
        #"""
        {"id":"d","root":{"kind":"screen","id":"s","label":"S","children":[
          {"kind":"table","columns":[{"weight":2.0,"label":"A","align":"start"}]},
          {"kind":"chart","label":"C","style":"bar","labels":[],"values":[1,-0.0,2.5]}]}}
        """#.utf8))
    #expect(written == read)
    #expect(JSONRenderer().render(written) == JSONRenderer().render(read))
    let chart = try #require(read.allNodes.first { $0.kind == .chart }?.chart)
    #expect(chart == ChartDescription(values: [1, 0, 2.5], labels: [], unit: nil))
    #expect(read.allNodes.first { $0.kind == .table }?.tableColumns == [TableColumn("A", weight: 2)])
  }

  @Test func `is said in words`() {
    #expect(
      Self.orders.accessibleElements().map(\.description) == [
        #"main "S""#, #"  table "Orders""#,
        #"    row "Order 1042" value="Order: #1042; Price: 18.50" (pressable)"#,
        #"    row "Order: two lines; Price: Bill""#, #"      link "Bill" value="https://example.com/""#,
      ])
    #expect(
      TextRenderer().render(Self.orders) == """
        == S ==
        Orders:
          - Order: #1042; Price: 18.50 >
          - Order: two lines; Price: Bill
            Bill <https://example.com/>

        """)
  }

  @Test(
    arguments: [
      ([1, 2], ["Mon", "Tue"], nil, "Mon 1, Tue 2"), ([1.5, 2], [], "kg", "1.5 kg, 2 kg"),
      (Array(1...12).map(Double.init), [], nil, "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12"),
      (Array(1...13).map(Double.init).reversed(), [], "h", "min 1 h, max 13 h, last 1 h"),
      ([1e300, -1e300], [], nil, "1e+300, -1e+300"),
    ] as [([Double], [String], String?, String)])
  func `has a chart's numbers, or of many what matters`(
    values: [Double], labels: [String], unit: String?, words: String
  ) {
    let interface = InterfaceDescription("d") {
      Screen("s", title: "S") { Chart("C", values: values, labels: labels, unit: unit) }
    }
    #expect(TextRenderer().render(interface) == "== S ==\nC: \(words)\n")
  }

  @Test func `keeps a secret out of everything but the description`() throws {
    let interface = InterfaceDescription("d") {
      Screen("s", title: "S") { SecretText("x", "Recovery code", value: "canary-1") }
    }
    #expect(try #require(interface.node(withID: "x")?.secret) == Secret("canary-1"))
    #expect(TextRenderer().render(interface) == "== S ==\nRecovery code: (hidden)\n")
    #expect(interface.accessibleElements().last?.description == #"  button "Recovery code" value="(hidden)""#)
    let page = HTMLRenderer().render(interface)
    #expect(!page.contains("canary"))
    #expect(page.contains(#"name=":reveal" value="x""#))
    #expect(!"\(interface) \(interface.root)".contains("canary"))
    #expect(!interface.lint().map(\.text).joined().contains("canary"))
  }

  @Test func `draws a QR code black on white`() throws {
    let interface = InterfaceDescription("d") {
      Screen("s", title: "S") { Code("T", qrCode: "https://example.com/d?c=T") }
    }
    let page = HTMLRenderer().render(interface)
    #expect(page.contains(##"<path fill="#fff" d="M0 0h33v33H0z"/><path fill="#000" d="M4 4h7v1h-7z"##))
    #expect(page.contains(##"<a href="https://example.com/d?c=T"##))
    #expect(TextRenderer().render(interface).contains("QR code for example.com <https://example.com/d?c=T>"))
  }

  @Test func `leaves an older host what it can show`() throws {
    // The names of kinds that are as unknown here as the new ones are there.
    let older = try Self.json(
      #"""
      {"kind":"table2","columns":[{"label":"A"}],"children":[{"kind":"row2","id":"r","label":"R",
        "action":{"name":"a"},"children":[{"kind":"text","text":"#1042"},{"kind":"text","text":"18.50"}]}]},
      {"kind":"chart2","label":"Orders: 2 to 11","values":[2,11]},
      {"kind":"secret2","id":"x","label":"Recovery code","secret":{"value":"canary"}}
      """#)
    #expect(TextRenderer().render(older) == "== S ==\n#1042\n18.50\nOrders: 2 to 11\nRecovery code\n")
  }
}

/// A face keeps the elements of a node until a step says that it has changed.
@Suite struct `The steps of a table` {
  private static func table(_ head: String, _ cell: String) -> InterfaceDescription {
    InterfaceDescription("d") {
      Screen("s", title: "S") {
        Table("T", columns: [.init(head)]) { Row("r", "R", action: "a") { Text(cell).id("c") } }.id("t")
      }
    }
  }

  @Test(arguments: [("A", "2"), ("B", "1")])
  func `name the row when what it says is another`(head: String, cell: String) throws {
    let old = try #require(ScreenPicture(of: Self.table("A", "1")))
    let new = try #require(ScreenPicture(of: Self.table(head, cell)))
    let updated = new.steps(since: old).compactMap { step in
      if case .updated(let node, let aspects) = step, aspects.contains(.properties) { node.node.id } else { nil }
    }
    #expect(updated.contains("r"))
    #expect(new.steps(since: new).isEmpty)
  }
}
