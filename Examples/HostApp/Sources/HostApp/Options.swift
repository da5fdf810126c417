import AppControllerKit
import Foundation
import ProviderPlugins
import ReadingRoom

/// The options of the command line.
struct Options {
  enum Task { case run, list, help }

  static let help = """
    usage: HostApp [--provider ID] [--search FOLDER]... [--state FOLDER] [--keyring]
           HostApp --list [--search FOLDER]...

      --provider ID     show the interfaces of the plugin with this id
      --search FOLDER   look for plugins there before anywhere else
      --state FOLDER    keep notes and sessions there, not in ~/.local/state/reading-room
      --keyring         keep the secret of a new session in the kernel's keyring
      --list            list the plugins that are found

    """

  var task = Task.run
  var provider = ProviderChoice.own
  var searchFolders: [String] = []
  var stateFolder = FileManager.default.homeDirectoryForCurrentUser.path + "/.local/state/reading-room"
  var usesKeyring = false

  /// The given folders, then the usual ones, and finally the folder of the program.
  var searchPath: ProviderSearchPath { .ofThisProcess(given: searchFolders) }

  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var rest = Array(arguments)[...]
    func value(of option: String) throws(UsageError) -> String {
      guard let value = rest.popFirst() else {
        throw UsageError(what: "\(option) has no value", why: "it needs one after it")
      }
      return value
    }
    while let option = rest.popFirst() {
      switch option {
      case "--provider": provider = .plugin(id: try value(of: option))
      case "--search": searchFolders.append(try value(of: option))
      case "--state": stateFolder = try value(of: option)
      case "--keyring": usesKeyring = true
      case "--list": task = .list
      case "--help": task = .help
      default: throw UsageError(what: "there is no option \(option)", why: "it is not one of those in the help")
      }
    }
  }
}

/// The error of an invalid command line, in the form of the kit's errors.
struct UsageError: ExplainedError {
  enum Code: String { case usage = "HOST1" }

  let code = Code.usage
  let what: String
  let why: String
  let fix = "see what there is with 'HostApp --help'"
}
