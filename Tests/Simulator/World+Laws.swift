import AppControllerKit

extension World {
  /// What holds after each step.
  func checkStep() {
    site?.checkStep()
    broken = broken ?? disk.broken ?? server.broken ?? site?.broken
    for process in processes where !process.isKilled {
      if let session = process.controller?.session { seen.insert(session.family) }
      broken = broken ?? (process.hooks.broken ?? process.watcher?.broken).map { "process \(process.number): \($0)" }
    }
  }

  /// What holds when no task can go on: who has given up waits for no provider.
  func checkGivenUp() {
    for process in processes where !process.isKilled {
      if (process.waits + process.lost).contains(where: { $0.party == .store }) { continue }
      guard let call = process.calls.first(where: { $0.isCancelled && $0.name.hasPrefix("fresh") }) else { continue }
      broken = broken ?? "process \(process.number) waits although it has given up: \(call.name)"
    }
  }

  /// What holds when nothing is under way.
  func checkRest() {
    if broken != nil { return }
    for process in processes where !process.isKilled {
      broken = broken ?? brokenLaw(of: process).map { "process \(process.number) \($0)" }
    }
    if disk.news.isEmpty, processes.allSatisfy({ $0.controller?.isBusy != true }) { disk.forgetAuthors() }
    let isWhole = processes.allSatisfy { $0.lost.isEmpty && ($0.isKilled || !$0.troubles.contains(.store)) }
    guard broken == nil, isWhole, let session = disk.record.session else { return }
    if server.isSpentInVain(session) { broken = "the stored refresh token is spent: that of \(session.subject)" }
  }

  /// Whether an app may be told of a change of another one.
  func mayHear(_ process: Process) -> Bool { plan.isRough || plan.usesMemory || disk.authors != [process.number] }

  private func brokenLaw(of process: Process) -> String? {
    // A step of the store has no deadline.
    if !process.lost.contains(where: { $0.party == .store }) {
      for call in process.calls {
        if call.name == "forced logout", call.deadlines > Self.maximumDeadlines {
          return "waits for a forced logout, after \(call.deadlines) deadlines"
        }
      }
    }
    guard let controller = process.controller, process.lost.isEmpty, process.calls.isEmpty, !controller.isBusy,
      !process.troubles.contains(.store)
    else { return nil }
    return brokenState(of: process, controller)
  }

  /// As many as there are parts of two operations that may hang.
  private static var maximumDeadlines: Int { 6 }

  private func brokenState(of process: Process, _ controller: AppController) -> String? {
    if plan.usesMemory { process.noteTurn() }
    process.noteRest()
    if !process.hooks.isBalanced { return "has a will without a did" }
    switch controller.state {
    case .loggedIn:
      if let site, let session = controller.session {
        if !site.holds(session) { return "shows a session that is not stored: \(text(session))" }
      } else if controller.session != disk.record.session {
        return "shows another session than the stored one: \(text(controller.session)), \(text(disk.record.session))"
      }
    case .loggedOut:
      if controller.session != nil { return "is logged out with a session" }
      // A session that an app has brought back while another one follows its end is not followed there.
      let isMissing = disk.record.session.map { !disk.isForgiven($0) } ?? false
      if isMissing, process.troubles.isEmpty, !plan.isRough {
        return "is logged out, and a session is stored: \(text(disk.record.session))"
      }
    case .uninstalled, .launching, .terminated: return nil
    }
    let root = controller.installedInterface?.id
    let isRight = controller.state == .loggedIn ? root == "in" : root == "out" || plan.isRough && root == "logged-out"
    if !isRight { return "shows another interface than that of its state: \(controller.state), \(root ?? "nothing")" }
    return process.watcher.flatMap { brokenFace(of: $0, controller) }
  }

  private func brokenFace(of watcher: Watcher, _ controller: AppController) -> String? {
    let (shown, now) = (watcher.shown, watcher.face.snapshot)
    let isSame =
      shown?.state == now.state && shown?.revision == now.revision && shown?.front?.id == now.front?.id
      && shown?.front?.state.values == now.front?.state.values && shown?.isPerforming == now.isPerforming
    if !isSame { return "has a face that was not told of a change" }
    guard controller.state == .loggedIn, let session = controller.session else { return nil }
    let name = (now.screens.first?.below ?? now.screens.first)?.node.label
    return name == session.subject ? nil : "shows somebody else: \(session.subject), \(name ?? "nobody")"
  }

  /// What holds when everything has come to its end.
  func checkEnd() {
    checkRest()
    for process in processes where broken == nil && !process.isKilled {
      let name = "process \(process.number)"
      if !process.calls.isEmpty { broken = "\(name) is not answered: \(process.calls.map(\.name))" }
      if process.endpoint?.end != nil, process.watcher?.hasHeardOfEnd == false {
        broken = "\(name) is not told that its provider has ended"
      }
    }
    // Whoever closes all windows that have shown a session leaves it to the server.
    if broken == nil, !plan.isRough, processes.count == 3, processes.allSatisfy({ $0.controller != nil }),
      let family = disk.stillValid(of: seen)
    {
      broken = "a session was erased, and its provider has not ended it: \(family)"
    }
  }

  /// What holds when everything has been closed.
  func checkRelease() {
    for process in processes where broken == nil && !process.isKilled && !process.former.isReleased {
      broken = "process \(process.number) is closed, and its controller, its provider or its face stays"
    }
  }

  private func text(_ session: Session?) -> String {
    session.map { "\($0.subject) of \($0.family), \($0.secret?.text ?? "no secret")\($0.displayName)" } ?? "nobody"
  }
}
