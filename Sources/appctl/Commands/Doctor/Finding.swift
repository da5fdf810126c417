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
    /// A feature is missing that only some users need.
    case missing
    /// A command would fail, or is unsafe.
    case wrong
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
