// swift-tools-version: 6.3
import PackageDescription

// Warnings are errors for us, never for a package that depends on us: SwiftPM keeps dependencies under "checkouts".
let isRootPackage = !Context.packageDirectory.contains("/checkouts/")

/// The pictures of the example.
let kittens = (1...10).map { "Pictures/kitten-\($0).png" }

let package = Package(
  name: "AppControllerKit",
  products: [
    .library(name: "AppControllerKit", targets: ["AppControllerKit"]),
    .library(name: "AppControllerInterface", targets: ["AppControllerInterface"]),
    .library(name: "ProviderSDK", targets: ["ProviderSDK"]),
    .library(name: "ProviderPlugins", targets: ["ProviderPlugins"]),
    .library(name: "SessionVaults", targets: ["SessionVaults"]),
    .library(name: "AppControllerTerminal", targets: ["AppControllerTerminal"]),
    .library(name: "AppControllerWeb", targets: ["AppControllerWeb"]),
    .library(name: "AppControllerKitTesting", targets: ["AppControllerKitTesting"]),
    .executable(name: "appctl", targets: ["appctl"]),
    .plugin(name: "ProviderNote", targets: ["ProviderNote"]),
    .library(name: "ExampleProvider", type: .dynamic, targets: ["ExampleProvider"]),
    .library(name: "GreetdProvider", type: .dynamic, targets: ["OrgAppcontrollerkitGreetd"]),
  ],
  targets: [
    // What a provider says: descriptions, the provider protocol, actions, sessions. No C, no controller, no store, no face.
    .target(name: "AppControllerInterface"),

    // JSON texts, strict and bounded, for whoever reads or writes one.
    .target(name: "AppControllerJSON", dependencies: ["AppControllerInterface"]),

    // The core: controller, containers, stores, renderers. No C, no dlopen.
    .target(name: "AppControllerKit", dependencies: ["AppControllerInterface", "AppControllerJSON"]),

    // The provider ABI: one C header that stands alone.
    .target(name: "CProviderABI"),

    // The kit's values as the header's structs, and back: what both halves below share.
    .target(name: "ProviderABI", dependencies: ["AppControllerInterface", "CProviderABI"]),

    // The exporting half: turns a Swift provider into the C table.
    .target(name: "ProviderSDK", dependencies: ["AppControllerInterface", "ProviderABI", "CProviderABI"]),

    // What a plugin's target names among its plugins: makes its note and its entry of a provider.json.
    .plugin(name: "ProviderNote", capability: .buildTool(), dependencies: ["ProviderNoteGenerator"]),
    .executableTarget(
      name: "ProviderNoteGenerator",
      dependencies: ["AppControllerInterface", "AppControllerJSON", "ProviderABI", "CProviderABI"]
    ),

    // The loading half: turns a shared library into a provider.
    .target(
      name: "ProviderPlugins",
      dependencies: ["AppControllerKit", "AppControllerJSON", "ProviderABI", "CProviderABI", "CSystem"]
    ),

    // What `appctl validate` runs, and no app: the checks of a provider, each in a child process.
    .target(
      name: "ProviderValidator",
      dependencies: [
        "AppControllerKit", "AppControllerJSON", "AppControllerKitTesting", "ProviderPlugins", "ProviderABI",
        "CProviderABI", "CSystem",
      ]
    ),

    // What a terminal shows: cells, frames, and the bytes that draw them.
    .target(name: "AppControllerTerminal", dependencies: ["AppControllerKit", "CSystem"]),

    // HTTP requests, strict and bounded, for the page alone.
    .target(name: "AppControllerHTTP", dependencies: ["AppControllerKit", "CSystem"]),

    // What visitors see in a browser: pages that follow a controller each.
    .target(
      name: "AppControllerWeb", dependencies: ["AppControllerKit", "AppControllerHTTP"],
      resources: [.embedInCode("live.js")]
    ),

    // For tests of providers and of apps: the contract, recorders, clocks. Needs no testing library.
    .target(name: "AppControllerKitTesting", dependencies: ["AppControllerKit"]),

    // The system calls that Swift cannot make, and the types of the libraries that are opened at run time.
    .target(name: "CSystem"),

    // Where the system keeps secrets: the desktop's keyring and the kernel's.
    .target(name: "SessionVaults", dependencies: ["AppControllerKit", "CSystem"]),

    // The provider ABI's header and the document of the error codes as bytes, which the command line has in itself.
    .target(name: "CEmbeddedFiles"),

    // The command line.
    .executableTarget(
      name: "appctl",
      dependencies: [
        "AppControllerKit", "AppControllerJSON", "AppControllerTerminal", "AppControllerWeb", "ProviderPlugins",
        "ProviderValidator", "SessionVaults", "CEmbeddedFiles", "CSystem",
      ]
    ),

    // The guide's example, a real plugin.
    .target(
      name: "ExampleProvider",
      dependencies: ["ProviderSDK"],
      path: "Plugins/ExampleProvider",
      exclude: ["Pictures/draw"],
      resources: kittens.map { .embedInCode($0) },
      plugins: ["ProviderNote"]
    ),

    // A greeter. The module is named after the provider's id.
    .target(
      name: "OrgAppcontrollerkitGreetd",
      dependencies: ["ProviderSDK", "AppControllerInterface", "AppControllerJSON"],
      path: "Plugins/GreetdProvider",
      plugins: ["ProviderNote"]
    ),

    .testTarget(
      name: "AppControllerKitTests",
      dependencies: [
        "AppControllerKit", "AppControllerInterface", "AppControllerJSON", "AppControllerKitTesting", "CSystem",
      ],
      exclude: ["Snapshots"]
    ),
    .testTarget(
      name: "AppControllerKitTestingTests",
      // The example's class is tested in the process, too.
      dependencies: ["AppControllerKit", "AppControllerKitTesting", "ProviderSDK"],
      exclude: ["Shared/Pictures/draw"],
      resources: kittens.map { .embedInCode("Shared/\($0)") }
    ),
    .testTarget(
      name: "ProviderPluginsTests",
      // The command line is what the tests have serve providers in processes of their own.
      dependencies: [
        "AppControllerKit", "AppControllerJSON", "AppControllerKitTesting", "ProviderPlugins", "ProviderABI",
        "ProviderSDK", "CProviderABI", "CSystem", "ProviderNoteGenerator", "appctl",
      ]
    ),
    .testTarget(
      name: "AppControllerTerminalTests",
      dependencies: ["AppControllerKit", "AppControllerKitTesting", "AppControllerTerminal", "ProviderPlugins"],
      exclude: ["Snapshots"]
    ),
    .testTarget(name: "AppControllerHTTPTests", dependencies: ["AppControllerHTTP", "AppControllerKit", "CSystem"]),
    .testTarget(
      name: "AppControllerWebTests",
      dependencies: ["AppControllerHTTP", "AppControllerKit", "AppControllerKitTesting", "AppControllerWeb"]
    ),
    .testTarget(
      name: "GreetdProviderTests",
      dependencies: [
        "OrgAppcontrollerkitGreetd", "AppControllerJSON", "AppControllerKit", "AppControllerKitTesting", "ProviderSDK",
      ]
    ),
    .testTarget(name: "SessionVaultsTests", dependencies: ["AppControllerKit", "SessionVaults"]),
    .testTarget(
      name: "AppCtlTests",
      dependencies: [
        "appctl", "AppControllerKit", "AppControllerKitTesting", "ProviderPlugins", "ProviderValidator",
        "SessionVaults",
      ],
      exclude: ["Snapshots"]
    ),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c11
)

// What only our own tests load; a package that depends on us never sees it.
if isRootPackage {
  package.products.append(
    .library(name: "SuspendingProvider", type: .dynamic, targets: ["SuspendingProvider"])
  )
  package.targets.append(
    .target(
      name: "SuspendingProvider",
      dependencies: ["ProviderSDK"],
      path: "Tests/Fixtures/SuspendingProvider",
      plugins: ["ProviderNote"]
    )
  )
  // For the fuzzer alone.
  package.products.append(.library(name: "AppControllerHTTP", targets: ["AppControllerHTTP"]))
  // What Tests/Durability/run kills in the middle of a save.
  package.targets.append(
    .executableTarget(
      name: "StoreTool", dependencies: ["AppControllerKit"], path: "Tests/Fixtures/StoreTool"
    )
  )
  // A child that gives up its rights and then tries what it may not, and an app that watches children.
  package.targets.append(
    .executableTarget(
      name: "SandboxTool",
      dependencies: ["AppControllerKit", "AppControllerKitTesting", "ProviderPlugins", "CSystem", "CSpawn"],
      path: "Tests/Fixtures/SandboxTool"
    )
  )
  // A real app that the tests of crashes kill at each step of a login and of a logout.
  package.targets.append(
    .executableTarget(
      name: "TransitionTool", dependencies: ["AppControllerKit"], path: "Tests/Fixtures/TransitionTool"
    )
  )
  // What Tests/Simulator/run runs.
  package.targets.append(
    .executableTarget(
      name: "Simulator",
      dependencies: [
        "AppControllerKit", "AppControllerKitTesting", "AppControllerHTTP", "AppControllerWeb", "ProviderPlugins",
        "TestSupport",
      ],
      path: "Tests/Simulator", exclude: ["faults", "run"]
    )
  )
  // What Tests/Terminal/widths compares with tmux.
  package.targets.append(
    .executableTarget(
      name: "CellWidthTool", dependencies: ["AppControllerTerminal"], path: "Tests/Fixtures/CellWidthTool"
    )
  )
  // What Benchmarks/instructions counts, and what is not public.
  package.targets.append(
    .executableTarget(
      name: "CodedQuestions", dependencies: ["AppControllerInterface", "ProviderPlugins"],
      path: "Benchmarks/Sources/CodedQuestions"
    )
  )
  // What several of the test targets use, and what starts the programs that tests look at.
  package.targets += [
    .target(name: "CSpawn", path: "Tests/Fixtures/CSpawn"),
    .target(name: "TestSupport", dependencies: ["AppControllerKit", "CSpawn"], path: "Tests/TestSupport"),
  ]
  for target in package.targets where target.type == .test { target.dependencies += ["CSpawn", "TestSupport"] }
  // The gallery's interfaces in Swift, for the tests that draw them or compare them with their twins.
  package.targets.append(
    .target(
      name: "InterfaceGallery", dependencies: ["AppControllerKit"], path: "Tests/Gallery/InterfaceGallery"
    )
  )
  for target in package.targets where target.type == .test { target.dependencies.append("InterfaceGallery") }
  // Screens in other formats, for the tests that have every face say them.
  package.targets.append(
    .target(
      name: "ForeignInterfaces", dependencies: ["AppControllerKit"], path: "Tests/ForeignInterfaces",
      exclude: ["Samples", "Skipped.txt", "Expected"]
    )
  )
  for target in package.targets where ["AppControllerKitTests", "AppControllerTerminalTests"].contains(target.name) {
    target.dependencies.append("ForeignInterfaces")
  }
}

// A plugin of the build takes no settings.
for target in package.targets where target.type != .plugin {
  target.swiftSettings = [
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
    .enableUpcomingFeature("ExistentialAny"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
    .enableUpcomingFeature("InternalImportsByDefault"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
    .enableUpcomingFeature("MemberImportVisibility"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0461-async-function-isolation.md
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0470-isolated-conformances.md
    .enableUpcomingFeature("InferIsolatedConformances"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0481-weak-let.md
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0458-strict-memory-safety.md
    .strictMemorySafety(),
  ]
  if isRootPackage {
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0480-swiftpm-warning-control.md
    target.swiftSettings?.append(.treatAllWarnings(as: .error))
    if target.type != .test {
      target.swiftSettings?.append(.treatWarning("ExplicitSendable", as: .error))
    }
  }
}
