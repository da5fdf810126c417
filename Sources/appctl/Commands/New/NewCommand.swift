import AppControllerKit
import Glibc

/// `appctl new`: writes a package that is a provider, builds at once, and has a test.
@MainActor
struct NewCommand {
  private let invocation: Invocation
  private let console: Console

  init(_ invocation: Invocation, _ console: Console) {
    self.invocation = invocation
    self.console = console
    console.isQuiet = invocation.flag(.quiet)
  }

  func run() throws {
    let names = try ScaffoldNames(invocation.positionals.first ?? "", id: invocation.string(.id))
    let scaffold: Scaffold
    switch invocation.string(.language) {
    case "c":
      guard !invocation.flag(.package) else { throw CommandError.packageOfC() }
      scaffold = Scaffold(inC: names)
    default:
      let dependency = try KitDependency(invocation.string(.package))
      scaffold = Scaffold(inSwift: names, dependency: dependency)
      console.note("It depends on AppControllerKit \(dependency.place).")
    }
    try scaffold.write(to: names.folder)
    console.result(scaffold.files.map { "\(names.folder)/\($0.path)\n" }.joined())
    console.note("Next: cd \(names.folder) && \(scaffold.nextStep)")
  }
}

extension CommandError {
  fileprivate static func packageOfC() -> CommandError {
    .usage(
      "--package is given for a provider in C", why: "one in C depends on a copy of one header, and on no package",
      fix: "leave --package out, or write --language swift"
    )
  }
}
