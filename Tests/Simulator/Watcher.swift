import AppControllerKit

/// Whoever looks at an app: a reader of its events, and a face that draws when it is told.
@MainActor
final class Watcher {
  let face: Face
  /// What the face shows.
  private(set) var shown: FaceSnapshot?
  /// The number of the last event that was read; that of the subscription at first.
  private var last: UInt64
  private(set) var hasHeardOfEnd = false
  private(set) var broken: String?
  private var tasks: [Task<Void, Never>] = []

  init(_ process: Process, _ controller: AppController, hesitating turns: Int) {
    face = Face(of: controller)
    last = controller.eventNumber
    let (events, changes) = (controller.events, face.changes)
    tasks = [
      Task { [weak self, unowned process] in
        // Reading `events` has subscribed, whenever this task runs.
        for _ in 0..<turns { await Task.yield() }
        for await event in events { self?.read(event, process) }
      },
      Task { [weak self, unowned process] in
        for await change in changes {
          self?.shown = change.snapshot
          for message in change.messages { process.hear(message.text, isEvent: true) }
        }
      },
    ]
  }

  private func read(_ event: ControllerEvent, _ process: Process) {
    if process.isKilled { return }
    process.hear("\(event)", isEvent: true)
    if case .snapshot(let missed) = event.kind {
      if missed == 0, event.number != last { broken = "a reader misses what happened before its task ran" }
    } else if event.number != last + 1 {
      broken = "a reader misses an event"
    }
    if case .providerEnded = event.kind { hasHeardOfEnd = true }
    if case .sessionChangedElsewhere(let subject) = event.kind, !process.world.mayHear(process) {
      broken = "an app is told that another one has changed what it has stored itself: \(subject ?? "nobody")"
    }
    last = event.number
  }

  func end() { for task in tasks { task.cancel() } }
}
