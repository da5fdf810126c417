import AppControllerKit
import Foundation
import GTKFace

/// A provider that changes what it describes whenever the windows show the last change, and prints what that took.
@MainActor
final class Measurement: MainActorInterfaceProviding {
  enum Subject: String {
    /// A list of 1 000 items is described again: one item has gone, another one is new.
    case refreshes
    /// Somebody logs in, or out.
    case switches
  }

  /// What there was at the end of a round.
  struct Figures: Equatable {
    var made, kept, kibibytes: Int
  }

  private let subject: Subject
  private let rounds: Int
  private var round = 0
  private var handle: AppController.Handle?
  private var first: Figures?
  private var warm: Figures?

  init(of subject: Subject, rounds: Int) { (self.subject, self.rounds) = (subject, rounds) }

  func configuration(for controller: AppController.Handle) -> AppController.Configuration { .init(style: .none) }

  func loggedOutInterface(for controller: AppController.Handle) -> InterfaceDescription {
    handle = controller
    return InterfaceDescription("measured", language: "en") {
      Screen("list", title: "Round \(round)") {
        List("Items") {
          for number in 0..<(subject == .refreshes ? 1000 : 10) {
            Item("item-\(round + number)", "Item \(round + number)")
          }
        }
      }
    }
  }

  func loggedInInterface(for controller: AppController.Handle) -> InterfaceDescription {
    InterfaceDescription("measured", language: "en") {
      Screen("form", title: "Round \(round)") {
        TextField("name", "Name").required()
        SecureField("password", "Password")
        Toggle("news", "News")
        Button("save", "Save", action: "save").enabled(when: .filled("name"))
      }
    }
  }

  /// Begins the next round when the last one is shown; after the last one it ends the program.
  func next(after snapshot: FaceSnapshot, _ controller: AppController, _ figures: Figures) {
    guard !snapshot.isExchanging, snapshot.front?.node.label == "Round \(round)" else { return }
    if round == 0 { first = figures }
    if round == rounds / 10 { warm = figures }
    if round == rounds, let first, let warm {
      print(
        """
        {"rounds": \(rounds), "madeFirst": \(first.made), "made": \(figures.made), "kept": \(figures.kept), \
        "warmKiB": \(warm.kibibytes), "KiB": \(figures.kibibytes)}
        """)
      return GTK.quit()
    }
    round += 1
    switch (subject, snapshot.state) {
    case (.refreshes, _): handle?.invalidate()
    case (.switches, .loggedIn): Task { await controller.logout() }
    case (.switches, _): Task { await controller.login(Session(subject: "somebody")) }
    }
  }
}

extension Measurement.Figures {
  /// What there is now.
  @GTK
  init(of view: FaceView) {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .ascii))?.split(separator: " ")
    self.init(made: NodeView.made, kept: view.views.count, kibibytes: (pages.flatMap { Int($0[1]) } ?? 0) * 4)
  }
}
