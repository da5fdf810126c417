import Foundation
import TestSupport

/// A folder of providers in C, with an `appctl` that looks there first.
struct ProviderFolder {
  var appctl: AppCtlProcess
  let path: String

  /// Runs a body with an empty folder, and removes it afterwards.
  static func with(_ body: (ProviderFolder) throws -> Void) throws {
    try withStateFolder { appctl in
      let folder = try TestFolder(mode: 0o755)
      var appctl = appctl
      appctl.environment = [
        "APPCTL_PROVIDER_PATH": folder.path, "HOME": folder.path, "XDG_DATA_HOME": "", "XDG_DATA_DIRS": "/nowhere",
      ]
      try withExtendedLifetime(folder) { try body(ProviderFolder(appctl: appctl, path: folder.path)) }
    }
  }

  /// Makes a provider that shows one text; the note has a further member when one is given.
  @discardableResult
  func make(_ name: String, id: String, version: String = "1.0", text: String = "Hello", member: String? = nil)
    throws -> String
  {
    let more = member.map { ", \($0)" } ?? ""
    let source = """
      #include "appcontroller_builder.h"
      #define TEXT(text) { text, sizeof text - 1 }
      ACK_PROVIDER_NOTE\(member == nil ? "" : "_WITH")("\(id)", "Noted", "\(version)", "Example Ltd."\(more));
      static ack_status create(const ack_creation *made, ack_instance **instance) { (void)made; *instance = 0; return ACK_OK; }
      static void destroy(ack_instance *instance) { (void)instance; }
      static ack_status describe(ack_instance *instance, const ack_context *context, const ack_description *out) {
        (void)instance;
        (void)context;
        ack_builder f = {0};
        ack_begin(&f, ACK_KIND_SCREEN, "main");
        ack_set_text(&f, ACK_NAME_LABEL, "\(text)");
        ack_end(&f);
        return ack_give(&f, out);
      }
      static const ack_provider table = {
        .struct_size = sizeof(ack_provider), .create = create, .destroy = destroy, .describe = describe };
      ack_status ack_provider_query(const ack_query *query, ack_answer *answer) {
        (void)query;
        answer->magic = ACK_MAGIC;
        answer->abi_major = ACK_ABI_MAJOR;
        answer->abi_minor = ACK_ABI_MINOR;
        answer->id = (ack_str)TEXT("\(id)");
        answer->version = (ack_str)TEXT("\(version)");
        answer->provider = &table;
        return ACK_OK;
      }
      """
    let file = "\(path)/\(name).c"
    try Data(source.utf8).write(to: URL(fileURLWithPath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    try Tool.compile(["-std=c11", "-shared", "-fPIC", "-I", Self.include, "-o", "\(path)/\(name)", file])
    return "\(path)/\(name)"
  }

  private static let include = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources/CProviderABI/include").path
}
