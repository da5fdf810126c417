import Measuring
public import ProviderPlugins

/// The measured libraries, each in C and in Swift.
public enum Plugin: String, CaseIterable, Sendable {
  case inC = "C plugin"
  case inSwift = "Swift plugin"

  /// The path of the kit's example: a real provider of a usual size.
  public var example: String {
    switch self {
    case .inC: BuildFolder.file("fixtures/kitty.so")
    case .inSwift: BuildFolder.file("fixtures/libExampleProvider.so")
    }
  }

  /// The path of the provider of trees of any size.
  public var tree: String {
    switch self {
    case .inC: BuildFolder.file("fixtures/tree.so")
    case .inSwift: BuildFolder.file("fixtures/libTreeProvider.so")
    }
  }

  /// Loads the provider of trees into this process.
  ///
  /// - Throws: `PluginError`.
  @MainActor
  public func loadedTree() throws -> PluginProvider { try ProviderLoader().load(tree) }
}

/// The plugins of trees, loaded into this process.
@MainActor
public struct TreePlugins {
  /// The plugin in C.
  public let inC: PluginProvider
  /// The plugin in Swift.
  public let inSwift: PluginProvider

  /// Loads all plugins.
  ///
  /// - Throws: `PluginError`.
  public init() throws {
    inC = try Plugin.inC.loadedTree()
    inSwift = try Plugin.inSwift.loadedTree()
  }
}
