extension ActionResponse {
  /// Checks that each screen is valid, and that a login or logout comes once and last.
  ///
  /// - Throws: ``AppControllerError`` with the code `ACK1001` or `ACK3006`.
  public func requireApplicable() throws(AppControllerError) {
    for (index, effect) in effects.enumerated() {
      if effect.isTransition, index != effects.count - 1 {
        throw AppControllerError(
          .inapplicableResponse,
          what: "the answer goes on after its login or logout: effect \(index + 1) of \(effects.count) is one",
          why: "a login or logout replaces the interface that later effects would change",
          fix: "put it last, and have at most one"
        )
      }
      if case .show(let screen, let placement) = effect {
        try screen.requireValid("the screen to \(placement.rawValue)")
      }
    }
  }
}

extension ActionResponse {
  /// The response with the characters removed from its texts that could control a terminal.
  var displayable: ActionResponse {
    ActionResponse(
      effects: effects.map { effect in
        switch effect {
        case .fieldError(let input, let message): .fieldError(input: input, message: message.displayable)
        case .message(let severity, let text): .message(severity, text.displayable)
        case .show, .leave, .select, .login, .logout: effect
        }
      }
    )
  }
}
