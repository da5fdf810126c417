import AppControllerKit

// A greeter shows what PAM says in one round: the texts verbatim, in their order, one field for each prompt. An empty
// answer is an answer, so no field is required and the button never waits.
extension Gallery {
  private enum Style { case info, error, visiblePrompt, secretPrompt }

  static let greeter = InterfaceDescription("greeter", language: "en") {
    Screen("greeter-screen", title: "Sign in to atlas", initialFocus: "answer-16", primaryAction: "continue") {
      for number in 1...32 {
        switch style(of: number) {
        case .info: Banner(.info, message(number))
        case .error: Banner(.error, message(number))
        case .visiblePrompt: TextField("answer-\(number)", message(number))
        case .secretPrompt: SecureField("answer-\(number)", message(number))
        }
      }
      Button(
        "continue", "Continue", style: .primary,
        action: Action("continue", sends: ["answer-16", "answer-24", "answer-31", "answer-32"])
      )
      Button("cancel", "Cancel", style: .cancel, action: Action("cancel", validates: false))
    }
  }

  private static func style(of number: Int) -> Style {
    switch number {
    case 9, 21: .error
    case 16, 31: .visiblePrompt
    case 24, 32: .secretPrompt
    default: .info
    }
  }

  /// A message that is cut at 512 bytes, as PAM cuts it.
  private static func message(_ number: Int) -> String {
    let beginning =
      switch style(of: number) {
      case .info: "Notice"
      case .error: "Error"
      case .visiblePrompt: "Question"
      case .secretPrompt: "Secret question"
      }
    return String(decoding: "\(beginning) \(number) of 32. \(policy)".utf8.prefix(512), as: UTF8.self)
  }

  private static let policy = """
    This computer belongs to the Example Observatory. Use it for your work, and follow the rules that you have signed. \
    What is done on it is recorded, and the people who keep the network safe may read the records. Tell nobody your \
    password, not even those who keep the network safe: they will never ask you for it. Lock the screen when you leave \
    the room. When you lose your token, or when something looks wrong, call the service desk at once, day or night. It \
    is better to call once too often. If you may not use this computer, stop here.
    """
}
