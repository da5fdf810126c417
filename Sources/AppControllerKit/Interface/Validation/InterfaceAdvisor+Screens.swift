// The advice about a screen as a whole.
extension InterfaceAdvisor {
  mutating func advise(on survey: ScreenSurvey) {
    let screen = InterfaceDescription.Node(arena: arena, index: survey.index)
    adviseOnDefault(of: screen, survey)
    adviseOnFocus(of: screen, survey)
    adviseOnCancel(survey)
    for title in survey.titles.dropFirst() {
      warn(.secondTitle, title, ".style", "the screen has a title already; a section has a heading")
    }
    // Without an action for the provider, no value could be sent.
    if !survey.asksProvider { return }
    for input in survey.inputs where !survey.usedInputs.contains(input.name) {
      warn(
        .unsentInput, input.index, ".input.name",
        "no action sends \"\(input.name)\", so that nobody learns what is put into it")
    }
  }

  private mutating func adviseOnDefault(of screen: InterfaceDescription.Node, _ survey: ScreenSurvey) {
    guard let id = screen.primaryAction else {
      let usable = survey.buttons.filter(\.isUsable)
      if survey.hasFields, usable.count > 1, usable.contains(where: { $0.action?.sends.isEmpty == false }) {
        warn(
          .missingDefault, survey.index, ".primaryAction",
          "Return presses none of the \(usable.count) buttons; say which by its id")
      }
      return
    }
    guard let chosen = survey.buttons.first(where: { $0.id == id }) else { return }
    if chosen.style == .destructive {
      warn(
        .destructiveDefault, survey.index, ".primaryAction",
        "Return would press \"\(id)\", which destroys something; let it be pressed on purpose")
    } else if chosen.style != .primary,
      let other = survey.buttons.first(where: { $0.style == .primary && $0.isUsable })
    {
      warn(
        .misleadingDefault, survey.index, ".primaryAction",
        "Return presses \"\(id)\", and \"\(other.id ?? "")\" stands out as primary; let them be one")
    }
  }

  private mutating func adviseOnFocus(of screen: InterfaceDescription.Node, _ survey: ScreenSurvey) {
    guard let id = screen.initialFocus, let chosen = survey.buttons.first(where: { $0.id == id }),
      chosen.style == .destructive
    else { return }
    warn(
      .destructiveDefault, survey.index, ".initialFocus",
      "\"\(id)\" destroys something and has the focus at first; put the focus on the way out")
  }

  private mutating func adviseOnCancel(_ survey: ScreenSurvey) {
    let ruled = Set(survey.inputs.filter(\.hasRules).map(\.name))
    for button in survey.buttons where button.style == .cancel {
      if let action = button.action, action.validates, let name = action.sends.first(where: ruled.contains) {
        warn(
          .blockedCancel, button.index, ".action.validates",
          "nobody can leave until \"\(name)\" is right; say that validates is false, or send nothing")
      } else if let name = button.enabled.inputs.first {
        warn(.blockedCancel, button.index, ".enabled", "nobody can leave while it waits for \"\(name)\"")
      }
    }
  }
}
