import Measuring
public import ProviderPlugins

/// The libraries that are measured, each in C and in Swift.
public enum Plugin: String, CaseIterable, Sendable {
  case inC = "C plugin"
  case inSwift = "Swift plugin"

  /// The example that the kit ships: a real provider of a usual size.
  public var example: String {
    switch self {
    case .inC: BuildFolder.file("fixtures/kitty.so")
    case .inSwift: BuildFolder.file("fixtures/libExampleProvider.so")
    }
  }

  /// The one that describes the trees of any size.
  public var tree: String {
    switch self {
    case .inC: BuildFolder.file("fixtures/tree.so")
    case .inSwift: BuildFolder.file("fixtures/libTreeProvider.so")
    }
  }
}

/// The plugins that describe the trees, loaded into this process.
@MainActor
public struct TreePlugins {
  /// The one in C.
  public let inC: PluginProvider
  /// The one in C that describes in one piece.
  public let inFlatC: PluginProvider
  /// The one in Swift.
  public let inSwift: PluginProvider

  /// The library of ``inFlatC``.
  public static var flatTree: String { BuildFolder.file("fixtures/tree-flat.so") }

  /// Loads all.
  ///
  /// - Throws: `PluginError`.
  public init() throws {
    inC = try ProviderLoader().load(Plugin.inC.tree)
    inFlatC = try ProviderLoader().load(Self.flatTree)
    inSwift = try ProviderLoader().load(Plugin.inSwift.tree)
  }
}
