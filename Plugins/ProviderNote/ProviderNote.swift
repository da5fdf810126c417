import Foundation
import PackagePlugin

/// Generates the note and the entry of a provider's target from the `provider.json` beside its sources.
@main
struct ProviderNote: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
    guard let target = target as? SwiftSourceModuleTarget else {
      Diagnostics.error("ProviderNote is for targets in Swift; \(target.name) writes ACK_PROVIDER_NOTE instead")
      return []
    }
    let manifest = target.directoryURL.appending(path: "provider.json")
    let entry = context.pluginWorkDirectoryURL.appending(path: "ProviderEntry.generated.swift")
    // A missing file cannot be an input of the command; the generator reports that it is missing.
    let isThere = FileManager.default.fileExists(atPath: manifest.path)
    return [
      .buildCommand(
        displayName: "Making the note and the entry of \(target.name)",
        executable: try context.tool(named: "ProviderNoteGenerator").url,
        arguments: [manifest.path, entry.path],
        inputFiles: isThere ? [manifest] : [],
        outputFiles: [entry]
      )
    ]
  }
}
