import AppControllerKit
import Foundation
import TestSupport

@testable import ProviderPlugins

/// Libraries that are made for the tests of the inspection.
enum NotedLibrary {
  /// A provider's source: its note, and the function that a host looks up.
  static let source = """
    #include "appcontroller_provider.h"
    \(note)
    ack_status ack_provider_query(const ack_query *query, ack_answer *answer) {
      (void)query;
      (void)answer;
      return ACK_UNSUPPORTED;
    }

    """
  static let note = "ACK_PROVIDER_NOTE(\"com.example.noted\", \"Noted\", \"1.2.0\", \"Example Ltd.\");"

  /// Compiles and links a source.
  ///
  /// - Returns: The library's path.
  @discardableResult
  static func build(
    _ text: String = source, to name: String = "noted.so", in folder: TestFolder, _ options: [String] = []
  ) throws -> String {
    let file = try folder.write(text.utf8, to: "\(name).c")
    let kind = options.contains("-c") ? [] : ["-shared"]
    try Tool.compile(
      ["-std=c11", "-fPIC", "-I", FixtureLibrary.include] + kind
        + ["-o", folder.path(of: name), "-x", "c", file, "-x", "none"] + options
    )
    return folder.path(of: name)
  }

  /// The bytes of a whole provider.
  static func bytes(_ text: String = source, _ options: [String] = []) throws -> [UInt8] {
    let folder = try TestFolder()
    return try contents(try build(text, in: folder, options))
  }

  static func contents(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }
}

extension ProviderInspector {
  /// Makes an inspector that knows only the libraries that the process has mapped.
  static func withoutFolders() -> ProviderInspector {
    var inspector = ProviderInspector()
    inspector.search = LibrarySearch(
      environmentFolders: [], cache: .none, defaultFolders: [], loaded: inspector.search.loaded
    )
    return inspector
  }

  /// Returns the facts from bytes.
  func facts(ofBytes bytes: [UInt8]) -> ProviderFacts {
    facts(of: bytes, path: "/provider.so")
  }
}

extension ProviderFacts {
  /// The codes of all problems, in their order.
  var codes: [String] { problems.map(\.codeName) }
}

extension [UInt8] {
  func replacing(at offset: Int, with bytes: [UInt8]) -> [UInt8] {
    self[..<offset] + bytes + self[(offset + bytes.count)...]
  }

  /// Returns the first offset of bytes.
  func offset(of bytes: [UInt8]) -> Int? {
    indices.first { self[$0] == bytes[0] && self[$0...].starts(with: bytes) }
  }
}
