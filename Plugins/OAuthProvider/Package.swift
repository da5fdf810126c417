// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  // With it, async functions stay on the provider's own actor.
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "OAuthProvider",
  products: [
    // The library that hosts load.
    .library(name: "OAuthProvider", type: .dynamic, targets: ["OrgAppcontrollerkitOauth"])
  ],
  dependencies: [
    .package(name: "AppControllerKit", path: "../..")
  ],
  targets: [
    .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    // A module is named after the provider's id: in one process, no two libraries may have modules of one name.
    .target(
      name: "OrgAppcontrollerkitOauth",
      dependencies: ["CCurl", .product(name: "ProviderSDK", package: "AppControllerKit")],
      swiftSettings: settings,
      // Makes the library's note and entry of provider.json.
      plugins: [.plugin(name: "ProviderNote", package: "AppControllerKit")]
    ),
    .testTarget(
      name: "OrgAppcontrollerkitOauthTests",
      dependencies: [
        "OrgAppcontrollerkitOauth",
        .product(name: "ProviderSDK", package: "AppControllerKit"),
        .product(name: "AppControllerKit", package: "AppControllerKit"),
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
