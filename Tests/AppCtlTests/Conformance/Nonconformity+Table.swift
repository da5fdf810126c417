import Foundation
import Glibc
import TestSupport
import Testing

extension Nonconformity {
  static let table =
    files + bytes + entries + instances + trees + rules + behaviours + answers + contract + pendings + lenient

  // MARK: The file

  private static let files: [Nonconformity] = [
    Nonconformity("a text", ["elf-valid": "failed"]) { try $0.write("Hello\n".utf8, to: "text.so") },
    Nonconformity("a hidden entry", ["entry-exported": "failed"]) { folder in
      try build(folder, ["-Wl,--version-script,\(try folder.write("{ local: *; };\n".utf8, to: "hidden.map"))"])
    },
    Nonconformity("another export", "only-entry-exported", is: "warning", built: "-DNC_EXPORT"),
    Nonconformity("no note", "note-present", built: "-DNC_NOTE=struct nothing"),
    Nonconformity("two notes", "note-single", built: "-DNC_SECOND_NOTE"),
    Nonconformity(
      "a note without a vendor", "note-well-formed",
      built:
        #"-DNC_NOTE=ACK_PROVIDER_NOTE_JSON("{\"id\":\"com.example.conforming\",\"name\":\"C\",\"version\":\"1\"}")"#),
    Nonconformity(
      "a misspelt member of the note", "note-names-known", is: "warning",
      built:
        #"-DNC_NOTE=ACK_PROVIDER_NOTE_JSON("{\"id\":\"com.example.conforming\",\"name\":\"C\",\"version\":\"1.0.0\",\"vendor\":\"V\",\"settings\":[{\"name\":\"a\",\"label\":\"A\",\"type\":\"text\",\"defualt\":\"x\"}]}")"#
    ),
    Nonconformity("a relative run path", "run-path-safe", built: "-Wl,-rpath,build/lib"),
    Nonconformity("an executable stack", "no-executable-stack", is: "warning", built: "-Wl,-z,execstack"),
    Nonconformity("an undefined symbol", "library-loads", built: "-DNC_UNDEFINED"),
    Nonconformity("a needed library that is gone", ["needed-libraries-found": "failed"]) { folder in
      let needed = try NotedLibrary.build(
        "int needed(void) { return 1; }", to: "libneeded.so", in: folder, ["-Wl,-soname,libneeded-gone.so"])
      defer { try? FileManager.default.removeItem(atPath: needed) }
      return try build(folder, ["-Wl,--no-as-needed", needed])
    },
    Nonconformity("a file that everybody can write", ["file-permissions": "warning"]) { folder in
      let path = try build(folder, [])
      #expect(unsafe chmod(path, 0o666) == 0)
      return path
    },
  ]

  private static let bytes: [Nonconformity] = [
    Nonconformity("another machine", "machine-matches") { $0.replacing(at: 18, with: [22, 0]) },
    Nonconformity("a note for later hosts", "note-version-spoken") { bytes in
      let note = try #require(bytes.offset(of: Array("AppController\0".utf8)))
      return bytes.replacing(at: note + 18, with: [7, 0, 9, 0])
    },
    Nonconformity("a note in a section only", "note-in-program-header", is: "warning") { bytes in
      // Program headers begin at 64, with 56 bytes each; the type PT_NOTE is 4, and PT_NULL 0.
      (0..<Int(bytes[56])).map { 64 + 56 * $0 }.filter { bytes[$0] == 4 }
        .reduce(bytes) { $0.replacing(at: $1, with: [0]) }
    },
  ]

  // MARK: Modes

  private static let entries: [Nonconformity] = [
    Nonconformity("constructor-aborts", "library-loads", is: "crashed"),
    Nonconformity("query-fails", "query-answers"),
    Nonconformity("query-aborts", "query-answers", is: "crashed"),
    Nonconformity("wrong-magic", "answer-well-formed"),
    Nonconformity("bad-answer-id", "answer-well-formed", "answer-matches-note"),
    Nonconformity("size-written", "answer-within-bounds"),
    Nonconformity("beyond-answer", "answer-within-bounds"),
    Nonconformity("exact-sizes", "query-accepts-larger-structs"),
    Nonconformity("small-structs", "query-rejects-small-structs"),
    Nonconformity("any-magic", "query-rejects-bad-magic"),
    Nonconformity("old-host", "query-refuses-older-host"),
    Nonconformity("new-host", "query-refuses-newer-host"),
    Nonconformity("says-nothing", "query-refuses-older-host", "query-refuses-newer-host"),
    Nonconformity("exact-majors", "query-negotiates"),
    Nonconformity("own-minor", "query-negotiates"),
    // The text that the answer points to changes after the answer.
    Nonconformity("counting-version", "query-repeatable", "answer-matches-note"),
    Nonconformity("query-opens", "query-pure"),
    Nonconformity("query-threads", "query-pure"),
    Nonconformity("other-version", "answer-matches-note"),
    Nonconformity("no-table", "table-complete"),
    Nonconformity("small-table", "table-complete"),
    Nonconformity("no-describe", "table-complete"),
    Nonconformity("reserved", "table-reserved-zero"),
    Nonconformity("data-function", "table-holds-functions"),
  ]

  private static let instances: [Nonconformity] = [
    Nonconformity("needs-setting", "settings-optional"),
    Nonconformity("logs-setting", "settings-secret-kept"),
    Nonconformity("create-fails", "create-answers"),
    Nonconformity("create-pends", "create-answers"),
    Nonconformity("unused-aborts", "destroy-without-use", is: "crashed"),
    Nonconformity("global-host", "instances-independent"),
    Nonconformity("leaks-create", "create-destroy-1000"),
    Nonconformity("leaks-describe", "describe-1000"),
    // A child may have 256 descriptors, so the 257th instance gets none.
    Nonconformity("leaks-descriptor", "descriptors-closed", "create-destroy-1000"),
    Nonconformity("host-unchecked", "small-host-respected", is: "crashed"),
    // A creation structure that claims a size of 8 bytes but is followed by a host leads to a warning.
    Nonconformity("creation-unchecked", ["small-host-respected": "crashed", "small-structs-refused": "warning"]),
    Nonconformity("structs-unchecked", "small-structs-refused", is: "warning"),
    Nonconformity("asset-unchecked", ["small-structs-refused": "warning", "named-pictures-are-given": "warning"]),
    Nonconformity("credential-unchecked", "small-structs-refused", is: "warning"),
    Nonconformity("structs-exact", "larger-structs-accepted"),
    Nonconformity("thread-local", "thread-may-change"),
    Nonconformity("any-extension", "unknown-extension-null"),
    Nonconformity("traits-index", "unknown-traits-tolerated", is: "crashed"),
    Nonconformity("any-target", "unknown-target-unsupported"),
    Nonconformity("any-purpose", "unknown-target-unsupported"),
    Nonconformity("any-flags", "unknown-target-unsupported"),
    Nonconformity("event-aborts", "unknown-event-ignored", is: "crashed"),
    Nonconformity("session-needed", "no-session-tolerated", is: "crashed"),
    Nonconformity("small-buffer", "large-session-tolerated"),
    Nonconformity("first-attribute", "bare-session-tolerated", is: "crashed"),
    Nonconformity("cuts-name", "characters-whole"),
    Nonconformity("setting-buffer", "settings-long-tolerated", is: "crashed"),
  ]

  private static let trees: [Nonconformity] = [
    Nonconformity("describe-fails", "describe-answers"),
    Nonconformity("describe-aborts", "describe-answers", is: "crashed"),
    Nonconformity("describe-exits", "describe-answers", is: "crashed"),
    Nonconformity("writes-channel", "describe-answers", is: "crashed"),
    Nonconformity("unknown-kind", "vocabulary-known", is: "warning"),
    Nonconformity("unknown-property", "vocabulary-known", is: "warning"),
    Nonconformity("says-disabled", "restrictions-kept"),
    Nonconformity("shows-pin", "advice-followed", is: "warning"),
    Nonconformity("zero-in-label", "characters-shown", is: "warning"),
    Nonconformity("splash-fails", "splash-valid"),
    Nonconformity("splash-broken", "splash-valid"),
    Nonconformity("counting", "describe-repeatable", is: "warning"),
    Nonconformity("refused-aborts", "refusal-survived", is: "crashed"),
    Nonconformity("refused-ok", "refusal-answered", is: "warning"),
    Nonconformity("keeps-pointer", "no-pointer-kept"),
    Nonconformity("c-string", "text-length-respected"),
    Nonconformity("shows-secret", "secret-not-shown"),
  ]

  private static let rules: [Nonconformity] = [
    Nonconformity("unbalanced", "form-in-order"),
    Nonconformity("misplaced-record", "form-in-order"),
    Nonconformity("gives-twice", "form-in-order"),
    Nonconformity("two-roots", "root-single"),
    Nonconformity("bad-utf8", "text-valid"),
    Nonconformity("key-twice", "values-well-set"),
    Nonconformity("nan-property", "values-well-set"),
    Nonconformity("wrong-type", "values-well-set"),
    Nonconformity("long-label", "within-limits"),
    Nonconformity("bad-id", "ids-valid"),
    Nonconformity("same-id", "ids-unique"),
    Nonconformity("no-label", "labels-present"),
    Nonconformity("misplaced", "nodes-placed"),
    Nonconformity("secret-value", "secrets-empty"),
    Nonconformity("no-options", "inputs-whole"),
    Nonconformity("no-action", "actions-whole"),
    Nonconformity("no-such-input", ["references-resolve": "failed", "advice-followed": "warning"]),
    Nonconformity("bad-link", "links-allowed"),
    Nonconformity("newer-schema", "vocabulary-spoken"),
  ]

  private static let behaviours: [Nonconformity] = [
    Nonconformity("round-aborts", "whole-round", is: "crashed"),
    Nonconformity("aborts-behind-list", "whole-round", is: "crashed"),
    Nonconformity("aborts-on-pushed", "whole-round", is: "crashed"),
    Nonconformity("negative-duration", "configuration-valid"),
    Nonconformity("boolean-2", "configuration-valid"),
    Nonconformity("long-delay", "configuration-valid"),
    Nonconformity("config-size", "configuration-valid"),
    Nonconformity("config-beyond", "configuration-valid"),
    Nonconformity(
      "initial-seven", ["initial-state-boolean": "failed", "first-state-is-answered": "warning"]),
    Nonconformity("status-seven", "statuses-known"),
    Nonconformity("status-below", "statuses-known"),
    Nonconformity("answers-misuse", "questions-not-misused"),
    Nonconformity("silent-failure", "failures-explained", is: "warning"),
    Nonconformity("fail-and-ok", "fail-in-its-call"),
    Nonconformity("fail-on-thread", "fail-in-its-call"),
    Nonconformity("gives-late", "tables-in-their-call"),
    Nonconformity("gives-on-thread", "tables-in-their-call"),
    Nonconformity("reply-late", "tables-in-their-call"),
    Nonconformity("writes-lent", "lent-memory-unwritten"),
    Nonconformity("prints", "streams-silent"),
    Nonconformity("prints-errors", "streams-silent"),
    Nonconformity("reads-input", "input-unread"),
    Nonconformity("changes-mask", "process-unchanged", is: "warning"),
    Nonconformity("sleeps", "calls-return-soon", is: "warning"),
    Nonconformity("prints-rarely", "streams-silent"),
    Nonconformity("closes-output", "process-unharmed"),
    Nonconformity("sets-alarm", "process-unharmed"),
    Nonconformity("floods", "requests-few"),
    Nonconformity("refreshes-other", "refresh-keeps-subject"),
    Nonconformity("leaks-exception", "exceptions-handled"),
    Nonconformity("overruns", "lent-memory-not-overrun", is: "crashed"),
    Nonconformity("overruns-values", "lent-memory-not-overrun", is: "crashed"),
  ]

  private static let answers: [Nonconformity] = [
    Nonconformity("bad-session", "sessions-valid"),
    Nonconformity("bad-request", "sessions-valid"),
    Nonconformity("expired-session", "sessions-valid"),
    Nonconformity("after-login", "transition-last"),
    Nonconformity("unknown-how", "reply-well-formed"),
    Nonconformity("bad-severity", "reply-well-formed"),
    Nonconformity("shows-nothing", "shown-screens-valid"),
    Nonconformity("unknown-action-aborts", "unknown-action-tolerated", is: "crashed"),
    Nonconformity("refusal-aborts", "host-refusals-tolerated", is: "crashed"),
    Nonconformity("fuzz-aborts", "fuzz-actions", is: "crashed"),
    Nonconformity("order-aborts", "fuzz-order", is: "crashed"),
  ]

  private static let contract: [Nonconformity] = [
    Nonconformity("shows-password", "typed-secrets-stay-secret"),
    Nonconformity("needs-width", "every-surface-is-described", is: "warning"),
    Nonconformity("first-session", "interface-is-of-its-session"),
    Nonconformity("global-name", "interface-is-of-its-session"),
    Nonconformity("names-picture", "named-pictures-are-given", is: "warning"),
    Nonconformity("invalidates", "describing-does-not-invalidate", is: "warning"),
    Nonconformity("flips-state", "first-state-is-answered", is: "warning"),
    Nonconformity("names-unknown", "named-actions-are-known", is: "warning"),
    Nonconformity("agrees", "unknown-actions-are-refused", is: "warning"),
    Nonconformity("counts-refusals", "refused-actions-change-nothing", is: "warning"),
    Nonconformity("pops-nothing", "effects-have-a-place"),
    Nonconformity("selects-nothing", "effects-have-a-place"),
    Nonconformity("wrong-input", "field-errors-name-inputs", is: "warning"),
    Nonconformity("ends-with-session", "events-are-tolerated", is: "warning"),
    Nonconformity("remembers", "logout-restores-the-interface", is: "warning"),
  ]

  /// Providers that keep the rules, and take their time or go on after a cancel.
  private static let lenient: [Nonconformity] = [
    Nonconformity(
      "slow-describe", passing: "refusal-survived", "refusal-answered", "whole-round", "fuzz-order",
      timeout: .seconds(20)
    ),
    // It aborts for a member only, whom a made-up session does not have.
    Nonconformity("member-aborts", passing: "whole-round"),
    Nonconformity("works-on", passing: "cancel-leaves-nothing"),
  ]

  private static let pendings: [Nonconformity] = [
    Nonconformity("config-never", "pending-woken", timeout: .seconds(20)),
    Nonconformity("config-always", "wake-means-ready"),
    Nonconformity("writes-early", "pending-writes-nothing", is: "warning"),
    Nonconformity("wakes-other", "wakes-its-own", is: "warning"),
    Nonconformity("tick-aborts", "tick-tolerated", is: "crashed"),
    Nonconformity("cancel-aborts", "cancel-tolerated", is: "crashed"),
    Nonconformity("splash-stuck", "cancelled-splash-left"),
    Nonconformity("cancel-stuck", "cancel-then-again"),
    Nonconformity("leaks-cancel", "cancel-leaves-nothing"),
    Nonconformity("one-slot", "eight-performs"),
    Nonconformity("busy", "describe-while-pending"),
    Nonconformity("global-pending", "pending-instances-apart"),
    Nonconformity("late-aborts", "late-wake-harmless", is: "crashed"),
  ]
}
