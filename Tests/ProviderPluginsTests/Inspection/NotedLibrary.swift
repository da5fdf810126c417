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

  /// Returns the source of a provider that answers the query, and has no interface.
  ///
  /// - Parameters:
  ///   - id: The id in its answer.
  ///   - version: The version in its answer, as an expression in C.
  ///   - note: Its note.
  ///   - code: More code.
  /// - Returns: The source.
  static func answering(
    id: String = "com.example.noted", version: String, note: String = note, _ code: String = ""
  ) -> String {
    """
    #include "appcontroller_provider.h"
    #include <string.h>
    \(note)
    \(code)
    static ack_status create(const ack_creation *made, ack_instance **instance) { (void)made; *instance = 0; return ACK_OK; }
    static void destroy(ack_instance *instance) { (void)instance; }
    static ack_status describe(ack_instance *instance, const ack_context *context, const ack_description *out) {
      (void)instance; (void)context; (void)out; return ACK_UNSUPPORTED;
    }
    static const ack_provider table = {
      .struct_size = sizeof(ack_provider), .create = create, .destroy = destroy, .describe = describe };
    ack_status ack_provider_query(const ack_query *query, ack_answer *answer) {
      (void)query;
      answer->magic = ACK_MAGIC;
      answer->abi_major = ACK_ABI_MAJOR;
      answer->abi_minor = ACK_ABI_MINOR;
      answer->id = (ack_str){ "\(id)", \(id.utf8.count) };
      answer->version = (ack_str){ \(version), (uint32_t)strlen(\(version)) };
      answer->provider = &table;
      return ACK_OK;
    }
    """
  }

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
      environmentFolders: [], cache: .none, defaultFolders: [], mapped: inspector.search.mapped
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
