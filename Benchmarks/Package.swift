// swift-tools-version: 6.3
import PackageDescription

// A package of its own, so that the kit depends on nothing that only measures it.
let package = Package(
  name: "Benchmarks",
  products: [
    .library(name: "TreeProvider", type: .dynamic, targets: ["TreeProvider"])
  ],
  dependencies: [
    .package(name: "AppControllerKit", path: "..")
  ],
  targets: [
    // Rounds, medians and tables.
    .target(name: "Measuring"),

    // The interfaces that are measured, in the kit's own elements.
    .target(name: "Trees", dependencies: [.product(name: "AppControllerKit", package: "AppControllerKit")]),

    // The same interfaces as a plugin.
    .target(
      name: "TreeProvider",
      dependencies: ["Trees", .product(name: "ProviderSDK", package: "AppControllerKit")],
      path: "TreeProvider",
      plugins: [.plugin(name: "ProviderNote", package: "AppControllerKit")]
    ),

    // Loading, in a process without Foundation: what a process has loaded is what dlopen searches for symbols.
    .executableTarget(
      name: "LoadBenchmark",
      dependencies: ["Measuring", .product(name: "ProviderPlugins", package: "AppControllerKit")]
    ),

    // Providers in processes of their own, beside a bare socket pair.
    .executableTarget(
      name: "IsolationBenchmark",
      dependencies: [
        "Measuring",
        .product(name: "AppControllerKit", package: "AppControllerKit"),
        .product(name: "ProviderPlugins", package: "AppControllerKit"),
      ]
    ),

    // Everything else, beside JSONDecoder.
    .executableTarget(
      name: "KitBenchmark",
      dependencies: [
        "Measuring", "Trees",
        .product(name: "AppControllerKit", package: "AppControllerKit"),
        .product(name: "ProviderPlugins", package: "AppControllerKit"),
      ]
    ),
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
