import AppControllerKit
import Foundation
import ProviderPlugins

/// The options of the command line.
struct Options {
  static let help = """
    usage: GTKHost [--provider ID] [--search FOLDER] [--state FOLDER]
           GTKHost --storyboard FILE [--interface NAME]

      --provider ID       show the interfaces of the plugin with this id; com.example.kitty unless given
      --search FOLDER     look for plugins there before anywhere else
      --state FOLDER      keep sessions there, not in ~/.local/state/gtk-host
      --storyboard FILE   show an interface of this storyboard
      --interface NAME    its name; logged-out unless given
    """

  private var values: [String: String] = [:]
  let wantsHelp: Bool

  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var rest = Array(arguments)[...]
    wantsHelp = rest.contains("--help")
    while !wantsHelp, let option = rest.popFirst() {
      guard Self.help.contains("  \(option) "), let value = rest.popFirst() else { throw UsageError(what: option) }
      values[option] = value
    }
  }

  var stateFolder: String {
    values["--state"] ?? FileManager.default.homeDirectoryForCurrentUser.path + "/.local/state/gtk-host"
  }

  /// Makes the provider that they name.
  ///
  /// - Returns: The provider, and the id for its stored session.
  @MainActor
  func provider() throws -> (any AppControllerInterfaceProviding, id: String) {
    if let file = values["--storyboard"] {
      let name = values["--interface"] ?? "logged-out"
      let storyboard = try Storyboard(contentsOfFile: file)
      return (
        try StoryboardProvider(storyboard: storyboard, loggedOutInterfaceID: name, loggedInInterfaceID: name),
        "storyboard"
      )
    }
    let id = values["--provider"] ?? "com.example.kitty"
    let folders = values["--search"].map { [$0] } ?? []
    return (try ProviderLoader().load(id: id, from: .ofThisProcess(given: folders)), id)
  }
}

/// The error of an invalid command line, in the form of the kit's errors.
struct UsageError: ExplainedError {
  enum Code: String { case usage = "HOST1" }

  let code = Code.usage
  let what: String
  let why = "an option has one value after it"
  let fix = "see what there is with 'GTKHost --help'"

  init(what option: String) { what = "\(option) is no option, or has no value" }
}
