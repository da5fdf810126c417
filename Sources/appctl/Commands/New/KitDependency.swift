import AppControllerKit
import Glibc

/// The place where a new package in Swift finds AppControllerKit.
struct KitDependency: Equatable {
  /// A description of the place.
  let place: String
  /// The entry of the manifest's dependencies.
  let declaration: String
  /// The name by which the manifest's targets refer to the package.
  let package: String
  /// The folder of the package, absolute or seen from the new folder; with a URL it is there after the first build.
  let folder: String

  /// A file that identifies a checkout of the package.
  private static let landmark = "Sources/CProviderABI/include/appcontroller_provider.h"

  /// Finds the package.
  ///
  /// - Parameter text: A path or a URL; by default the checkout that this program was built in.
  /// - Throws: ``CommandError`` with the code `ACK5012` when the package is not at the path, or when there is no text
  ///   and no checkout.
  init(_ text: String?) throws(CommandError) {
    guard let text else {
      guard let checkout = Self.checkout else { throw .unknownPackage }
      self.init(path: checkout, "in \(checkout)")
      return
    }
    guard Self.isPlain(text), Self.isURL(text) || Self.isCheckout(text) else { throw .noPackage(text) }
    if Self.isURL(text) {
      self.init(url: text)
    } else {
      // Relative to the new folder.
      self.init(path: text.isAbsolutePath ? text : "../\(text)", "in \(text)")
    }
  }

  private init(path: String, _ place: String) {
    self.place = place
    // The name is given because the folder of a checkout may have another name.
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

  /// Whether a text is the URL of a repository, or has git's short form `git@example.com:kit.git`.
  private static func isURL(_ text: String) -> Bool {
    if text.contains("://") { return true }
    let host = text.prefix { $0 != ":" && $0 != "/" }
    return host.contains("@") && text.dropFirst(host.count).hasPrefix(":")
  }

  /// Whether a text can stand unescaped in a Swift string literal.
  private static func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0 != "\"" && $0 != "\\" } && text.displayable.utf8.elementsEqual(text.utf8)
  }

  private static func isCheckout(_ path: String) -> Bool {
    !path.isEmpty && [landmark, "Package.swift"].allSatisfy { unsafe access("\(path)/\($0)", R_OK) == 0 }
  }

  /// The checkout that this program was built in; `nil` when it was installed elsewhere.
  private static var checkout: String? {
    guard let program = unsafe realpath("/proc/self/exe", nil) else { return nil }
    defer { unsafe free(program) }
    guard var path = unsafe String(validatingCString: program) else { return nil }
    while let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex {
      path = String(path[..<slash])
      if isPlain(path), isCheckout(path) { return path }
    }
    return nil
  }
}

extension CommandError {
  fileprivate static var unknownPackage: CommandError {
    CommandError(
      .noPackage, what: "nothing says where AppControllerKit is",
      why: "this appctl was not built in a checkout, whose path a new package would have",
      fix: "give --package the folder of a checkout, or the URL of a repository with a tag of this version")
  }

  fileprivate static func noPackage(_ text: String) -> CommandError {
    CommandError(
      .noPackage, what: "AppControllerKit is not at \(quoted(text, limit: 200))",
      why: "--package wants the folder of a checkout, or the URL of a repository with a tag of this version",
      fix: "give the folder that has the Package.swift of AppControllerKit")
  }
}
