import AppControllerKit
import AppControllerKitTesting
import CProviderABI
import Glibc
import ProviderABI
import TestSupport

@testable import ProviderPlugins

/// One message of each kind, with all of its optional parts.
enum SampleMessages {
  static let session = Session(
    subject: "ann@example.com", displayName: "Ann", secret: Secret("s3cret"), expiresAt: 1_900_000_000,
    attributes: ["plan": "gold", "seat": "4"]
  )

  static let interface = InterfaceDescription("home", language: "en") {
    Screen("home", title: "Home") {
      Text("Welcome")
      Link("more", "More", url: "https://example.com/more")
    }
  }

  static let diagnostic = Diagnostic(.error, .init(rawValue: "ACK1104"), path: "$.root", message: "end() is missing")

  static let error = PluginError(.notFound, what: "there is no kettle", why: "it is on the stove", fix: "look there")

  private static func handle(_ state: AppController.State, session: Session?) -> AppController.Handle {
    var traits = TraitCollection()
    (traits.columns, traits.rows, traits.idiom, traits.color) = (80, 24, .terminal, .dark)
    (traits.motion, traits.direction, traits.languages, traits.timeZone) = (
      .none, .rightToLeft, ["he", "en"], "Asia/Jerusalem"
    )
    return HandleRecorder().handle(state, session: session, traits: traits)
  }

  private static let rights: ProviderRights = {
    var rights = ProviderRights()
    (rights.hasNetwork, rights.ports, rights.names) = (true, [80, 443], ["folder:photos", "network"])
    return rights
  }()

  static let host: [ToChild] =
    [
      .start(
        StartOrder(
          libraries: [
            StartOrder.Library(name: "", soname: nil, path: "/lib/kitty.so", file: .blank),
            StartOrder.Library(name: "libpaw.so", soname: "libpaw.so.1", path: "/lib/libpaw.so", file: .blank),
          ],
          places: [StartOrder.Place(path: "/srv/photos", isWritable: true)], limits: ChildLimits(),
          home: "/home/ann/kitty",
          rights: rights, settings: ["server": "https://id.example.com", "retries": "3"]
        )),
      .cancel(7), .tick, .end,
    ]
    + questions.map { .ask(ProviderCall($0, sequence: 9, for: handle(.loggedIn, session: session))) }
    + [.ask(ProviderCall(.describe(screen: ""), sequence: 1, for: handle(.launching, session: nil)))]

  private static let questions: [ProviderCall.Question] =
    [
      .isInitiallyLoggedIn, .configuration, .describe(screen: ""), .describe(screen: "details"),
      .perform(
        InterfaceAction(
          "sign-in", nodeID: "go",
          values: ["name": .text("Ann"), "password": .secret(Secret("meow")), "toppings": .plain(["nuts", "cream"])],
          payload: ["tea": "mint"], revision: 3
        )),
      .sessionEnded(session), .notify(.didLogin), .notify(.sessionExpires), .asset("logo"), .refresh(session),
      .screenChanged("details", .covered),
    ]
    + [("git", "git.example.com", "ann/milk.git"), ("kubernetes", "", "")].compactMap { program, host, path in
      CredentialRequest(program: program, host: host, path: path).map(ProviderCall.Question.credential)
    }

  static let child: [FromChild] =
    [
      .hello, .lacking("this kernel has no Landlock"), .refused(error),
      .started(LibraryClaim(id: "com.example.kitty", version: "1.0", major: 1)),
      .done(4), .request(.login(session)), .request(.login(nil)), .request(.logout), .request(.updateSession(session)),
      .request(.invalidate), .request(.invalidateScreen("details")), .wake(9), .tick, .log(.warning, "the milk is low"),
    ] + replies.map { .answer(5, $0) }

  private static let replies: [ProviderReply] = [
    .done, .unsupported, .pending, .isLoggedIn(true), .configuration(.init()), .interface(interface),
    .failed(status: ACK_FAILED, ProviderFailure(what: "no tea", why: "it is out", fix: "buy some")),
    .failed(status: ACK_LIMIT, nil), .refused(.interface(diagnostic)), .refused(.screen(diagnostic)),
    .refused(.response("it goes on after a login")),
    .refused(.value(name: "delay", value: "-1 ms", allowed: "0 to 60000 ms")),
    .credential(Credential(secret: Secret("t0ken"))),
    .credential(Credential(userName: "bot", secret: Secret("t0ken"), expiresAt: 1_900_000_000)),
    .refused(.credential("give was called twice")),
    .asset([]), .asset([0x89, 0x50]), .asset([1, 2, 3]), .refused(.asset("give was called twice")),
    .response(
      ActionResponse(effects: [
        .show(interface, .push), .leave(.popToRoot), .select(tabs: "tabs", item: "feed"),
        .fieldError(input: "name", message: "too short"), .message(.success, "saved"), .login(session),
      ])),
    .response(ActionResponse(effects: [.login(nil)])), .response(.logout),
  ]

  /// Returns the bytes of one message, as a frame with a number.
  static func frame(_ write: (inout FrameWriter) -> Void, number: Int = 1) throws -> [UInt8] {
    var writer = FrameWriter()
    for _ in 1..<number {
      writer.write(FromChild.hello)
      _ = try writer.finish()
    }
    write(&writer)
    _ = try writer.finish()
    return writer.bytes
  }
}
