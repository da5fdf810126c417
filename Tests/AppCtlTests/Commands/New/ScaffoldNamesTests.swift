import AppControllerKit
import Foundation
import TestSupport
import Testing

@testable import appctl

@Suite struct `The names of a new provider` {
  @Test(arguments: [
    ("Kitty", nil, "com.example.kitty", "ComExampleKitty", "KittyProvider"),
    ("Kitty", "org.cats.Kitty-2", "org.cats.Kitty-2", "OrgCatsKitty2", "KittyProvider"),
    ("my_tea-room", nil, "com.example.my_tea-room", "ComExampleMyTeaRoom", "MyTeaRoomProvider"),
    ("TeaProvider", "a.1", "a.1", "A1", "TeaProvider"),
  ])
  func `come from its name and its id`(
    _ name: String, _ given: String?, _ id: String, _ module: String, _ providerClass: String
  ) throws {
    let names = try ScaffoldNames(name, id: given)
    #expect(names.folder == name)
    #expect(names.id == id)
    #expect(names.module == module)
    #expect(names.providerClass == providerClass)
  }

  @Test(arguments: [
    "", "1Kitty", "-kitty", "_kitty", ".kitty", "Kit ty", "a/b", "..", "Kätzchen", "Kitty\"", "K\n", "K\0",
    String(repeating: "k", count: 41),
  ])
  func `are refused when there can be none`(_ name: String) {
    let error = #expect(throws: CommandError.self) { try ScaffoldNames(name, id: nil) }
    #expect(error?.code == .usage)
    #expect(error?.what.hasPrefix("a provider cannot be called '") == true)
    #expect(error?.why.contains("1 to 40 letters, digits, hyphens and underscores") == true)
  }

  @Test(arguments: ["AppControllerKit", "appcontrollerkit", "APPCTL", "ExampleProvider"])
  func `are not those of the products that it depends on`(_ name: String) {
    let error = #expect(throws: CommandError.self) { try ScaffoldNames(name, id: nil) }
    #expect(error?.why == "a product of AppControllerKit is called so")
  }

  @Test(arguments: [
    "", "kitty", ".com.kitty", "com.", "com..kitty", "com.-", "1.kitty", "-.kitty", "com.kit ty", "com.kitty\"",
    "com." + String(repeating: "k", count: 61),
  ])
  func `need an id in reverse DNS`(_ id: String) {
    let error = #expect(throws: CommandError.self) { try ScaffoldNames("Kitty", id: id) }
    #expect(error?.code == .usage)
    #expect(error?.what.hasSuffix("cannot be the id of a provider") == true)
  }
}

@Suite struct `The package that a new provider depends on` {
  @Test(arguments: [
    ("https://example.com/AppControllerKit.git", "AppControllerKit"), ("ssh://git@example.com/a/kit", "kit"),
    ("file:///srv/kit.git/", "kit"), ("git@example.com:kits/Kit.git", "Kit"), ("git@example.com:Kit", "Kit"),
  ])
  func `is known by the last part of its URL`(_ url: String, _ package: String) throws {
    let dependency = try KitDependency(url)
    #expect(dependency.package == package)
    #expect(dependency.declaration == ".package(url: \"\(url)\", from: \"\(KitVersion.current)\")")
    #expect(dependency.place == "\(KitVersion.current) at \(url)")
  }

  @Test func `may be in a folder`() throws {
    let root = try #require(#filePath.firstRange(of: "/Tests/AppCtlTests/").map { #filePath[..<$0.lowerBound] })
    let dependency = try KitDependency(String(root))
    #expect(dependency.package == "AppControllerKit")
    #expect(dependency.declaration == ".package(name: \"AppControllerKit\", path: \"\(root)\")")
  }

  @Test(arguments: [
    ("", "there is no such folder"), ("/nowhere", "there is no such folder"), ("kit", "there is no such folder"),
    ("/", "it has no Package.swift that can be read"),
    ("https://example.com/\"kit", "it has a character that cannot stand in a manifest"),
    ("file:///a\\b", "it has a character that cannot stand in a manifest"),
    ("https://e.com/\u{1B}", "it has a character that cannot stand in a manifest"),
  ])
  func `is refused when it is not there`(_ text: String, _ reason: String) {
    let error = #expect(throws: CommandError.self) { try KitDependency(text) }
    #expect(error?.code == .noPackage && error?.what.hasSuffix(": \(reason)") == true, "\(String(describing: error))")
    #expect(error?.code.exitStatus == .noProvider)
  }

  /// Makes a folder with a manifest, and with the header of AppControllerKit when it is to be one.
  private func folder(_ manifest: String, isKit: Bool = true) throws -> TestFolder {
    let folder = try TestFolder()
    try folder.write(manifest.utf8, to: "Package.swift")
    if isKit {
      let header = "Sources/CProviderABI/include"
      try FileManager.default.createDirectory(atPath: folder.path(of: header), withIntermediateDirectories: true)
      try folder.write("".utf8, to: "\(header)/appcontroller_provider.h")
    }
    return folder
  }

  @Test func `is refused when the folder has another one`() throws {
    let folder = try folder("let package = Package(name: \"Tea\")", isKit: false)
    let error = #expect(throws: CommandError.self) { try KitDependency(folder.path) }
    #expect(error?.what.hasSuffix(": its Package.swift is that of another package") == true)
  }

  @Test(arguments: [
    (#".library(name: "AppControllerKit")"#, "ProviderSDK and ProviderNote"),
    (#".library(name: "AppControllerKit") .library(name: "ProviderSDK")"#, "ProviderNote"),
    (#".library(name: "AppControllerKit") .target(name: "ProviderSDK") .plugin(name: "ProviderNote")"#, "ProviderSDK"),
  ])
  func `is refused when it has not the products of this version`(_ products: String, _ missing: String) throws {
    let folder = try folder(products)
    let error = #expect(throws: CommandError.self) { try KitDependency(folder.path) }
    #expect(error?.code == .noPackage)
    #expect(error?.what == "the AppControllerKit in '\(folder.path)' has no product \(missing)")
    #expect(error?.fix.contains("update the checkout to version \(KitVersion.current) or newer") == true)
  }

  @Test func `may have its manifest written in any form`() throws {
    let folder = try folder(
      """
      .library(
        name: "AppControllerKit"), .library( name : "Other"), .library(name:  "ProviderSDK"),
        .plugin(
          name: "ProviderNote", targets: [])
      """)
    #expect(try KitDependency(folder.path).folder == folder.path)
  }
}
