import Invariants

@testable import AppControllerInterface
@testable import AppControllerKit

/// Decodes bytes as calls of a builder, makes each in every way, and checks the description.
@c(LLVMFuzzerTestOneInput)
public func fuzzBuilder(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let calls = unsafe Array(CallReader(Array(UnsafeBufferPointer(start: start, count: count))))
  var builder = ArenaBuilder()
  let description = play(calls, .bytes, into: &builder)
  checkDescription(description)
  for route in CallRoute.allCases {
    // A reset builder has forgotten everything.
    builder.reset()
    require(play(calls, route, into: &builder) == description, "the same calls build something else by \(route)")
  }
  return 0
}

private func play(
  _ calls: [BuilderCall], _ route: CallRoute, into builder: inout ArenaBuilder
) -> InterfaceDescription {
  var hasFailed = false
  for call in calls {
    let isTaken = builder.make(call, by: route)
    require(!isTaken || !hasFailed, "a builder that has failed goes on")
    require(isTaken == (builder.failure == nil), "a builder answers no, and has not failed")
    hasFailed = !isTaken
  }
  let description = builder.finish()
  require((description.buildFailure == nil) == (builder.failure == nil), "a failure is lost")
  return description
}
