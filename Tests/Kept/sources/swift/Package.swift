// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Kept",
  products: [
    .library(name: "Kept", type: .dynamic, targets: ["ComExampleKeptSwift"])
  ],
  dependencies: [
    .package(name: "AppControllerKit", path: "../../../..")
  ],
  targets: [
    .target(
      name: "ComExampleKeptSwift",
      dependencies: [.product(name: "ProviderSDK", package: "AppControllerKit")],
      swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")],
      plugins: [.plugin(name: "ProviderNote", package: "AppControllerKit")]
    )
  ],
  swiftLanguageModes: [.v6]
)
