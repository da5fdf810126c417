internal import AppControllerKit

extension PluginError {
  /// ACK2301 to ACK2305: recordings and their replays, and libraries that are built again while the app runs.
  static let recordingExplanations: [ErrorExplanation] = [
    ErrorExplanation(
      Code.unreadableRecording, "unreadableRecording", "A recording cannot be read.",
      when: ["There is no file at the path, or this user may not read it.", "It is larger than 256 MiB."],
      fix: "Name the file that `--trace` has written.", example: "appctl replay trace.jsonl"
    ),
    ErrorExplanation(
      Code.badRecording, "badRecording", "A file is no recording, or one that this version cannot replay.",
      when: [
        "The file is of something else, or a line of it was changed by hand; the error says which.",
        "A newer version has written it.",
        "It is of an app whose provider is its own, and `Replay` was not given that provider.",
      ],
      fix: "Replay it with the version that has written it; or record again.", example: "appctl replay trace.jsonl",
      more: ("Recording.md", "The lines")
    ),
    ErrorExplanation(
      Code.recordingNotWritten, "recordingNotWritten", "A recording cannot be written.",
      when: [
        "There is a file at the path already that is no recording: it is not replaced.",
        "The folder cannot be written, or the disk is full.",
      ],
      fix: "Name a file that is not there yet, in a folder that can be written.",
      example: "appctl login --trace /tmp/trace.jsonl"
    ),
    ErrorExplanation(
      Code.replayDiffers, "replayDiffers", "The host does something else than what is recorded.",
      when: [
        "This version of the host behaves otherwise than the one that was recorded: the fault is mended, or a new one.",
        "A line of the recording was changed by hand.",
      ],
      fix: "Look at the line that is named: what it says was expected, and the error says what came.",
      example: "appctl replay trace.jsonl", more: ("Recording.md", "A bug report that is a test")
    ),
    ErrorExplanation(
      Code.otherProvider, "otherProvider", "A library that was built again is another provider now.",
      when: ["The id in its `provider.json`, or in its note, was changed while the app runs."],
      fix: "Give the provider its former id, or start the app again.",
      example: "appctl run --watch --provider ./libKitty.so", more: ("Operating.md", "run")
    ),
  ]
}
