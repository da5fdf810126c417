internal import AppControllerInterface
internal import CProviderABI
internal import ProviderABI

/// The table of C functions that the host calls; made once, never freed.
@safe
struct ProviderTable: Sendable {
  static let shared = ProviderTable()

  nonisolated(unsafe) let pointer: UnsafePointer<ack_provider>

  // Written outside any actor, because the host calls these functions on any thread.
  private init() {
    var table = ack_provider.sized()
    unsafe table.create = { creation, out in
      guard let creation = unsafe creation.flatMap({ unsafe ack_creation.read(UnsafeRawPointer($0)) }),
        let host = unsafe creation.host, let out = unsafe out, unsafe ack_host.isWhole(host)
      else { return ACK_MISUSE }
      if unsafe creation.flags != 0 { return ACK_UNSUPPORTED }
      guard let settings = unsafe ProviderSettings(abi: creation), let make = ProviderFactory.current
      else { return ACK_MISUSE }
      let link = unsafe HostLink(host)
      do {
        let instance = try ProviderInstance(host: link) { try make(settings) }
        unsafe out.pointee = InstanceRegistry.shared.add(instance)
        return ACK_OK
      } catch {
        link.fail(ProviderFailure(error))
        return ACK_FAILED
      }
    }
    unsafe table.destroy = { pointer in
      unsafe InstanceRegistry.shared.remove(pointer)?.end()
    }
    unsafe table.is_initially_logged_in = { pointer, context, out in
      guard let out = unsafe out else { return ACK_MISUSE }
      return unsafe answer(pointer, context, .isInitiallyLoggedIn) { reply, _ in
        guard case .isLoggedIn(let flag) = reply else { return ACK_MISUSE }
        unsafe out.pointee = flag ? 1 : 0
        return ACK_OK
      }
    }
    unsafe table.configuration = { pointer, context, out in
      guard let out = unsafe out, unsafe ack_configuration.isWhole(out) else { return ACK_MISUSE }
      return unsafe answer(pointer, context, .configuration) { reply, _ in
        guard case .configuration(let configuration) = reply else { return ACK_MISUSE }
        unsafe ack_configuration(configuration).copy(to: out)
        return ACK_OK
      }
    }
    unsafe table.describe = { pointer, context, out in
      guard let out = unsafe out, unsafe ack_description.isWhole(out) else { return ACK_MISUSE }
      let asked = unsafe context.flatMap { unsafe ack_context.read(UnsafeRawPointer($0)) }
      let lent = unsafe asked?.screen ?? .empty
      guard let screen = unsafe lent.text(atMost: InterfaceLimits.standard.id) else { return ACK_MISUSE }
      return unsafe answer(pointer, context, .describe(screen: screen)) { reply, instance in
        guard case .interface(let interface) = reply else { return ACK_MISUSE }
        if let diagnostic = interface.buildFailure {
          instance.fail(ProviderFailure(diagnostic))
          return ACK_FAILED
        }
        return unsafe interface.lend(to: instance.host) { unsafe out.pointee.give?(out, $0) }
      }
    }
    unsafe table.perform = { pointer, context, action, reply in
      guard let context = unsafe context, let reply = unsafe reply, unsafe ack_reply.isWhole(reply),
        let asked = unsafe ack_context.read(UnsafeRawPointer(context)),
        let action = unsafe InterfaceAction(abi: action, revision: asked.revision)
      else { return ACK_MISUSE }
      return unsafe answer(pointer, context, .perform(action)) { unsafe write($0, $1, to: reply) }
    }
    unsafe table.refresh_session = { pointer, context, session, reply in
      guard let session = unsafe session, let session = try? unsafe Session(abi: session), let reply = unsafe reply,
        unsafe ack_reply.isWhole(reply)
      else { return ACK_MISUSE }
      return unsafe answer(pointer, context, .refresh(session)) { unsafe write($0, $1, to: reply) }
    }
    unsafe table.cancel = { pointer, sequence in unsafe instance(pointer)?.cancel(sequence) }
    unsafe table.notify = { pointer, context, event in
      guard let event = unsafe event.text().flatMap(ProviderEvent.init(rawValue:)),
        let instance = unsafe instance(pointer), let context = unsafe context,
        let asked = unsafe ack_context.read(UnsafeRawPointer(context)),
        let call = try? unsafe instance.makeCall(.notify(event), asked)
      else { return }
      instance.notify(call)
    }
    unsafe table.screen_changed = { pointer, context, appearance in
      guard let appearance = unsafe appearance.text().flatMap(ScreenAppearance.init(rawValue:)),
        let instance = unsafe instance(pointer), let context = unsafe context,
        let asked = unsafe ack_context.read(UnsafeRawPointer(context)),
        let screen = unsafe asked.screen.text(atMost: InterfaceLimits.standard.id),
        let call = try? unsafe instance.makeCall(.screenChanged(screen, appearance), asked)
      else { return }
      instance.notify(call)
    }
    unsafe table.session_ended = { pointer, context, session in
      guard let session = unsafe session, let ended = try? unsafe Session(abi: session) else { return ACK_MISUSE }
      return unsafe answer(pointer, context, .sessionEnded(ended)) { reply, _ in
        guard case .done = reply else { return ACK_MISUSE }
        return ACK_OK
      }
    }
    unsafe table.asset = { pointer, context, name, out in
      guard let out = unsafe out, unsafe ack_asset.isWhole(out),
        let name = unsafe name.text(atMost: InterfaceLimits.standard.id)
      else { return ACK_MISUSE }
      return unsafe answer(pointer, context, .asset(name)) { reply, _ in
        guard case .asset(let bytes) = reply else { return ACK_MISUSE }
        let status = unsafe bytes.withUnsafeBytes { bytes in
          unsafe out.pointee.give?(out, bytes.baseAddress, UInt64(bytes.count)) ?? ACK_MISUSE
        }
        // A host's function returns no positive status, which would be another answer here.
        return min(status, ACK_OK)
      }
    }
    unsafe table.tick = { pointer in unsafe instance(pointer)?.tick() }
    unsafe table.get_extension = { pointer, id in
      guard unsafe instance(pointer) != nil, unsafe id.text(atMost: 64) == "\(ack_credentials.id)" else { return nil }
      return unsafe UnsafeRawPointer(ProviderTable.credentials)
    }

    unsafe pointer = UnsafePointer(immortal(table))
  }

