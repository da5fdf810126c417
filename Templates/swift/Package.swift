// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "skeleton",
  products: [
    // The library that hosts load.
    .library(name: "skeleton", type: .dynamic, targets: ["ComExampleSkeleton"])
  ],
  dependencies: [
    .package(name: "AppControllerKit", path: "../..")
  ],
  targets: [
    // A module is named after the provider's id: in one process, no two libraries may have modules of one name.
    .target(
      name: "ComExampleSkeleton",
      dependencies: [
        .product(name: "ProviderSDK", package: "AppControllerKit")
      ],
      // With it, async functions stay on the provider's own actor.
      swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")],
      // Makes the library's note and entry of provider.json.
      plugins: [.plugin(name: "ProviderNote", package: "AppControllerKit")]
    ),
    .testTarget(
      name: "ComExampleSkeletonTests",
      dependencies: [
        "ComExampleSkeleton",
        .product(name: "AppControllerKit", package: "AppControllerKit"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
