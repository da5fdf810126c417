import AppControllerKit

extension BrokenProvider {
  static let describing = [
    BrokenProvider("interfaces-are-described", "throws in the place of an interface", seen: "it is broken") { Mute() },
    BrokenProvider("interfaces-are-valid", "has an id twice", seen: "$.root.children[1]") { Twin() },
    BrokenProvider("interfaces-are-valid", "has a splash of nothing", seen: "ACK12") { EmptySplash() },
    BrokenProvider("interfaces-are-within-limits", "has a label that is too long", seen: "ACK1124") { Endless() },
    BrokenProvider("interfaces-are-within-limits", "tells of everything", seen: "257 effects") { Chatty() },
    BrokenProvider("interfaces-are-within-limits", "tells too much", seen: "16385 bytes") { Verbose() },
    BrokenProvider("interfaces-are-repeatable", "counts how often it is asked", seen: #"asked 1" } became"#) {
      Counting()
    },
    BrokenProvider("every-surface-is-described", "throws where there are few columns", seen: "it is broken") { Wide() },
    BrokenProvider("every-surface-is-described", "has no text from right to left", seen: "ACK12") { OneWay() },
    BrokenProvider("every-surface-is-described", "throws at a language", seen: "it is broken") { Monolingual() },
    BrokenProvider("interface-is-of-its-session", "keeps the first session", seen: "became") { Sticky() },
    BrokenProvider("named-pictures-are-given", "has no picture", seen: "there is none") { Pictured(nil) },
    BrokenProvider("named-pictures-are-given", "has a text for a picture", seen: "ACK1008") { Pictured([0x48, 0x69]) },
    BrokenProvider("describing-does-not-invalidate", "invalidates what it describes", seen: "one") { Restless() },
  ]
}

private final class Pictured: SoundProvider {
  private let bytes: [UInt8]?

  init(_ bytes: [UInt8]?) { self.bytes = bytes }

  override func loggedInInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    InterfaceDescription("logged-in") {
      Screen("home", title: "Home") {
        Image(asset: "logo", alternative: "A door")
        Button("leave", "Leave", action: "leave")
      }
    }
  }

  override func asset(_ name: String, for controller: AppController.Handle) async throws -> [UInt8]? { bytes }
}

private final class Mute: SoundProvider {
  override func loggedInInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    throw Explained()
  }
}

private final class Twin: SoundProvider {
  override func loggedInInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    InterfaceDescription("logged-in") {
      Screen("home", title: "Home") {
        Button("same", "Leave", action: "leave")
        Button("same", "Leave", action: "leave")
      }
    }
  }
}

private final class EmptySplash: SoundProvider {
  override func splashInterface(for controller: AppController.Handle) async throws -> InterfaceDescription? {
    InterfaceDescription("launching") { Screen("splash", title: "Splash") { Banner(.info, "") } }
  }
}

private final class Endless: SoundProvider {
  override func loggedInInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    InterfaceDescription("logged-in") {
      Screen("home", title: String(repeating: "a", count: 513)) { Button("leave", "Leave", action: "leave") }
    }
  }
}

private final class Chatty: SoundProvider {
  override func open(_ action: InterfaceAction, _ controller: AppController.Handle) async throws -> ActionResponse {
    ActionResponse(effects: (1...257).map { .message(.info, "Room \($0)") })
  }
}

private final class Verbose: SoundProvider {
  override func open(_ action: InterfaceAction, _ controller: AppController.Handle) async throws -> ActionResponse {
    .message(.info, String(repeating: "a", count: 16_385))
  }
}

private final class Counting: SoundProvider {
  private var count = 0

  override func inside(of session: Session?) -> [String] {
    count += 1
    return ["asked \(count)"]
  }
}

private final class Wide: SoundProvider {
  override func loggedInInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    if 1..<40 ~= controller.traits.columns { throw Explained() }
    return try await super.loggedInInterface(for: controller)
  }
}

private final class OneWay: SoundProvider {
  override func loggedOutInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    guard controller.traits.direction == .rightToLeft else {
      return try await super.loggedOutInterface(for: controller)
    }
    return InterfaceDescription("logged-out") { Screen("door", title: "Door") { Banner(.info, "") } }
  }
}

private final class Monolingual: SoundProvider {
  override func loggedOutInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    if controller.traits.languages.contains("") { throw Explained() }
    return try await super.loggedOutInterface(for: controller)
  }
}

private final class Sticky: SoundProvider {
  private var first: Session?

  override func inside(of session: Session?) -> [String] {
    first = first ?? session
    return super.inside(of: first)
  }
}

private final class Restless: SoundProvider {
  override func loggedOutInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    controller.invalidate()
    return try await super.loggedOutInterface(for: controller)
  }
}
