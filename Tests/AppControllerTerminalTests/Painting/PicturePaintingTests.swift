import AppControllerKit
import AppControllerKitTesting
import TestSupport
import Testing

@testable import AppControllerTerminal

/// A picture of a provider on a terminal: in half blocks, through kitty's protocol, in a drawing, and as text.
@Suite struct `A picture on a terminal` {
  private static let red = TestPNG.plain(16, 16).bytes
  private static let interface = InterfaceDescription("d", language: "en") {
    Screen("s", title: "S") {
      Text("Above")
      Image(asset: "logo", alternative: "A red square").hint("It is the door.")
      for number in 0..<12 { Text("Line \(number)") }
      Button("go", "Go", action: "go")
    }
  }

  private let state: PresentationState
  private let renderer: TerminalRenderer

  init() throws {
    state = PresentationState(assets: ["logo": try AssetImage(Self.red)])
    renderer = TerminalRenderer(assets: PNGDecoder.decoder)
  }

  private func frame(
    _ renderer: TerminalRenderer? = nil, columns: Int = 40, rows: Int = 24, scroll: Int = 0,
    direction: TextDirection = .auto
  ) -> TerminalFrame {
    var traits = TraitCollection(columns, rows)
    traits.direction = direction
    var interaction = InteractionState()
    interaction.scroll = scroll
    return (renderer ?? self.renderer).render(
      FaceSnapshot(of: Self.interface, state: state, traits: traits), interaction: interaction)
  }

  private func written(_ frame: TerminalFrame, _ colors: TerminalColors, after old: TerminalFrame? = nil) -> String {
    String(decoding: FrameWriter(colors: colors).bytes(for: frame, after: old), as: UTF8.self)
  }

