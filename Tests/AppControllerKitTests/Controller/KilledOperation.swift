import AppControllerKit
import TestSupport
import Testing

/// An operation that a process is killed in: what is stored before, and what it is about to change.
struct KilledOperation: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// What is stored one after the other before the operation begins.
  let stored: [Session?]
  /// The operation as `TransitionTool` knows it.
  let command: [String]
  /// Who is logged in at its end, and as soon as anybody is told of it.
  let goal: Session?
  /// The steps that it has at least, in their order.
  let steps: [String]

  init(_ name: String, over stored: [Session?], _ command: String..., leadsTo goal: Session?, steps: String...) {
    testDescription = name
    self.stored = stored
    self.command = command
    self.goal = goal
    self.steps = steps.flatMap { $0.split(separator: ", ").map(String.init) }
  }

  /// Whether a step tells anybody how the operation ends, which has to be stored by then.
  static func tells(_ step: String) -> Bool {
    ["exchange", "adopt", "animate", "callDid", "tellProvider", "takeApart", "end"].contains { step.hasPrefix($0) }
  }

  static let all = [
    KilledOperation(
      "the first login of all", over: [], "login", "kitty", leadsTo: kitty,
      steps: asking, loggedIn, "replace kitty, replaced 1 kitty", shown, "tellProvider did-login, end completed"),
    KilledOperation(
      "a login after a logout", over: [dog, nil], "login", "kitty", leadsTo: kitty,
      steps: asking, loggedIn, "replace kitty, replaced 3 kitty", shown, "tellProvider did-login, end completed"),
    KilledOperation(
      "a login in another's place", over: [dog], "login", "kitty", leadsTo: kitty,
      steps: asking, loggedIn, "replace kitty, replaced 2 kitty", shown,
      "tellProvider ended dog, tellProvider did-login, end completed"),
    KilledOperation(
      "an update of the session", over: [kitty], "login", "kitty-renewed", leadsTo: .named("kitty-renewed"),
      steps: "replace kitty-renewed, replaced 2 kitty-renewed, adopt, end unchanged"),
    KilledOperation(
      "a login that is opposed when it is stored", over: [dog, nil], "abort-login", "kitty", leadsTo: nil,
      steps: asking, loggedIn, "replace kitty, replaced 3 kitty, replace -, replaced 4 -", aborted),
    KilledOperation(
      "a login in another's place that is opposed when it is stored", over: [dog], "abort-login", "kitty",
      leadsTo: dog, steps: asking, loggedIn, "replace kitty, replaced 2 kitty, replace dog, replaced 3 dog", aborted),
    KilledOperation(
      "a logout", over: [kitty], "logout", leadsTo: nil,
      steps: asking, loggedOut, "replace -, replaced 2 -", shown,
      "tellProvider ended kitty, tellProvider did-logout, end completed"),
    KilledOperation(
      "a forced logout", over: [kitty], "force-logout", leadsTo: nil,
      steps: loggedOut, "replace -, replaced 2 -", shown,
      "tellProvider ended kitty, tellProvider did-logout, end completed"),
    KilledOperation(
      "the logout of whoever's session ends", over: [.named("kitty-brief", until: 1004)], "expire", leadsTo: nil,
      steps: loggedOut, "replace -, replaced 2 -", shown,
      "tellProvider ended kitty-brief, tellProvider did-logout, end logged-out"),
    KilledOperation(
      "the first start of all", over: [], "install", leadsTo: nil,
      steps: splash, "loaded 0 -, askInitialState, describe logged-out, exchange, exchanged, end logged-out"),
    KilledOperation(
      "a start as somebody", over: [kitty], "install", leadsTo: kitty,
      steps: splash, "loaded 1 kitty, askInitialState, describe logged-in, exchange, exchanged, end logged-in"),
    KilledOperation(
      "a start after a logout", over: [kitty, nil], "install", leadsTo: nil,
      steps: splash, "loaded 2 -, askInitialState, describe logged-out, exchange, exchanged, end logged-out"),
    KilledOperation(
      "a start with a session that has ended", over: [.named("kitty-over", until: 999)], "install", leadsTo: nil,
      steps: splash, "loaded 1 kitty-over, replace -, replaced 2 -, askInitialState, describe logged-out",
      "exchange, exchanged, end logged-out"),
    KilledOperation(
      "a start that fails", over: [kitty], "install-in-vain", leadsTo: kitty,
      steps: splash, "loaded 1 kitty, askInitialState, describe logged-in, takeApart, end ACK3002"),
  ]

  private static let kitty = Session.named("kitty")
  private static let dog = Session.named("dog")

  private static let asking = "askForVeto 1, askForVeto 2"
  private static let loggedIn = "describe logged-in, configure, callWill 1, callWill 2"
  private static let loggedOut = "describe logged-out, configure, callWill 1, callWill 2"
  private static let shown = "exchange, exchanged, animate, callDid 1, callDid 2"
  private static let aborted = "callDidAbort 2, callDidAbort 1, end superseded"
  private static let splash = "showSplash, splash, load"
}

extension Session {
  /// The session of a name, as `TransitionTool` makes it, or as it finds it.
  static func named(_ name: String, until end: Timestamp? = nil) -> Session {
    Session(
      subject: String(name.prefix { $0 != "-" }), displayName: name, secret: Secret("the token of \(name)"),
      expiresAt: end, attributes: ["name": name]
    )
  }
}
