import AppControllerKit

extension World {
  func act() {
    if let site { return site.act() }
    let process = processes[choices.next(below: processes.count)]
    guard let controller = process.controller else {
      // What a closed one has begun goes on.
      if processes.count(where: { $0.controller != nil }) < 3 { startProcess() }
      return
    }
    switch plan.deeds[choices.next(below: plan.deeds.count)] {
    case .renew: renew(process, controller, refused: nil)
    case .renewAfterRefusal: renew(process, controller, refused: disk.record.session?.secret)
    case .login: logIn(process, controller, newSession())
    case .loginAgain:
      guard plan.bringsBack, let session = controller.session else { return }
      disk.forgive(session)
      logIn(process, controller, session)
    case .loginWithNobody: process.call("login") { "\(await controller.login())" }
    case .logout: logOut(process, controller, isForced: false)
    case .forcedLogout: logOut(process, controller, isForced: true)
    case .giveUp: if !process.calls.isEmpty { process.cancel(choices.next(below: process.calls.count)) }
    case .press: press(process)
    case .type: type(process)
    case .goBack: goBack(process)
    case .install: process.install()
    case .providerAsks: process.provider?.askOutside(choices.next(below: 6))
    case .write: writeSomething()
    case .endAtServer:
      guard let session = disk.record.session else { return }
      note("the server ends \(session.family)")
      server.revoke(session)
    case .close: if processes.count > 1 { process.close() }
    case .kill: if plan.isRough, !plan.usesMemory { process.kill() }
    case .crash: if plan.isRough { process.endpoint?.crash("has crashed") }
    case .clocks: changeClocks(of: process)
    case .silence: silence(process)
    }
  }

  private func newSession() -> Session {
    let subject = ["kitty", "tiger"][choices.next(below: 2)]
    return server.signIn(subject, for: choices.oneIn(4) ? .seconds(5000) : nil)
  }

  private func writeSomething() {
    switch choices.next(below: 3) {
    case 0: write(nil)
    case 1: write(server.signIn("lion"))
    default: write(server.signIn("kitty"))
    }
  }

  private func changeClocks(of process: Process) {
    guard plan.isRough else { return }
    if choices.oneIn(2) {
      process.isAsleep.toggle()
      process.note(process.isAsleep ? "is suspended" : "goes on")
    } else {
      process.skew = [.zero, .seconds(7200), .seconds(-7200)][choices.next(below: 3)]
      process.note("its clock is off by \(process.skew)")
    }
    process.noteWallClock()
  }

  private func silence(_ process: Process) {
    guard let party = plan.silent else { return }
    if process.silent.remove(party) == nil { process.silent.insert(party) }
    process.note("answers nothing for now: \(process.silent)")
  }

  // MARK: Calls

  func renew(_ process: Process, _ controller: AppController, refused: Secret?) {
    final class Answer { var session: Session? }
    let given = Answer()
    process.call("fresh session\(refused == nil ? "" : " instead of the refused one")", isCause: false) { call, _ in
      guard let session = given.session else { return nil }
      if refused != nil, session.secret == refused { return "gets the secret that it says was refused" }
      let ends = [session.secretExpiresAt, session.expiresAt].compactMap(\.self)
      return ends.contains { $0 <= call.earliest } ? "gets a session that has ended" : nil
    } _: {
      do {
        given.session = try await controller.freshSession(insteadOf: refused)
        return "a fresh session of \(given.session?.family ?? "")"
      } catch {
        return "\(error)"
      }
    }
  }

  private func logIn(_ process: Process, _ controller: AppController, _ session: Session) {
    let (rivals, wasAlone) = (process.rivals + 1, !process.hasLatentRival)
    let given = Given()
    process.call("login of \(session.subject), \(session.family)") { [unowned process, disk] _, answer in
      if given.isDone, disk.record.session?.family == session.family { disk.settle() }
      guard answer == "\(TransitionOutcome.superseded)", process.rivals == rivals, wasAlone else { return nil }
      return "has a login that gave way to nobody: \(session.subject)"
    } _: {
      let outcome = await controller.login(session)
      switch outcome {
      case .completed, .unchanged: given.isDone = true
      case .superseded, .vetoed, .failed, .cancelled: break
      }
      return "\(outcome)"
    }
  }

  func logOut(_ process: Process, _ controller: AppController, isForced: Bool) {
    let shown = controller.session
    let given = Given()
    process.call(isForced ? "forced logout" : "logout") { [disk] _, _ in
      guard given.isDone, let shown, !shown.isAnonymous, !disk.isForgiven(shown),
        disk.record.session?.family == shown.family
      else { return nil }
      return "has logged out, and the session is stored still: \(shown.subject)"
    } _: {
      let outcome = await controller.logout(force: isForced)
      if case .completed = outcome { given.isDone = true }
      return "\(outcome)"
    }
  }

  /// Whether a call was answered as done.
  private final class Given { var isDone = false }

  // MARK: What a face passes on

  private func press(_ process: Process, _ id: String? = nil) {
    guard let face = process.watcher?.face, let front = face.snapshot.front else { return }
    let buttons = front.usableNodes.filter { $0.node.kind == .button && (id == nil || $0.node.id == id) }
    guard !buttons.isEmpty else { return }
    let button = buttons[choices.next(below: buttons.count)]
    let (causes, isUndisturbed) = (process.causes, process.isUndisturbed)
    process.call("press of \(button.node.id ?? "")", isCause: false) { [unowned process] _, answer in
      // What the provider asks for within its answer never makes the answer useless.
      guard answer.contains("ACK3007"), isUndisturbed, process.causes == causes else { return nil }
      return "an answer is lost because of what was asked for within it"
    } _: {
      let reply = await face.perform(.press(button.id))
      return reply.messages.map { "\($0.text) \($0.error?.codeName ?? "")" }.joined()
    }
  }

  private func type(_ process: Process) {
    guard let face = process.watcher?.face, let front = face.snapshot.front,
      let field = front.usableNodes.first(where: { $0.node.input != nil })
    else { return }
    process.note("types into \(field.node.id ?? "")")
    _ = face.start(.enter(.text("meow \(steps)"), into: field.id))
  }

  private func goBack(_ process: Process) {
    guard let face = process.watcher?.face, let front = face.snapshot.front else { return }
    if front.back == nil { return press(process, "push") }
    process.call("back from \(front.node.id ?? "")", isCause: false) {
      await face.perform(.goBack(from: front.id)).messages.map(\.text).joined()
    }
  }
}
