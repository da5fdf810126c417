import AppControllerKit

/// A fact about this machine that `appctl doctor` reports.
struct Finding {
  /// The subject of a finding.
  ///
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

  /// The assessment of a finding.
  enum Grade: String {
    /// Everything is in order.
    case good = "ok"
    /// A feature is missing that only some users need.
    case missing
    /// A command would fail, or is unsafe.
    case wrong
  }

  let topic: Topic
  let grade: Grade
  let text: String
  /// The remedy; empty when there is nothing to do.
  var fix = ""
  /// The error that a command would fail with.
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
