import AppControllerKit
import AppControllerTerminal
import ProviderPlugins

/// Prints the results of commands.
@MainActor
struct Report {
  let workspace: Workspace

  /// Prints an interface as text, as canonical JSON, as a page or as a picture of a terminal.
  func interface(
    _ description: InterfaceDescription, assets: [String: AssetImage] = [:],
    color: TraitCollection.Color = .unspecified
  ) {
    let state = PresentationState(assets: assets)
    if workspace.console.isVerbose {
      for diagnostic in description.lint() { workspace.console.warning(diagnostic.text) }
    }
    if workspace.options.format == .html {
      var traits = TraitCollection()
      traits.color = color
      return workspace.console.result(
        HTMLRenderer(qrCodes: LibQREncode.maker).render(description, state: state, traits: traits))
    }
    if workspace.options.format == .svg { return workspace.console.result(picture(of: description, state, color)) }
    workspace.console.result(
      workspace.wantsJSON
        ? JSONRenderer().render(description) + "\n"
        : TextRenderer().render(description, state: state, traits: .text))
  }

  private func picture(of description: InterfaceDescription, _ state: PresentationState, _ color: TraitCollection.Color)
    -> String
  {
    var traits = TraitCollection()
    traits.columns = 80
    let state = state.openingGroups(of: description)
    let screen = ScreenPicture(of: description, state: state)
    return SVGRenderer(color).render(
      TerminalRenderer(qrCodes: LibQREncode.maker, assets: LibZ.decoder).render(
        description, state: state, traits: traits),
      title: screen?.node.label ?? description.id, language: description.language,
      elements: description.accessibleElements(state: state))
  }

  /// Prints the page of a transition.
  func transition(
    from old: (InterfaceDescription, PresentationState), to new: (InterfaceDescription, PresentationState),
    _ configuration: AppController.Configuration
  ) {
    workspace.console.result(
      HTMLRenderer(qrCodes: LibQREncode.maker).renderTransition(
        from: old, to: new, configuration: configuration))
  }

  /// Prints the controller's installed interface.
  func installed(in controller: AppController) {
    if let description = controller.installedInterface {
      interface(description, assets: controller.assets(of: description, session: controller.session))
    }
  }
}

extension Console {
  /// Throws unless a transition completed or changed nothing; prints the problems of a completed one as warnings.
  func check(_ outcome: TransitionOutcome) throws {
    switch outcome {
    case .completed(let report):
      for problem in report.problems { warning(problem) }
    case .unchanged: break
    case .failed(let error): throw error
    case .vetoed(let reason):
      throw CommandError.refused("the transition was vetoed: \(reason)", "a handler said no", "do what it asks for")
    case .superseded, .cancelled:
      throw CommandError.refused(
        "the transition was overtaken by another one", "the provider asked for something else meanwhile", "try again")
    }
  }
}
