import AppControllerKit
import Glibc

struct KitDependency: Equatable {
  let place: String
  let declaration: String
  let package: String
  /// Absolute or relative to the new folder; with a URL, it exists after the first build.
  let folder: String

  private static let landmark = "Sources/CProviderABI/include/appcontroller_provider.h"
  /// As the manifest declares them, without spaces.
  private static let products = [
    ("ProviderSDK", ".library(name:\"ProviderSDK\""), ("ProviderNote", ".plugin(name:\"ProviderNote\""),
    ("AppControllerKit", ".library(name:\"AppControllerKit\""),
  ]
  /// In bytes, of a manifest that is read.
  private static let manifestLimit = 1 << 20

  /// Without a text it is the checkout that this program was built in; fails with `ACK5012` when the package is not
  /// there, or lacks a product that a new provider names.
  init(_ text: String?) throws(CommandError) {
    guard let text else {
      guard let checkout = Self.checkout else {
        throw CommandError(
          .noPackage, what: "nothing says where AppControllerKit is",
          why: "this appctl was not built in a checkout, whose path a new package would have",
          fix: "give --package the folder of a checkout, or the URL of a repository with a tag of this version")
      }
      self.init(path: checkout, "in \(checkout)")
      return
    }
    guard Self.isPlain(text) else { throw .noPackage(text, "it has a character that cannot stand in a manifest") }
    if Self.isURL(text) {
      self.init(url: text)
    } else {
      try Self.checkCheckout(text)
      // A relative path has to be relative to the new folder.
      self.init(path: text.isAbsolutePath ? text : "../\(text)", "in \(text)")
    }
  }

  private init(path: String, _ place: String) {
    self.place = place
    // The manifest names the package, because the folder of a checkout may have another name.
    declaration = ".package(name: \"AppControllerKit\", path: \"\(path)\")"
    package = "AppControllerKit"
    folder = path
  }

  private init(url: String) {
    place = "\(HelpText.versionNumber) at \(url)"
    declaration = ".package(url: \"\(url)\", from: \"\(HelpText.versionNumber)\")"
    // SwiftPM identifies a repository by the last part of its URL.
    let last = url.split { $0 == "/" || $0 == ":" }.last.map(String.init) ?? url
    package = last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    folder = ".build/checkouts/\(package)"
  }

  /// True also for git's short form `git@example.com:kit.git`.
  private static func isURL(_ text: String) -> Bool {
    if text.contains("://") { return true }
    let host = text.prefix { $0 != ":" && $0 != "/" }
    return host.contains("@") && text.dropFirst(host.count).hasPrefix(":")
  }

  /// Whether a text can stand unescaped in a Swift string literal.
  private static func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0 != "\"" && $0 != "\\" } && text.displayable.utf8.elementsEqual(text.utf8)
  }

  /// Without this check, SwiftPM would report the fault at the first build, after the files have been written.
  private static func checkCheckout(_ path: String) throws(CommandError) {
    guard !path.isEmpty, unsafe access(path, F_OK) == 0 else { throw .noPackage(path, "there is no such folder") }
    let bytes: [UInt8]
    do throws(AppControllerError) {
      bytes = try FileSystem.content(of: "\(path)/Package.swift", atMost: manifestLimit)
    } catch {
      throw .noPackage(path, "it has no Package.swift that can be read")
    }
    guard unsafe access("\(path)/\(landmark)", R_OK) == 0 else {
      throw .noPackage(path, "its Package.swift is that of another package")
    }
    let manifest = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
    let missing = products.filter { !manifest.contains($0.1) }.map(\.0)
    if !missing.isEmpty { throw .lacksProducts(path, missing) }
  }

  /// `nil` when this program was installed elsewhere.
  private static var checkout: String? {
    guard let program = unsafe realpath("/proc/self/exe", nil) else { return nil }
    defer { unsafe free(program) }
    guard var path = unsafe String(validatingCString: program) else { return nil }
    while let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex {
      path = String(path[..<slash])
      if isPlain(path), (try? checkCheckout(path)) != nil { return path }
    }
    return nil
  }
}

extension CommandError {
  fileprivate static func noPackage(_ text: String, _ reason: String) -> CommandError {
    CommandError(
      .noPackage, what: "AppControllerKit is not at \(quoted(text, limit: 200)): \(reason)",
      why: "--package wants the folder of a checkout, or the URL of a repository with a tag of this version",
      fix: "give the folder that has the Package.swift of AppControllerKit")
  }

  fileprivate static func lacksProducts(_ path: String, _ products: [String]) -> CommandError {
    let names = products.joined(separator: " and ")
    return CommandError(
      .noPackage, what: "the AppControllerKit in \(quoted(path, limit: 200)) has no product \(names)",
      why: "a new provider names it in its Package.swift, and this checkout is older than that, or was changed",
      fix: "update the checkout to version \(HelpText.versionNumber) or newer, or give --package another one")
  }
}
