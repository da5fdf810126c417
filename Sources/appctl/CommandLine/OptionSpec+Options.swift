import ProviderPlugins

/// Every option that there is; a command names those that it takes.
extension OptionSpec {
  static let action = OptionSpec("--action", value: "NAME", help: "Perform this action, not the primary one.")
  static let force = OptionSpec("--force", help: "Log out even if something objects.")
  static let id = OptionSpec(
    "--id",
    value: "ID",
    help: "Give the provider this id, in reverse DNS; com.example.NAME otherwise."
  )
  static let language = OptionSpec(
    "--language",
    value: "LANGUAGE",
    completion: .values(["swift", "c"]),
    help: "Write the provider in this language; Swift otherwise."
  )
  static let node = OptionSpec("--node", value: "ID", help: "Perform the action of the node with this id.")
  static let package = OptionSpec(
    "--package",
    value: "PATH|URL",
    completion: .directory,
    help: "Depend on the AppControllerKit in this folder or repository."
  )
  static let payload = OptionSpec(
    "--payload",
    value: "K=V",
    repeatable: true,
    help: "Hand this entry over with the action."
  )
  static let set = OptionSpec(
    "--set",
    value: "NAME=VALUE",
    repeatable: true,
    help: "Fill the input of this name; refused for a secret."
  )
  static let setStdin = OptionSpec(
    "--set-stdin",
    value: "NAME",
    help: "Fill the input of this name from standard input, without one trailing newline."
  )
  static let state = OptionSpec(
    "--state",
    value: "STATE",
    completion: .values(["current", "logged-out", "logged-in", "launching"]),
    help: "Show the interface of this state."
  )
  static let `switch` = OptionSpec("--switch", help: "Log in even if somebody else is logged in.")

  static let provider = OptionSpec(
    "--provider",
    value: "ID|PATH",
    completion: .provider,
    help: "Use this provider, by its id or by the path of its library; the last one used otherwise."
  )
  static let providerDir = OptionSpec(
    "--provider-dir",
    value: "DIR",
    repeatable: true,
    completion: .directory,
    help: "Look for providers in this folder before all others."
  )
  static let pin = OptionSpec(
    "--pin",
    value: "SHA256",
    help: "Load the provider's library only if it has this digest."
  )
  static let pinID = OptionSpec(
    "--pin",
    value: "ID",
    completion: .providerID,
    help: "From now on load the provider of this id only as its library is now."
  )
  static let unpinID = OptionSpec(
    "--unpin",
    value: "ID",
    completion: .providerID,
    help: "Load the provider of this id whatever its digest is."
  )
  static let only = OptionSpec(
    "--only",
    value: "CHECK",
    repeatable: true,
    help: "Run the check of this name, or several with commas between them, and no other."
  )
  static let list = OptionSpec("--list", help: "List the checks and their rules, and run none.")
  static let seed = OptionSpec("--seed", value: "NUMBER", help: "Make the random choices of the run with this seed.")
  static let explain = OptionSpec("--explain", help: "Say of every folder and library what became of it.")
  static let explainSettings = OptionSpec("--explain", help: "Say of every setting who has said it.")
  static let isolated = OptionSpec(
    "--isolated",
    help: "Run the provider in a process of its own, which has few rights and may crash; login and run remember it."
  )
  static let notIsolated = OptionSpec(
    "--not-isolated",
    help: "Run the provider in the process of appctl, with all its rights; login and run remember it for this file."
  )
  static let allow = OptionSpec(
    "--allow",
    value: "PERMISSION",
    repeatable: true,
    completion: .values(ProviderPermission.allCases.map(\.rawValue)),
    help: "Let a provider in a process of its own do this, for this command; config.json can say it for all."
  )
  static let checksNotIsolated = OptionSpec(
    "--not-isolated",
    help: "Let the provider do all that you may, for one that you trust and that needs it."
  )
  static let allowRead = OptionSpec(
    "--allow-read",
    value: "PATH",
    repeatable: true,
    completion: .path,
    help: "Let the provider read this file, or everything in this folder."
  )
  static let storyboard = OptionSpec(
    "--storyboard",
    value: "FILE",
    completion: .path,
    help: "Use the interfaces of this storyboard, without a provider."
  )
  static let loggedOut = OptionSpec(
    "--logged-out",
    value: "NAME",
    help: "The storyboard's interface for when nobody is logged in; logged-out unless given."
  )
  static let loggedIn = OptionSpec(
    "--logged-in",
    value: "NAME",
    help: "The storyboard's interface for when somebody is; logged-in unless given."
  )
  static let line = OptionSpec("--line", help: "Say and ask everything line by line, without drawing a screen.")
  static let watch = OptionSpec(
    "--watch",
    help: "Run the provider in a process of its own, and replace it whenever its library is built again."
  )
  static let motion = OptionSpec(
    "--motion",
    value: "HOW",
    completion: .values(["none", "reduced", "full"]),
    help: "Let this much move; full unless given."
  )
  static let interface = OptionSpec(
    "--interface",
    value: "NAME",
    help: "Show the interface of this name, of a storyboard."
  )
  static let timeout = OptionSpec(
    "--timeout",
    value: "SECONDS",
    help: "Wait no longer than this for an answer, 600 at most; run does not interrupt a provider in its own process."
  )
  static let trace = OptionSpec(
    "--trace",
    value: "FILE",
    completion: .path,
    help: "Write every event and every call of the provider to this file, for appctl replay."
  )
  static let stateDir = OptionSpec(
    "--state-dir",
    value: "DIR",
    completion: .directory,
    help: "Keep sessions in this folder."
  )
  static let store = OptionSpec(
    "--store",
    value: "STORE",
    completion: .values(["file", "secret-service", "keyring", "memory"]),
    help: "Keep the session's secret in the state folder, the desktop's keyring or the kernel's; with memory, nothing."
  )
  static let format = OptionSpec(
    "--format",
    value: "FORMAT",
    completion: .values(["text", "json"]),
    help: "Print the result in this format; text otherwise."
  )
  static let formatOfInterface = OptionSpec(
    "--format",
    value: "FORMAT",
    completion: .values(["text", "json", "html", "svg"]),
    help: "Print the result in this format; text otherwise."
  )
  static let transition = OptionSpec(
    "--transition",
    help: "Show the logged-out interface becoming the logged-in one; with --format html."
  )
  static let quiet = OptionSpec("--quiet", help: "Print nothing but the result, warnings and errors.")
  static let verbose = OptionSpec("--verbose", help: "Say on standard error what is being done.")
  static let help = OptionSpec("--help", short: "-h", help: "Show help.")
  static let version = OptionSpec("--version", help: "Show the version.")
}
