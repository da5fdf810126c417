import AppControllerKit
import Testing

@MainActor
extension AppController {
  /// Everything that a face could draw, as a text: the screen that is seen, and what every live controller shows.
  var shownText: String {
    var text =
      "busy \(isPerforming), overlay \(rootContainer.overlay != nil), columns \(rootContainer.traits.columns)\n"
    if let picture = rootContainer.picture {
      text += TextRenderer().render(picture.node, state: picture.state)
      for bar in picture.tabBars {
        text += "bar \(bar.id) at \(bar.selectedID):"
        for item in bar.items { text += " \(item.id) \(item.label)" }
        text += "\n"
      }
      if let back = picture.back { text += "back to \(back.title ?? "?")\n" }
      if picture.isLayer { text += "layer\n" }
    }
    for controller in rootContainer.subtree { text += controller.ownText + "\n" }
    return text
  }
}

@MainActor
extension InterfaceController {
  /// What the controller shows by itself.
  fileprivate var ownText: String {
    let rest = "\(children.count) \(effectivePresentationTraits.title ?? "") \(traits.columns)"
    switch self {
    case let screen as ScreenController:
      let values = screen.state.values.map { "\($0)=\($1.texts)" }.sorted()
      let errors = screen.state.fieldErrors.map { "\($0)=\($1)" }.sorted()
      return "screen \(screen.id) \(values) \(errors) \(screen.focusedID ?? "") \(rest)"
    case let tabs as TabContainer: return "tabs \(tabs.id) \(tabs.itemIDs) \(tabs.selectedID) \(rest)"
    case is NavigationContainer: return "stack \(rest)"
    case let root as RootContainer:
      return "root \(root.presented.count) \(root.children.firstIndex { $0 === root.installed } ?? -1) \(rest)"
    default: return "other \(rest)"
    }
  }
}

/// A face that draws only when it is told that something is shown differently.
@MainActor
final class ToldFace {
  private let controller: AppController
  /// The changes that it does not hear of.
  private let isDeaf: (InterfaceChange) -> Bool
  private var drawn: String
  private var mustDraw = true
  private var lastNumber: UInt64
  /// How often it was told.
  private(set) var count = 0

  init(_ controller: AppController, isDeaf: @escaping (InterfaceChange) -> Bool = { _ in false }) {
    self.controller = controller
    self.isDeaf = isDeaf
    drawn = controller.shownText
    lastNumber = controller.eventNumber
    controller.onEvent { [unowned self] in hear($0) }
  }

  private func hear(_ event: ControllerEvent) {
    if event.number != lastNumber + 1 { Issue.record("event \(event.number) came after \(lastNumber)") }
    lastNumber = event.number
    switch event.kind {
    case .launching, .installed, .exchanged: mustDraw = true
    case .changed(let change):
      count += 1
      if !isDeaf(change) { mustDraw = true }
    case .snapshot, .installationFailed, .requested, .began, .prepared, .sessionUpdated, .sessionExpired,
      .sessionChangedElsewhere, .completed, .vetoed, .failed, .stopped, .staleAction, .providerEnded,
      .terminated:
      break
    }
  }

  /// What a face that draws always shows otherwise; `nil` when it is the same.
  func difference() -> String? {
    let fresh = controller.shownText
    if mustDraw {
      (drawn, mustDraw) = (fresh, false)
      return nil
    }
    return drawn == fresh ? nil : "drawn is\n\(drawn)and what is shown is\n\(fresh)"
  }
}
