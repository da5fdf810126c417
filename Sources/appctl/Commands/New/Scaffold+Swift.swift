import AppControllerKit

extension Scaffold {
  init(inSwift names: ScaffoldNames, dependency: KitDependency) {
    files = [
      File("Package.swift", Self.package(names, dependency)),
      File("Sources/\(names.module)/provider.json", Self.manifest(names, dependency)),
      File("Sources/\(names.module)/\(names.providerClass).swift", Self.provider(names)),
      File("Tests/\(names.module)Tests/\(names.providerClass)Tests.swift", Self.tests(names)),
      File("README.md", Self.swiftReadme(names)),
      File(".gitignore", ".build/\n"),
    ]
    nextStep = "swift build && swift test"
  }

  private static func package(_ names: ScaffoldNames, _ dependency: KitDependency) -> String {
    """
    // swift-tools-version: 6.3
    import PackageDescription

    let package = Package(
      name: "\(names.folder)",
      products: [
        // The library that hosts load.
        .library(name: "\(names.folder)", type: .dynamic, targets: ["\(names.module)"])
      ],
      dependencies: [
        \(dependency.declaration)
      ],
      targets: [
        // A module is named after the provider's id: in one process, no two libraries may have modules of one name.
        .target(
          name: "\(names.module)",
          dependencies: [
            .product(name: "ProviderSDK", package: "\(dependency.package)")
          ],
          // With it, async functions stay on the provider's own actor.
          swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")],
          // Makes the library's note and entry of provider.json.
          plugins: [.plugin(name: "ProviderNote", package: "\(dependency.package)")]
        ),
        .testTarget(
          name: "\(names.module)Tests",
          dependencies: [
            "\(names.module)",
            .product(name: "AppControllerKit", package: "\(dependency.package)"),
          ]
        ),
      ],
      swiftLanguageModes: [.v6]
    )

    """
  }

  private static func manifest(_ names: ScaffoldNames, _ dependency: KitDependency) -> String {
    let kit = dependency.folder.isAbsolutePath ? dependency.folder : "../../\(dependency.folder)"
    return """
      {
        "$schema": "\(kit)/Docs/Schemas/provider.schema.json",
        "id": "\(names.id)",
        "name": "\(names.folder)",
        "version": "0.1.0",
        "vendor": "Unknown",
        "class": "\(names.providerClass)"
      }

      """
  }

  private static func provider(_ names: ScaffoldNames) -> String {
    #"""
    import ProviderSDK

    /// Describes two interfaces, and answers what the user does in them.
    final class \#(names.providerClass): AppControllerInterfaceProviding {
      func loggedOutInterface(for controller: ControllerHandle) -> InterfaceDescription {
        InterfaceDescription("logged-out", language: "en") {
          Screen("welcome", title: "\#(names.folder)", primaryAction: "enter") {
            TextField("name", "Your name", content: .username).required("Enter your name")
            Button("enter", "Enter", style: .primary, action: Action("enter", sends: ["name"]))
              .enabled(when: .filled("name"))
          }
        }
      }

      func loggedInInterface(for controller: ControllerHandle) -> InterfaceDescription {
        InterfaceDescription("logged-in", language: "en") {
          Screen("home", title: "\#(names.folder)") {
            Text("Hello, \(controller.session?.subject ?? "friend")!")
            Button("leave", "Leave", style: .destructive, action: "leave")
          }
        }
      }

      func perform(_ action: InterfaceAction, for controller: ControllerHandle) async throws -> ActionResponse {
        switch action.name {
        case "enter": .login(Session(subject: action["name"] ?? ""))
        case "leave": .logout
        default: throw AppControllerError.unsupported(action.name)
        }
      }
    }

    """#
  }

  private static func tests(_ names: ScaffoldNames) -> String {
    """
    import AppControllerKit
    import Testing

    @testable import \(names.module)

    @MainActor
    @Test func `whoever gives a name is logged in, and out again`() async throws {
      let controller = AppController(interfaceProvider: \(names.providerClass)())
      try await controller.installRootInterface(in: InterfaceWindow())
      #expect(controller.state == .loggedOut)
      #expect(controller.installedInterface?.validate().isEmpty == true)

      _ = try await controller.perform(nodeID: "enter", values: ["name": .text("Ann")])
      #expect(controller.state == .loggedIn)
      #expect(controller.session?.subject == "Ann")
      #expect(controller.installedInterface?.validate().isEmpty == true)

      _ = try await controller.perform(nodeID: "leave")
      #expect(controller.state == .loggedOut)
    }

    """
  }

  private static func swiftReadme(_ names: ScaffoldNames) -> String {
    """
    # \(names.folder)

    A provider for AppControllerKit, in Swift.

    ```sh
    swift build
    swift test
    appctl login --provider .build/debug/lib\(names.folder).so --set name=Ann
    appctl logout
    ```

    - `Sources/\(names.module)/\(names.providerClass).swift` describes the interfaces and answers what the user does.
    - `Sources/\(names.module)/provider.json` says who the provider is. Sessions are stored under its `id`, so keep that;
      put your own name where it says `Unknown`.
    - `Tests/` drives the class in the test's own process, without a library.

    `swift build -c release` makes the library that is handed on: `.build/release/lib\(names.folder).so`.

    """
  }
}
