import AppControllerHTTP
import AppControllerKit

enum Submission: Equatable {
  case press(FaceNodeID)
  /// Stores the values of the inputs, and does nothing else.
  case enter
  case select(item: String, bar: String)
  case back, close, cancel
  /// Shows what an address names, with a fragment.
  case open(String)
  /// Shows a secret, or hides it again.
  case reveal(FaceNodeID)
}

struct SentForm {
  let submission: Submission
  /// Nil for a page without a screen.
  let screen: FaceNodeID?
  let token: String
  let stamp: String
  /// The secret name of the page that the form was on; one of its own for a form without a name.
  let page: String
  /// By name; an input that is left out has none.
  let values: [String: [String]]
  /// The names of the secret inputs that have a value in the page, which was not sent.
  let filledSecrets: Set<String>

  /// Fails for a form that makes two requests, or one that no page offers.
  init?(_ form: HTTPForm) {
    var (submission, screen, token, stamp, page) = (Submission?.none, FaceNodeID?.none, "", "", "")
    var (values, filledSecrets): ([String: [String]], Set<String>) = ([:], [])
    for (name, value) in form.pairs {
      guard name.first == ":" else {
        // Browsers send each line end as CR LF, as the HTML standard requires.
        values[name, default: []].append(value.replacing("\r\n", with: "\n"))
        continue
      }
      var asked: Submission?
      switch name {
      case ":screen":
        guard let id = FaceNodeID(value) else { return nil }
        screen = id
      case ":token": token = value
      case ":stamp": stamp = value
      case ":page": page = value
      case ":filled": filledSecrets.insert(value)
      case ":press":
        guard let id = FaceNodeID(value) else { return nil }
        asked = .press(id)
      case ":reveal":
        guard let id = FaceNodeID(value) else { return nil }
        asked = .reveal(id)
      case ":select":
        let ids = value.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard ids.count == 2 else { return nil }
        asked = .select(item: ids[1], bar: ids[0])
      case ":open": asked = .open(value)
      case ":enter": asked = .enter
      case ":back": asked = .back
      case ":close": asked = .close
      case ":cancel": asked = .cancel
      default: return nil
      }
      if asked != nil, submission != nil { return nil }
      submission = submission ?? asked
    }
    (self.submission, self.screen, self.token, self.stamp) = (submission ?? .enter, screen, token, stamp)
    (self.values, self.filledSecrets) = (values, filledSecrets)
    self.page = VisitorID(page) == nil ? VisitorID.random().text : page
  }
}

extension ScreenPicture {
  struct Entry {
    let name: String
    let id: FaceNodeID
    let value: InputValue
  }

  /// The changes are the values that differ from the known ones.
  func entries(of form: SentForm) -> (changes: [Entry], secrets: InputValues) {
    var changes: [Entry] = []
    var (secrets, status): (InputValues, ScreenStatus) = ([:], self.status)
    for entry in self.form.entries {
      let (name, sent) = (entry.input.name, form.values[entry.input.name])
      if entry.input.content.isSecret {
        if let text = sent?.first, !text.isEmpty { secrets[name] = .secret(Secret(text)) }
        continue
      }
      // An input in a closed group is not on the page; its absence from the form does not clear its value.
      guard let id = self[input: name]?.id, status.isInOpenGroups(entry.node) else { continue }
      let value: InputValue
      if entry.node.kind == .toggle {
        value = .text(sent?.first == "true" ? "true" : "false")
      } else if entry.node.kind == .choice {
        value = .plain(sent ?? [])
      } else if let text = sent?.first {
        value = .text(text)
      } else {
        continue
      }
      let known = state.values[name] ?? .plain(entry.input.values)
      let isUnchanged = known == value || !known.isFilled && !value.isFilled
      if !isUnchanged { changes.append(Entry(name: name, id: id, value: value)) }
    }
    return (changes, secrets)
  }
}
