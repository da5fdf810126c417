// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "HostApp",
  dependencies: [
    // In a copy of this folder, change only this line, to
    // .package(url: "https://example.com/AppControllerKit.git", from: "0.1.0")
    .package(name: "AppControllerKit", path: "../..")
  ],
  targets: [
    // The app without its window, so that tests can use it. The symbols that both share are `package`, not `public`.
    .target(
      name: "ReadingRoom",
      dependencies: [
        .product(name: "AppControllerKit", package: "AppControllerKit"),
        .product(name: "ProviderPlugins", package: "AppControllerKit"),
      ]
    ),

    // The program: options, a store, a window.
    .executableTarget(
      name: "HostApp",
      dependencies: [
        "ReadingRoom",
        .product(name: "AppControllerKit", package: "AppControllerKit"),
        .product(name: "AppControllerTerminal", package: "AppControllerKit"),
        .product(name: "SessionVaults", package: "AppControllerKit"),
      ]
    ),

    .testTarget(
      name: "ReadingRoomTests",
      dependencies: [
        "ReadingRoom",
        .product(name: "AppControllerKit", package: "AppControllerKit"),
        .product(name: "AppControllerKitTesting", package: "AppControllerKit"),
        .product(name: "ProviderPlugins", package: "AppControllerKit"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  // With this feature, async functions run on the actor of their caller: those of a provider run on the main actor in
  // an app, and on the provider's own actor in a plugin.
  target.swiftSettings = [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
}
