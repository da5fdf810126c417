import AppControllerKit
import ProviderPlugins

extension ErrorExplanation {
  /// Every code of the project, in the order of the numbers.
  static let all =
    (AppControllerError.explanations + Diagnostic.explanations + PluginError.explanations
    + CommandError.explanations).sorted { $0.code < $1.code }
}
