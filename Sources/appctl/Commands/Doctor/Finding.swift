import AppControllerKit

struct Finding {
  /// The names are stable, for scripts.
  enum Topic: String, CaseIterable {
    case fileRules = "file-rules"
    case callFilter = "call-filter"
    case threadLimit = "thread-limit"
    case privileges
    case secretService = "secret-service"
    case keyring
    case providerFolder = "provider-folder"
    case stateFolder = "state-folder"
    case provider
    case settings
    case terminal
  }

  enum Grade: String {
    case good = "ok"
    /// Only some users need what is left out.
    case note
    /// A command would fail, or is unsafe.
    case problem

    var emphasis: Paint.Emphasis {
      switch self {
      case .good: .success
      case .note: .caution
      case .problem: .failure
      }
    }
  }

  let topic: Topic
  let grade: Grade
  let text: String
  /// Empty when there is nothing to do.
  var fix = ""
  /// The error that a command would fail with.
  var error: (any ExplainedError)?

  init(_ topic: Topic, _ grade: Grade, _ text: String, fix: String = "") {
    (self.topic, self.grade, self.text, self.fix) = (topic, grade, text, fix)
  }

  init(_ topic: Topic, _ grade: Grade, _ error: any Error) {
    guard let error = error as? any ExplainedError else {
      self.init(topic, grade, "\(error)")
      return
    }
    self.init(topic, grade, "\(error.what): \(error.why) [\(error.codeName)]", fix: error.fix)
    self.error = error
  }
}
