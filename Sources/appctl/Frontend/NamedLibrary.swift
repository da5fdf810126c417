import AppControllerKit
import ProviderPlugins

extension ProviderListing {
  /// The library that a command is about, by its path or by the id or path that `--provider` gives.
  @MainActor
  static func library(at path: String?, or provider: String?, in folders: [String]) throws -> String? {
    guard let provider else { return path }
    if path != nil { throw CommandError.bothGiven("PATH", "--provider", why: "both name the library") }
    if provider.hasSlash || provider.isLibraryName { return provider }
    let listing = ProviderListing(.ofThisProcess(given: folders))
    guard let found = listing.provider(provider) else { throw PluginError.unknownProvider(provider, listing) }
    return found.path
  }
}
