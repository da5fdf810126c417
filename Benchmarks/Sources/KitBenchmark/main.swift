import AppControllerKit
import ProviderPlugins

let arguments = CommandLine.arguments
guard arguments.count >= 3, let cycles = arguments.count > 3 ? Int(arguments[3]) : 100_000 else {
  fatalError("usage: KitBenchmark C-PLUGIN SWIFT-PLUGIN [CYCLES]")
}

let plugins = Plugins(
  inC: try ProviderLoader().load(arguments[1]), inSwift: try ProviderLoader().load(arguments[2])
)
try measureMemory()
try await measureTrees(plugins)
try await measureCycles(plugins, memoryCycles: cycles)
try await measureFaces()
