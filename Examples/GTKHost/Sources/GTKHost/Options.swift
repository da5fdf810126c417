import AppControllerKit
import Foundation
import ProviderPlugins

/// The options of the command line.
struct Options {
  static let help = """
    usage: GTKHost [--provider ID] [--search FOLDER]... [--state FOLDER]
           GTKHost --storyboard FILE [--interface NAME]

      --provider ID       show the interfaces of the plugin with this id; com.example.kitty unless given
      --search FOLDER     look for plugins there before anywhere else
      --state FOLDER      keep sessions there, not in ~/.local/state/gtk-host
      --storyboard FILE   show an interface of this storyboard
      --interface NAME    its name; logged-out unless given
    """

  private var id = "com.example.kitty"
  private var searchFolders: [String] = []
  private(set) var stateFolder = FileManager.default.homeDirectoryForCurrentUser.path + "/.local/state/gtk-host"
  private var storyboard: String?
  private var interface = "logged-out"
  private(set) var wantsHelp = false

  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var rest = Array(arguments)[...]
    while let option = rest.popFirst() {
      if option == "--help" {
        wantsHelp = true
        return
      }
      guard let value = rest.popFirst() else { throw UsageError(what: "\(option) has no value, or is no option") }
      switch option {
      case "--provider": id = value
      case "--search": searchFolders.append(value)
      case "--state": stateFolder = value
      case "--storyboard": storyboard = value
      case "--interface": interface = value
      default: throw UsageError(what: "there is no option \(option)")
      }
    }
  }

  /// Makes the provider that they name.
  ///
  /// - Returns: The provider, and the id for its stored session.
  @MainActor
  func provider() throws -> (any AppControllerInterfaceProviding, id: String) {
    if let storyboard {
      let provider = try StoryboardProvider(
        storyboard: Storyboard(contentsOfFile: storyboard), loggedOutInterfaceID: interface,
        loggedInInterfaceID: interface)
      return (provider, "storyboard")
    }
    return (try ProviderLoader().load(id: id, from: .ofThisProcess(given: searchFolders)), id)
  }
}

/// The error of an invalid command line, in the form of the kit's errors.
struct UsageError: ExplainedError {
  enum Code: String { case usage = "HOST1" }

  let code = Code.usage
  let what: String
  let why = "the help lists what there is"
  let fix = "see 'GTKHost --help'"
}
