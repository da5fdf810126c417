// swift-tools-version: 6.3
import PackageDescription

private let kit = Target.Dependency.product(name: "AppControllerKit", package: "AppControllerKit")
private let loader = Target.Dependency.product(name: "ProviderPlugins", package: "AppControllerKit")

// A package of its own, so that the kit does not depend on packages that are needed only to measure it.
let package = Package(
  name: "Benchmarks",
  products: [
    .library(name: "TreeProvider", type: .dynamic, targets: ["TreeProvider"])
  ],
  dependencies: [
    .package(name: "AppControllerKit", path: "..")
  ],
  targets: [
    // Rounds, medians, tables, results, and peers in processes of their own.
    .target(name: "Measuring"),

    // The measured interfaces, in the kit's own elements.
    .target(name: "Trees", dependencies: [.product(name: "AppControllerInterface", package: "AppControllerKit")]),

    // The same interfaces as a plugin.
    .target(
      name: "TreeProvider",
      dependencies: ["Trees", .product(name: "ProviderSDK", package: "AppControllerKit")],
      path: "TreeProvider",
      plugins: [.plugin(name: "ProviderNote", package: "AppControllerKit")]
    ),

    // The paths of the plugins, and the calls of them.
    .target(name: "Plugins", dependencies: ["Measuring", kit, loader]),

    // Loading, and reading notes, in a process without Foundation, because `dlopen` searches all loaded libraries for
    // symbols.
    .executableTarget(name: "LoadBenchmark", dependencies: ["Measuring", "Plugins", loader]),

    // Describing, compared with JSONDecoder.
    .executableTarget(name: "TreeBenchmark", dependencies: ["Measuring", "Plugins", "Trees", kit, loader]),

    // Logging in and out, compared with two closures.
    .executableTarget(name: "CycleBenchmark", dependencies: ["Measuring", "Plugins", "Trees", kit, loader]),

    // Drawing and validating.
    .executableTarget(
      name: "FaceBenchmark",
      dependencies: ["Measuring", "Trees", kit, .product(name: "AppControllerTerminal", package: "AppControllerKit")]
    ),

    // Providers in processes of their own, compared with a bare socket pair.
    .executableTarget(name: "IsolationBenchmark", dependencies: ["Measuring", "Plugins", "Trees", kit, loader]),

    // The command line, from its start to its end, compared with a program in C.
    .executableTarget(name: "CommandBenchmark", dependencies: ["Measuring", "Plugins"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
  ]
}