  @Test func `takes the cells that it needs, and the place of its text`() throws {
    let frame = frame()
    let picture = try #require(frame.pictures.first)
    #expect(picture.rectangle.columns == 4 && picture.rectangle.rows == 2 && frame.pictures.count == 1)
    #expect(picture.seen == picture.rectangle.row..<picture.rectangle.row + 2)
    #expect(
      frame.grid.text(ofRow: picture.rectangle.row - 2).contains("Above")
        || frame.grid.text(ofRow: picture.rectangle.row - 1).contains("Above"))
    let text = frame.transcript
    #expect(!text.contains("A red square") && text.contains("It is the door."))
    for row in picture.seen {
      for column in 0..<4 {
        #expect(frame.grid[row, picture.rectangle.column + column].style.attributes == .picture)
      }
    }
  }

  @Test func `is in half blocks of 256 or of all colours, whether the background is known or not`() {
    let all = written(frame(), .trueColor)
    #expect(all.ranges(of: "\u{1B}[0;38;2;255;0;0;48;2;255;0;0m▀").count == 8)
    #expect(written(frame(), .indexed).ranges(of: "\u{1B}[0;38;5;196;48;5;196m▀").count == 8)
    for colors in [TerminalColors.sixteen, .none] {
      #expect(!written(frame(), colors).contains("▀"))
    }
    #expect(written(frame(), .trueColor, after: frame()).isEmpty)
  }

  @Test func `lets the background through where it is transparent`() throws {
    var style = StyleWriter(.none, TerminalPalette(), pictureColors: .trueColor)
    let pixels = CellPicture.Pixel(red: 1, green: 2, blue: 3, alpha: 255)
    let nothing = CellPicture.Pixel(red: 1, green: 2, blue: 3, alpha: 0)
    func text(_ upper: CellPicture.Pixel, _ lower: CellPicture.Pixel) -> String {
      var bytes: [UInt8] = []
      style.put(upper, over: lower, &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect(text(pixels, nothing) == "\u{1B}[0;38;2;1;2;3m▀")
    #expect(text(nothing, pixels) == "\u{1B}[0;38;2;1;2;3m▄")
    #expect(text(nothing, nothing) == "\u{1B}[m ")
    #expect(text(pixels, pixels) == "\u{1B}[0;38;2;1;2;3;48;2;1;2;3m▀")
  }

  @Test func `is its text without a decoder, in ASCII, on a console, and when it is damaged`() throws {
    var ascii = renderer
    ascii.signs = .ascii
    var console = renderer
    console.signs = .console
    for renderer in [TerminalRenderer(), ascii, console, TerminalRenderer(assets: { _ in nil })] {
      let frame = frame(renderer)
      #expect(frame.pictures.isEmpty && frame.transcript.contains("Image: A red square"))
    }
    let unknown = renderer.render(Self.interface, traits: TraitCollection(40, 24))
    #expect(unknown.pictures.isEmpty && unknown.transcript.contains("Image: A red square"))
  }

  @Test func `is measured again when it becomes known`() throws {
    let before = renderer.render(Self.interface, traits: TraitCollection(40, 0))
    let after = renderer.render(Self.interface, state: state, traits: TraitCollection(40, 0))
    #expect(after.grid.rows == before.grid.rows + 1)
    #expect(renderer.render(Self.interface, traits: TraitCollection(40, 0)).grid == before.grid)
  }

  @Test func `is cut off where it is scrolled, and gone behind that`() throws {
    let tall = try AssetImage(TestPNG.plain(32, 64, 0, 0, 255).bytes)
    let state = PresentationState(assets: ["logo": tall])
    for scroll in 0..<10 {
      var interaction = InteractionState()
      interaction.scroll = scroll
      let frame = renderer.render(
        FaceSnapshot(of: Self.interface, state: state, traits: TraitCollection(40, 12)), interaction: interaction)
      for picture in frame.pictures {
        #expect(
          frame.viewport.contains(picture.seen.lowerBound) && picture.seen.upperBound <= frame.viewport.upperBound)
        #expect(picture.seen.count <= picture.rectangle.rows)
      }
      let cells = (0..<frame.grid.rows).flatMap { row in
        (0..<frame.grid.columns).filter { frame.grid[row, $0].style.attributes.contains(.picture) }
      }
      #expect(cells.count == frame.pictures.reduce(0) { $0 + $1.seen.count * $1.rectangle.columns })
    }
  }

  @Test func `stands at the other side in a right-to-left layout`() throws {
    let (left, right) = (frame(), frame(direction: .rightToLeft))
    let (one, other) = (try #require(left.pictures.first), try #require(right.pictures.first))
    #expect(one.rectangle.column + one.rectangle.columns + other.rectangle.column + other.rectangle.columns > 40)
    for column in other.rectangle.column..<other.rectangle.column + other.rectangle.columns {
      #expect(right.grid[other.rectangle.row, column].style.attributes == .picture)
    }
  }

  @Test func `is in a drawing as its data`() throws {
    let frame = frame()
    let picture = SVGRenderer(.dark).render(
      frame, title: "S", elements: Self.interface.accessibleElements(state: state))
    #expect(picture.contains("href=\"data:image/png;base64,\(Base64.encode(Self.red))\"/></svg>"))
    let things = try PictureReader(picture).things
    #expect(things.contains { $0.role == "img" && $0.name == "A red square" })
    #expect(!picture.contains("▀"))
  }
}

/// The sequences of kitty's protocol.
@Suite struct `The pictures of kitty's protocol` {
  private static func frame(_ places: [(CellPicture, row: Int, seen: Range<Int>)]) -> TerminalFrame {
    var frame = TerminalFrame(columns: 40, rows: 10)
    frame.pictures = places.map { picture, row, seen in
      TerminalPicture(
        picture: picture,
        rectangle: CellRectangle(row: row, column: 2, columns: picture.columns, rows: picture.rows), seen: seen)
    }
    return frame
  }

  private static func picture(_ width: Int, _ height: Int, _ red: UInt8 = 255) throws -> CellPicture {
    let image = try AssetImage(TestPNG.plain(width, height, red).bytes)
    let pixels = try #require(
      AssetPixels(width: width, height: height, bytes: [UInt8](repeating: red, count: 4 * width * height)))
    return CellPicture(image, pixels, columns: 4, rows: 4)
  }

  /// The content of each sequence.
  private static func sequences(_ bytes: [UInt8]) -> [String] {
    var emulator = TerminalEmulator(columns: 40, rows: 10)
    emulator.receive(bytes)
    #expect(emulator.foreign == [])
    return emulator.graphics.map { "\($0.cursor.row),\($0.cursor.column) \($0.text)" }
  }

  @Test func `send a picture once, in pieces of 4096 digits`() throws {
    let picture = try Self.picture(60, 40)
    var graphics = KittyGraphics()
    let frame = Self.frame([(picture, 1, 1..<5)])
    let sent = Self.sequences(graphics.bytes(for: frame, after: nil))
    let pieces = sent.dropLast().map { $0.split(separator: " ")[1].split(separator: ";") }
    #expect(pieces.count > 2)
    #expect(pieces.first?.first == "Ga=t,f=100,t=d,i=1094929153,q=2,m=1")
    #expect(pieces.dropFirst().dropLast().allSatisfy { $0[0] == "Gm=1" && $0[1].utf8.count == 4_096 })
    #expect(pieces.last?.first == "Gm=0" && pieces.last.map { $0[1].utf8.count <= 4_096 } == true)
    #expect(pieces.map { String($0[1]) }.joined() == Base64.encode(picture.image.bytes))
    #expect(sent.last == "1,2 Ga=p,i=1094929153,p=1,c=4,r=4,C=1,q=2")
    #expect(graphics.bytes(for: frame, after: frame).isEmpty)
    // It moves without being sent again.
    let moved = Self.frame([(picture, 3, 3..<7)])
    #expect(Self.sequences(graphics.bytes(for: moved, after: frame)) == ["3,2 Ga=p,i=1094929153,p=1,c=4,r=4,C=1,q=2"])
  }

  @Test func `show the part that is seen`() throws {
    let picture = try Self.picture(8, 16)
    var graphics = KittyGraphics()
    let sent = Self.sequences(graphics.bytes(for: Self.frame([(picture, -1, 0..<2)]), after: nil))
    #expect(sent.last == "0,2 Ga=p,i=1094929153,p=1,c=4,r=2,C=1,q=2,x=0,y=4,w=8,h=8")
  }

  @Test func `show a picture again when something was written below it`() throws {
    let picture = try Self.picture(8, 8)
    var graphics = KittyGraphics()
    let frame = Self.frame([(picture, 1, 1..<5)])
    _ = graphics.bytes(for: frame, after: nil)
    var changed = frame
    changed.grid.write("x", at: CellPosition(row: 6, column: 0))
    #expect(graphics.bytes(for: changed, after: frame).isEmpty)
    changed.grid.write("x", at: CellPosition(row: 4, column: 30))
    #expect(Self.sequences(graphics.bytes(for: changed, after: frame)) == ["1,2 Ga=p,i=1094929153,p=1,c=4,r=4,C=1,q=2"])
  }

  @Test func `are deleted when they are gone, and sent again when nothing is known`() throws {
    let picture = try Self.picture(8, 8)
    var graphics = KittyGraphics()
    let frame = Self.frame([(picture, 1, 1..<3), (picture, 5, 5..<7)])
    #expect(Self.sequences(graphics.bytes(for: frame, after: nil)).count == 3)
    let one = Self.frame([(picture, 1, 1..<3)])
    #expect(Self.sequences(graphics.bytes(for: one, after: frame)) == ["0,0 Ga=d,d=i,i=1094929153,p=2,q=2"])
    let none = Self.frame([])
    #expect(Self.sequences(graphics.bytes(for: none, after: one)) == ["0,0 Ga=d,d=i,i=1094929153,p=1,q=2"])
    #expect(graphics.bytes(for: none, after: none).isEmpty)
    #expect(Self.sequences(graphics.bytes(for: one, after: none)).count == 1)
    let again = Self.sequences(graphics.bytes(for: one, after: nil))
    #expect(again.first == "0,0 Ga=d,d=A,q=2" && again.count == 3)
  }

  @Test func `are forgotten by the terminal when there are many`() throws {
    var graphics = KittyGraphics()
    var (last, freed): (TerminalFrame?, Int) = (nil, 0)
    for number in 0..<20 {
      let frame = Self.frame([(try Self.picture(8, 8, UInt8(number)), 1, 1..<5)])
      freed += Self.sequences(graphics.bytes(for: frame, after: last)).count { $0.contains("a=d,d=I,") }
      last = frame
    }
    #expect(freed == 4)
  }

  @Test func `are asked for where nothing is in between, and where nobody would see the question`() {
    for (environment, isAsked) in [
      (["TERM": "xterm-kitty"], true), (["TERM": "xterm-256color"], true),
      (["TERM": "xterm-256color", "TMUX": "/tmp/tmux-1/default,1,0"], false), (["TERM": "tmux-256color"], false),
      (["TERM": "screen-256color"], false), (["TERM": "xterm-256color", "STY": "1.pts"], false),
      (["TERM": "linux"], false), (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], false),
    ] {
      #expect(TerminalSequences.mayAskForPictures(environment: environment) == isAsked)
      let questions = TerminalSequences.questions(.indexed, environment: environment)
      #expect((questions?.contains(Array("\u{1B}_G".utf8)) ?? false) == isAsked, "\(environment)")
    }
    #expect(
      TerminalSequences.questions(.sixteen, environment: ["TERM": "xterm"])?.contains(Array("\u{1B}_G".utf8)) == false)
  }

  @Test(arguments: [
    ("\u{1B}_Gi=31;OK\u{1B}\\", TerminalReply.pictures(isKnown: true)),
    ("\u{1B}_Gi=31;ENOTSUP:no\u{1B}\\", .pictures(isKnown: false)),
    ("\u{1B}_Gi=31,p=1;OK\u{1B}\\", .pictures(isKnown: true)),
    ("\u{1B}_Gi=32;OK\u{1B}\\", nil), ("\u{1B}_Gi=31\u{1B}\\", nil), ("\u{1B}_i=31;OK\u{1B}\\", nil),
    ("\u{1B}_\u{1B}\\", nil),
    ("\u{1B}]Gi=31;OK\u{1B}\\", nil),
  ])
  func `are known by an answer, wherever it is cut`(text: String, reply: TerminalReply?) {
    let bytes = Array(text.utf8)
    for cut in 0...bytes.count {
      var decoder = KeyDecoder()
      let keys = decoder.decode(bytes[..<cut]) + decoder.decode(bytes[cut...])
      #expect(keys.isEmpty && decoder.takeReplies() == (reply.map { [$0] } ?? []))
    }
  }
}

