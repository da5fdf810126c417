import AppControllerKit

/// Something that `appctl doctor` has found out about this machine.
struct Finding {
  /// What it is about; the names stay, for scripts.
  enum Topic: String, CaseIterable {
    case fileRules = "file-rules"
    case callFilter = "call-filter"
    case privileges
    case secretService = "secret-service"
    case keyring
    case providerFolder = "provider-folder"
    case stateFolder = "state-folder"
    case provider
    case settings
    case terminal
  }

  /// How things are.
  enum Grade: String {
    /// As they should be.
    case good = "ok"
    /// Something is not there that not everybody needs.
    case missing
    /// Something would fail, or is not safe.
    case wrong
  }

  let topic: Topic
  let grade: Grade
  let text: String
  /// What can be done about it; empty when there is nothing to do.
  var fix = ""
  /// The error that a command would end with.
  var error: (any ExplainedError)?

  init(_ topic: Topic, _ grade: Grade, _ text: String, fix: String = "") {
    (self.topic, self.grade, self.text, self.fix) = (topic, grade, text, fix)
  }

  /// A finding that is an error.
  init(_ topic: Topic, _ grade: Grade, _ error: any Error) {
    guard let error = error as? any ExplainedError else {
      self.init(topic, grade, "\(error)")
      return
    }
    self.init(topic, grade, "\(error.what): \(error.why) [\(error.codeName)]", fix: error.fix)
    self.error = error
  }
}
