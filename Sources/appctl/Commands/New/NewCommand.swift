import AppControllerKit
import Glibc

@MainActor
struct NewCommand: Command {
  nonisolated static let help = CommandHelp(
    "Write the package of a new provider.",
    "Makes a folder of that name in the current one, with a provider that can sign in and out, its provider.json or "
      + "note, a test and a README. It builds as it is: a provider in Swift with swift build, one in Rust with cargo, "
      + "others with make.",
    "One in Swift depends on AppControllerKit: on the checkout that appctl was built in, or else on the published "
      + "package, unless --package names another. Others have copies of the headers or of the crate that they need.",
    examples: [
      "Begin a provider in Swift": "appctl new Kitty --id com.example.kitty",
      "Begin one in C++": "appctl new Kitty --language cpp",
    ])

  enum Language: String, CaseIterable, ParameterValue {
    case swift, c, cpp, rust
  }

  @Argument("The name of the provider and of its folder.") private var name: String
  @Option(value: "LANGUAGE", "Write the provider in this language; Swift otherwise.") private var language: Language?
  @Option(value: "ID", "Give the provider this id, in reverse DNS; com.example.NAME otherwise.") private var id: String?
  @Option(value: "PATH|URL", as: .directory, "Depend on the AppControllerKit in this folder or repository.")
  private var package: String?
  @Flag(shared: .quiet) var quiet: Bool
  nonisolated var declared: DeclaredParameters {
    [
      "NAME": _name, "--language": _language, "--id": _id, "--package": _package, "--quiet": _quiet,
    ]
  }

  func run(_ console: Console) throws {
    let names = try ScaffoldNames(name, id: id)
    if let language, language != .swift, package != nil {
      throw CommandError.usage(
        "--package is given for a provider that is not in Swift",
        why: "others have copies of what they need, and no package",
        fix: "leave --package out, or write --language swift")
    }
    let dependency = language == nil || language == .swift ? try KitDependency(package) : nil
    if let dependency { console.note("It depends on AppControllerKit \(dependency.place).") }
    let scaffold = Scaffold(language ?? .swift, names, dependency)
    try scaffold.write(to: names.folder)
    console.result(scaffold.files.map { "\(names.folder)/\($0.path)\n" }.joined())
    console.note("Next: cd \(names.folder) && \(scaffold.nextStep)")
  }
}
