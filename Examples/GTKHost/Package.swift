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
    .executableTarget(
      name: "GTKHost",
      dependencies: [
        "CGtk",
        .product(name: "AppControllerKit", package: "AppControllerKit"),
        .product(name: "ProviderPlugins", package: "AppControllerKit"),
        .product(name: "SessionVaults", package: "AppControllerKit"),
      ],
      swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
