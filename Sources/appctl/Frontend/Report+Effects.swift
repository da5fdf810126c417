internal import AppControllerJSON
import AppControllerKit

extension Report {
  /// Prints what a provider answered to an action: a line or a screen for each effect, or one JSON object for all.
  func effects(_ response: ActionResponse) {
    if workspace.wantsJSON { return workspace.console.result(json(response)) }
    for effect in response.effects {
      switch effect {
      case .show(let screen, _): interface(screen)
      case .message(let severity, let text): workspace.console.result("\(severity.rawValue): \(text)\n")
      case .leave(let departure): workspace.console.result("left: \(departure.rawValue)\n")
      case .select(let tabs, let item): workspace.console.result("selected: \(item) in \(tabs)\n")
      // A field error is the command's own error, and a transition prints the interface that it leads to.
      case .fieldError, .login, .logout: break
      }
    }
  }

  private func json(_ response: ActionResponse) -> String {
    JSONReport.text { writer in
      writer.key("effects")
      writer.beginArray()
      for effect in response.effects { write(effect, to: &writer) }
      writer.endArray()
    }
  }

  /// One effect, with its keys in order; of a session, who it is of.
  private func write(_ effect: ActionResponse.Effect, to writer: inout JSONWriter) {
    func pairs(_ pairs: KeyValuePairs<String, String>) {
      for (key, value) in pairs {
        writer.key(key)
        writer.string(value)
      }
    }
    writer.beginObject()
    switch effect {
    case .show(let screen, let placement):
      pairs(["effect": "show"])
      writer.key("interface")
      JSONRenderer().write(screen, to: &writer)
      pairs(["placement": placement.rawValue])
    case .leave(let departure): pairs(["departure": departure.rawValue, "effect": "leave"])
    case .select(let tabs, let item): pairs(["effect": "select", "item": item, "tabs": tabs])
    case .fieldError(let input, let message): pairs(["effect": "fieldError", "input": input, "message": message])
    case .message(let severity, let text):
      pairs(["effect": "message", "severity": severity.rawValue, "text": text])
    case .login(let session):
      pairs(["effect": "login"])
      if let session { pairs(["subject": session.subject]) }
    case .logout: pairs(["effect": "logout"])
    }
    writer.endObject()
  }
}
