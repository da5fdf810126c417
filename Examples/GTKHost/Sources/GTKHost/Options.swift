import AppControllerKit
import Foundation
import ProviderPlugins

/// The options of the command line.
struct Options {
  static let help = """
    usage: GTKHost [--provider ID] [--search FOLDER]... [--state FOLDER]
           GTKHost --storyboard FILE [--interface NAME] [--elements yes]
           GTKHost --measure refreshes|switches --rounds NUMBER

      --provider ID       show the interfaces of the plugin with this id; com.example.kitty unless given
      --search FOLDER     look for plugins there before anywhere else
      --state FOLDER      keep sessions there, not in ~/.local/state/gtk-host
      --storyboard FILE   show an interface of this storyboard
      --interface NAME    its name; logged-out unless given
      --elements yes      print its accessible elements as JSON instead
      --measure WHAT      change an interface as often as --rounds says, and print what that took
    """

  private var id = "com.example.kitty"
  private var searchFolders: [String] = []
  private(set) var stateFolder = FileManager.default.homeDirectoryForCurrentUser.path + "/.local/state/gtk-host"
  private var storyboard: String?
  private var interface = "logged-out"
  private var printsElements = false
  private var measured: Measurement.Subject?
  private var rounds = 1000
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
      case "--elements": printsElements = value == "yes"
      case "--measure": measured = Measurement.Subject(rawValue: value)
      case "--rounds": rounds = Int(value) ?? rounds
      default: throw UsageError(what: "there is no option \(option)")
      }
    }
  }

  /// The accessible elements of the interface as JSON, if they are what is wanted.
  func elements() throws -> Data? {
    guard let storyboard, printsElements else { return nil }
    let description = try Storyboard(contentsOfFile: storyboard).requireInterface(named: interface)
    let elements = description.accessibleElements().map { element in
      [
        "role": element.role.rawValue, "name": element.name, "value": element.value, "hint": element.hint,
        "badge": element.badge, "states": element.states.description,
      ].compactMapValues { $0 }
    }
    return try JSONSerialization.data(withJSONObject: elements)
  }

  /// The measurement that they name.
  @MainActor var measurement: Measurement? { measured.map { Measurement(of: $0, rounds: rounds) } }

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