extension `An app on a terminal` {
  /// The terminal's signals belong to the whole process, so the tests run one after the other.
  @MainActor
  @Suite(.timeLimit(.minutes(30))) struct `The pictures of an app on a terminal` {
    private func app(_ environment: [String: String] = [:]) throws -> TerminalApp {
      let interface = InterfaceDescription("welcome") {
        Screen("door", title: "Door") {
          Image(asset: "logo", alternative: "A red door")
          Button("enter", "Enter", action: "enter")
        }
      }
      let next = InterfaceDescription("inside") { Screen("room", title: "Room") { Text("Inside") } }
      let provider = RecordingProvider(loggedOut: interface, loggedIn: next)
      provider.assets["logo"] = TestPNG.plain(32, 32).bytes
      provider.answers["enter"] = .login(Session(subject: "ann"))
      return try TerminalApp(
        provider,
        environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"].merging(environment) { $1 }
      )
    }

    @Test func `are sent after the terminal has said that it knows them, and deleted when they are gone`() async throws
    {
      let app = try app()
      app.terminal.answers["_Ga=q"] = "\u{1B}_Gi=31;OK\u{1B}\\"
      try await app.open(seeing: "Door")
      try await app.wait { app.terminal.emulator.graphics.contains { $0.text.hasPrefix("Ga=p,") } }
      let before = app.terminal.emulator.graphics.count
      app.terminal.type("\r")
      try await app.see("Inside")
      try await app.wait { app.terminal.emulator.graphics.count > before }
      #expect(app.terminal.emulator.graphics.last?.text.hasPrefix("Ga=d,d=i,") == true)
      #expect(try await app.leave() == .left)
      #expect(app.terminal.emulator.graphics.last?.text == "Ga=d,d=A,q=2")
      #expect(app.terminal.emulator.foreign == [])
    }

    @Test func `are half blocks where the terminal says nothing, and nothing of kitty's is sent`() async throws {
      let app = try app()
      try await app.open(seeing: "Door")
      try await app.wait { app.terminal.screen.contains("▀▀") }
      #expect(try await app.leave() == .left)
      #expect(app.terminal.emulator.graphics.map(\.text) == ["Ga=d,d=A,q=2"])
    }

    @Test(arguments: [["TMUX": "/tmp/tmux-1/default,1,0"], ["TERM": "xterm", "COLORTERM": ""], ["NO_COLOR": "1"]])
    func `are not asked for in tmux, and are text where there are few colours`(environment: [String: String])
      async throws
    {
      let app = try app(environment)
      try await app.open(seeing: "Door")
      try await app.wait { app.terminal.screen.contains(environment["TMUX"] == nil ? "Image: A red door" : "▀▀") }
      #expect(try await app.leave() == .left)
      #expect(app.terminal.emulator.graphics.isEmpty && !app.terminal.emulator.questions.contains("_Ga=q"))
    }
  }
}
