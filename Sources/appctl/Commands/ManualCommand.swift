/// `appctl manual`: prints the manual page.
@MainActor
struct ManualCommand {
  private let console: Console

  init(_ console: Console) { self.console = console }

  func run() { console.result(ManualPage().text) }
}
