// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "GTKHost",
  dependencies: [
    // In a copy of this folder, change only this line, to
    // .package(url: "https://example.com/AppControllerKit.git", from: "0.1.0")
    .package(name: "AppControllerKit", path: "../..")
  ],
  targets: [
    .systemLibrary(name: "CGtk", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),

    // The face: any controller in native windows. It knows nothing of the kit but a face's snapshots and intents.
    .target(name: "GTKFace", dependencies: ["CGtk", .product(name: "AppControllerKit", package: "AppControllerKit")]),

    // The program: options, a store, a provider.
    .executableTarget(
      name: "GTKHost",
      dependencies: [
        "GTKFace",
        .product(name: "AppControllerKit", package: "AppControllerKit"),
        .product(name: "ProviderPlugins", package: "AppControllerKit"),
        .product(name: "SessionVaults", package: "AppControllerKit"),
      ]
    ),

    // For tests: what a face has to show, and how many widgets it takes.
    .executableTarget(
      name: "GTKProbe", dependencies: ["GTKFace", .product(name: "AppControllerKit", package: "AppControllerKit")],
      path: "Tests/GTKProbe"
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
}
