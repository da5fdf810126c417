import AppControllerKit
import Testing

@MainActor
@Suite struct `A provider's answer` {
  private let root = RootContainer()
  private let screen: ScreenController

  init() throws {
    let made = InterfaceDescription("d") {
      NavigationStack("n") {
        Screen("first", title: "First") {}
        Screen("second", title: "Second") { TextField("f", "F") }
      }
    }
    root.exchange(for: try #require(InterfaceController.controller(for: made)), dismissingPresented: true)
    screen = try #require(root.visibleScreen)
  }

  private nonisolated static func described(_ id: String) -> InterfaceDescription {
    InterfaceDescription("x") { Screen(id, title: id) { TextField("field-\(id)", "F", name: "f") } }
  }

  private func apply(_ response: ActionResponse) -> AppControllerError.Code? {
    do throws(AppControllerError) {
      try response.requireApplicable()
      _ = try ResponsePlan(response, from: screen, in: root).carryOut()
      return nil
    } catch { return error.code }
  }

  private var picture: [String] { root.subtree.compactMap { ($0 as? ScreenController)?.id } }

  @Test(
    arguments: [
      (ActionResponse.nothing, ["first", "second"]), (.push(described("a")), ["first", "second", "a"]),
      (.present(described("a")), ["first", "second", "a"]), (.replace(with: described("a")), ["first", "a"]),
      (.pop, ["first"]), (.popToRoot, ["first"]),
      (
        .init {
          $0.show(described("a"), .push); $0.popToRoot()
        }, ["first"]
      ),
      (
        .init {
          $0.pop(); $0.show(described("a"), .push)
        }, ["first", "a"]
      ),
      (
        .init {
          $0.show(described("a"), .push); $0.pop(); $0.pop()
        }, ["first"]
      ),
      (
        .init {
          $0.show(described("a"), .present); $0.show(described("b"), .present); $0.dismiss()
        }, ["first", "second", "a"]
      ),
      (
        .init {
          $0.popToRoot(); $0.popToRoot()
        }, ["first"]
      ),
      (
        .init {
          $0.show(described("a"), .replace); $0.show(described("b"), .push)
        }, ["first", "a", "b"]
      ),
      (
        .init {
          $0.show(described("a"), .replace); $0.show(described("b"), .replace)
        }, ["first", "b"]
      ),
      (
        .init {
          $0.pop(); $0.show(described("a"), .replace)
        }, ["a"]
      ),
    ] as [(ActionResponse, [String])])
  func `is applied in order`(response: ActionResponse, screens: [String]) {
    #expect(apply(response) == nil)
    #expect(picture == screens)
  }

  @Test(
    arguments: [
      ActionResponse {
        $0.pop(); $0.pop()
      }, .init { $0.dismiss() },
      .init {
        $0.show(described("a"), .present); $0.dismiss(); $0.dismiss()
      },
      .init {
        $0.popToRoot(); $0.fieldError("f", "wrong")
      },
      .init { $0.fieldError("g", "wrong") }, .init { $0.select("a", in: "t") },
      .init {
        $0.show(described("a"), .push); $0.login(nil); $0.message(.info, "x")
      },
      .init {
        $0.logout(); $0.login(nil)
      },
    ] as [ActionResponse])
  func `is refused whole when a part of it has no place`(response: ActionResponse) {
    #expect(apply(response) == .inapplicableResponse)
    #expect(picture == ["first", "second"])
    #expect(screen.state.fieldErrors == [:])
  }

  @Test func `applies to what is seen when the layer is gone that it came from`() throws {
    let confirmation = InterfaceDescription("c") { Screen("confirm", title: "Delete?") {} }
    root.present(try #require(InterfaceController.controller(for: confirmation)))
    let response = ActionResponse {
      $0.dismiss(); $0.pop(); $0.message(.success, "Deleted")
    }
    _ = try ResponsePlan(response, from: try #require(root.visibleScreen), in: root).carryOut()
    #expect(picture == ["first"])
  }

  @Test func `pushes nothing onto the stack below a layer`() throws {
    let made = InterfaceDescription("d") {
      NavigationStack("n") {
        Screen("below", title: "Below") { Sheet { Screen("above", title: "Above") {} } }
      }
    }
    root.exchange(for: try #require(InterfaceController.controller(for: made)), dismissingPresented: true)
    let above = try #require(root.visibleScreen)
    #expect(above.id == "above")
    #expect(throws: AppControllerError.self) {
      try ResponsePlan(.push(Self.described("a")), from: above, in: root)
    }
  }

  @Test func `closes the layer of what it has put into a tab`() throws {
    let made = InterfaceDescription("d") {
      TabView("t") { Tab("i", "I") { Screen("old", title: "Old") {} } }
    }
    root.exchange(for: try #require(InterfaceController.controller(for: made)), dismissingPresented: true)
    let new = InterfaceDescription("x") {
      Screen("new", title: "New") { Sheet { Screen("above", title: "Above") {} } }
    }
    let response = ActionResponse {
      $0.show(new, .replace); $0.dismiss()
    }
    _ = try ResponsePlan(response, from: try #require(root.visibleScreen), in: root).carryOut()
    #expect(picture == ["new"])
  }

  @Test func `says what is wrong with an input until the next answer`() {
    #expect(apply(.fieldError("f", "too short")) == nil)
    #expect(screen.state.fieldErrors == ["f": "too short"])
    #expect(apply(.message(.info, "fine")) == nil)
    #expect(screen.state.fieldErrors == [:])
  }

  @Test func `is refused with a screen that is not valid`() {
    let broken = InterfaceDescription("x") { Text("no screen") }
    #expect(apply(.push(broken)) == .invalidDescription)
    #expect(picture == ["first", "second"])
  }
}
