import AppControllerKit
import AppControllerKitTesting
import Foundation
import ReadingRoom

/// One start of the app in an invisible window, with a record of all events in order.
@MainActor
final class RoomUnderTest {
  @MainActor
  private final class Log {
    var lines: [String] = []
  }

  let notebook: Notebook
  let window = RecordingWindow()
  private let room: ReadingRoom
  private let log = Log()

  var controller: AppController { room.controller }
  /// The reports of the handlers, and the events of the window.
  var lines: [String] { log.lines }

  init(folder: String, clock: any Clock<Duration> = ImmediateClock()) {
    notebook = Notebook(folder: folder)
    room = ReadingRoom(
      provider: ReadingRoomProvider(notebook: notebook), id: "com.example.reading-room", notebook: notebook,
      store: FileSessionStore(directory: "\(folder)/sessions"), container: RecordingContainer.self, clock: clock,
      report: { [log] in log.lines.append($0) }
    )
    (controller.rootContainer as? RecordingContainer)?.eventHandler = { [log] in log.lines.append("window: \($0)") }
  }

  func start() async throws { try await controller.installRootInterface(in: window.surface) }

  func enter(_ reader: String, card: String = "12340") async throws {
    let values: InputValues = ["reader": .text(reader), "card": .secret(Secret(card))]
    _ = try await controller.perform(nodeID: "enter", values: values)
  }

  func write(_ note: String) async throws {
    _ = try await controller.perform(nodeID: "tides")
    _ = try await controller.perform(nodeID: "write", values: ["note": .text(note)])
  }

  func forgetLines() { log.lines = [] }
}

/// A folder that is removed after its test.
final class TemporaryFolder {
  let path = FileManager.default.temporaryDirectory.appending(path: "reading-room-\(UUID())").path

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
