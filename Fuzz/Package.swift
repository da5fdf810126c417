// swift-tools-version: 6.3
import PackageDescription

// A package of its own, so that users of the kit never build it. It is built with -enable-testing, because most of the
// fuzzed code is not public; `Fuzz/run` does that.
let package = Package(
  name: "Fuzz",
  dependencies: [
    .package(name: "AppControllerKit", path: "..")
  ],
  targets: [
    // The invariants of every description.
    .target(name: "Invariants", dependencies: [.product(name: "AppControllerKit", package: "AppControllerKit")]),

    // The bytes are a JSON text.
    .executableTarget(
      name: "FuzzDocument",
      dependencies: ["Invariants", .product(name: "AppControllerKit", package: "AppControllerKit")]
    ),

    // The bytes are calls of a builder, as a plugin makes them.
    .executableTarget(
      name: "FuzzBuilder",
      dependencies: ["Invariants", .product(name: "AppControllerKit", package: "AppControllerKit")]
    ),

    // The bytes are the file of a provider, or the cache of the loader.
    .executableTarget(
      name: "FuzzELF",
      dependencies: ["Invariants", .product(name: "ProviderPlugins", package: "AppControllerKit")]
    ),

    // The bytes are frames from or to the process of a provider.
    .executableTarget(
      name: "FuzzFrames",
      dependencies: [
        "Invariants",
        .product(name: "AppControllerKit", package: "AppControllerKit"),
        .product(name: "ProviderPlugins", package: "AppControllerKit"),
      ]
    ),

    // The bytes are the form of a description.
    .executableTarget(
      name: "FuzzForm",
      dependencies: ["Invariants", .product(name: "AppControllerKit", package: "AppControllerKit")]
    ),

    // The bytes are what a client sends to a server of HTTP.
    .executableTarget(
      name: "FuzzHTTP",
      dependencies: ["Invariants", .product(name: "AppControllerHTTP", package: "AppControllerKit")]
    ),

    // The bytes are a session file.
    .executableTarget(
      name: "FuzzSession",
      dependencies: ["Invariants", .product(name: "AppControllerKit", package: "AppControllerKit")]
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
