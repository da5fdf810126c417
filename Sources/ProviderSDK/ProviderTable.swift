internal import AppControllerKit
internal import CProviderABI
internal import ProviderABI

/// The table of C functions that the host calls; made once, never freed.
@safe
struct ProviderTable: Sendable {
  static let shared = ProviderTable()

  nonisolated(unsafe) let pointer: UnsafePointer<ack_provider>

  // The functions are written here, outside any actor: the host calls them from whatever thread it likes.
  private init() {
    var table = ack_provider.sized()
    unsafe table.create = { host, out in
      guard let host = unsafe host, let out = unsafe out, unsafe host.pointee.struct_size >= ack_host.size,
        let make = ProviderFactory.current
      else { return ACK_MISUSE }
      let instance = ProviderInstance(host: unsafe HostLink(host), make: make)
      unsafe out.pointee = OpaquePointer(Unmanaged.passRetained(instance).toOpaque())
      return ACK_OK
    }
    unsafe table.destroy = { pointer in
      guard let pointer = unsafe pointer else { return }
      let instance = unsafe Unmanaged<ProviderInstance>.fromOpaque(UnsafeRawPointer(pointer)).takeRetainedValue()
      instance.end()
    }
    unsafe table.is_initially_logged_in = { pointer, context, out in
      unsafe answer(pointer, context, .isInitiallyLoggedIn) { answer in
        guard case .flag(let flag) = answer else { return ACK_MISUSE }
        unsafe out?.pointee = flag ? 1 : 0
        return ACK_OK
      }
    }
    unsafe table.configuration = { pointer, context, out in
      unsafe answer(pointer, context, .configuration) { answer in
        guard case .configuration(let configuration) = answer, let out = unsafe out,
          unsafe out.pointee.struct_size >= ack_configuration.size
        else { return ACK_MISUSE }
        let size = unsafe out.pointee.struct_size
        unsafe out.pointee = ack_configuration(configuration)
        unsafe out.pointee.struct_size = size
        return ACK_OK
      }
    }
    unsafe table.describe = { pointer, context, builder in
      guard let builder = unsafe builder, unsafe builder.pointee.struct_size >= ack_builder.size
      else { return ACK_MISUSE }
      return unsafe answer(pointer, context, .describe) { [instance = pointer] answer in
        guard case .interface(let interface) = answer else { return ACK_MISUSE }
        if let diagnostic = interface.buildFailure {
          unsafe fail(instance, ProviderFailure(diagnostic))
          return ACK_FAILED
        }
        return unsafe interface.write(to: builder)
      }
    }
    unsafe table.perform = { pointer, context, action, reply in
      guard let context = unsafe context, let reply = unsafe reply, unsafe reply.pointee.struct_size >= ack_reply.size,
        let asked = unsafe ack_context.read(UnsafeRawPointer(context)),
        let action = unsafe InterfaceAction(abi: action, revision: asked.revision)
      else { return ACK_MISUSE }
      return unsafe answer(pointer, context, .perform(action)) { answer in
        guard case .response(let response) = answer else { return ACK_MISUSE }
        let result = unsafe response.write(to: reply)
        if let failure = result.failure { unsafe fail(pointer, failure) }
        return result.status
      }
    }
    unsafe table.cancel = { pointer, sequence in unsafe instance(pointer)?.cancel(sequence) }
    unsafe table.notify = { pointer, context, event in
      guard let event = unsafe event.text().flatMap(ProviderEvent.init(rawValue:)),
        let instance = unsafe instance(pointer), let context = unsafe context,
        let asked = unsafe ack_context.read(UnsafeRawPointer(context)),
        let handle = try? unsafe instance.makeHandle(asked)
      else { return }
      instance.tell(event, handle, sequence: unsafe asked.sequence)
    }
    unsafe table.session_ended = { pointer, context, session in
      guard let session = unsafe session, let ended = try? unsafe Session(abi: session) else { return ACK_MISUSE }
      return unsafe answer(pointer, context, .sessionEnded(ended)) { _ in ACK_OK }
    }
    unsafe table.tick = { pointer in unsafe instance(pointer)?.tick() }
    unsafe table.get_extension = { _, _ in nil }

    unsafe pointer = UnsafePointer(immortal(table))
  }
}

private func instance(_ pointer: OpaquePointer?) -> ProviderInstance? {
  guard let pointer = unsafe pointer else { return nil }
  return unsafe Unmanaged<ProviderInstance>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
}

private func fail(_ pointer: OpaquePointer?, _ failure: ProviderFailure) {
  unsafe instance(pointer)?.fail(failure)
}

/// Asks the instance, and has an answer that is there written out.
private func answer(
  _ pointer: OpaquePointer?, _ context: UnsafePointer<ack_context>?, _ question: Question, write: (Answer) -> Int32
) -> Int32 {
  guard let instance = unsafe instance(pointer), let context = unsafe context,
    let asked = unsafe ack_context.read(UnsafeRawPointer(context))
  else { return ACK_MISUSE }
  let handle: AppController.Handle
  do throws(AppControllerError) {
    guard let made = try unsafe instance.makeHandle(asked) else { return ACK_UNSUPPORTED }
    handle = made
  } catch {
    return ACK_MISUSE
  }
  switch instance.ask(question, handle, sequence: unsafe asked.sequence) {
  case nil: return ACK_PENDING
  case .unsupported?: return ACK_UNSUPPORTED
  case .failure(let failure)?:
    instance.fail(failure)
    return ACK_FAILED
  case let answer?: return write(answer)
  }
}
