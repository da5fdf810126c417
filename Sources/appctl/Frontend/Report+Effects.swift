internal import AppControllerJSON
import AppControllerKit

extension Report {
  /// Prints the provider's response to an action: a line or a screen for each effect, or one JSON object for all.
  func effects(_ response: ActionResponse) {
    if workspace.wantsJSON { return workspace.console.result(json(response)) }
    for effect in response.effects {
      switch effect {
      case .show(let screen, _): interface(screen)
      case .message(let severity, let text): workspace.console.result("\(severity.rawValue): \(text)\n")
      case .leave(let departure): workspace.console.result("left: \(departure.rawValue)\n")
      case .select(let tabs, let item): workspace.console.result("selected: \(item) in \(tabs)\n")
      // The command reports a field error as its own error, and prints the interface after a transition.
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

  /// Writes one effect, with its keys in order; a session is written as its subject only.
  private func write(_ effect: ActionResponse.Effect, to writer: inout JSONWriter) {
    writer.beginObject()
    switch effect {
    case .show(let screen, let placement):
      writer.members(["effect": .string("show")])
      writer.key("interface")
      JSONRenderer().write(screen, to: &writer)
      writer.members(["placement": .string(placement.rawValue)])
    case .leave(let departure):
      writer.members(["departure": .string(departure.rawValue), "effect": .string("leave")])
    case .select(let tabs, let item):
      writer.members(["effect": .string("select"), "item": .string(item), "tabs": .string(tabs)])
    case .fieldError(let input, let message):
      writer.members(["effect": .string("fieldError"), "input": .string(input), "message": .string(message)])
    case .message(let severity, let text):
      writer.members(["effect": .string("message"), "severity": .string(severity.rawValue), "text": .string(text)])
    case .login(let session):
      writer.members(["effect": .string("login")])
      if let session { writer.members(["subject": .string(session.subject)]) }
    case .logout: writer.members(["effect": .string("logout")])
    }
    writer.endObject()
  }
}
