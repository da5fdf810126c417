internal import AppControllerJSON
import AppControllerKit

@MainActor
struct UseCommand: WorkspaceCommand {
  nonisolated static let help = CommandHelp(
    "Choose the account of a provider that is used, or show it.",
    "An account is a profile: a name for a session of its own. The chosen one counts for the commands that name none "
      + "with --profile or APPCTL_PROFILE, and is kept in the state folder.",
    examples: [
      "Use it from now on": "appctl use work",
      "See which there are": "appctl use",
    ])

  @Argument("The profile to use from now on.") private var chosen: Profile?
  nonisolated var declared: DeclaredParameters { ["PROFILE": _chosen] }
  let common = ProviderOptions()

  func run(in workspace: Workspace) async throws {
    let (source, last) = try workspace.source()
    // For a file, the last id is the one that the file itself gives, if it can be read.
    guard let id = try ReferencedProviders(common, source, last: last, in: workspace.stateFolder).ids.last else {
      return
    }
    if let chosen { try workspace.stateFolder.usedProfiles.change { $0[id] = chosen.name } }
    let profiles = try workspace.chosenProfiles()
    let (profile, origin) = profiles.choice(for: id)
    let accounts = try workspace.stateFolder.accounts(profiles, workspace.console).filter { $0.provider == id }
    if let chosen, profile != chosen {
      workspace.console.warning("\(origin) is \(profile.name), and comes before 'appctl use'")
    }
    if !accounts.contains(where: \.isInUse) {
      workspace.console.note("nobody is logged in to \(id.displayable) as \(profile.name): run appctl login")
    }
    workspace.console.result(
      common.format, ["accounts": accounts, "origin": origin, "profile": profile.name, "provider": id],
      text: "\(profile.name), by \(origin)".displayable + "\n")
    if !accounts.isEmpty, !workspace.wantsJSON {
      workspace.console.result("\n")
      workspace.console.result(accounts.table)
    }
  }
}