  /// Every provider has `ack.credential/1`, because it is not known which ones implement it; the default answer is
  /// `ACK_UNSUPPORTED`.
  private nonisolated(unsafe) static let credentials: UnsafePointer<ack_credentials> = {
    var table = ack_credentials.sized()
    unsafe table.credential = { pointer, context, request, out in
      guard let asked = unsafe request.flatMap({ unsafe ack_credential_request.read(UnsafeRawPointer($0)) }),
        let out = unsafe out, unsafe ack_credential.isWhole(out), let request = unsafe CredentialRequest(abi: asked)
      else { return ACK_MISUSE }
      if unsafe asked.flags != 0 { return ACK_UNSUPPORTED }
      return unsafe answer(pointer, context, .credential(request)) { reply, _ in
        guard case .credential(let credential) = reply else { return ACK_MISUSE }
        return unsafe credential.lend(to: out)
      }
    }
    return unsafe UnsafePointer(immortal(table))
  }()
}

private func instance(_ pointer: OpaquePointer?) -> ProviderInstance? {
  switch unsafe InstanceRegistry.shared.find(pointer) {
  case .living(let instance): instance
  case .ended, .unknown: nil
  }
}

private func write(_ answer: ProviderReply, _ instance: ProviderInstance, to reply: UnsafePointer<ack_reply>) -> Int32 {
  guard case .response(let response) = answer else { return ACK_MISUSE }
  let result = unsafe response.write(to: reply, of: instance.host)
  if let failure = result.failure { instance.fail(failure) }
  return result.status
}

private func answer(
  _ pointer: OpaquePointer?, _ context: UnsafePointer<ack_context>?, _ question: ProviderCall.Question,
  write: (ProviderReply, ProviderInstance) -> Int32
) -> Int32 {
  let instance: ProviderInstance
  switch unsafe InstanceRegistry.shared.find(pointer) {
  case .living(let living): instance = living
  case .ended: return ACK_GONE
  case .unknown: return ACK_MISUSE
  }
  guard let context = unsafe context, let asked = unsafe ack_context.read(UnsafeRawPointer(context))
  else { return ACK_MISUSE }
  let call: ProviderCall
  do throws(ProviderInstance.Misuse) {
    guard let made = try unsafe instance.makeCall(question, asked) else { return ACK_UNSUPPORTED }
    call = made
  } catch {
    return ACK_MISUSE
  }
  switch instance.answer(call) {
  case .pending?: return ACK_PENDING
  case .unsupported?: return ACK_UNSUPPORTED
  case .failed(let status, let failure)?:
    if let failure { instance.fail(failure) }
    return status
  case .some(let reply): return write(reply, instance)
  case nil: return ACK_MISUSE
  }
}
