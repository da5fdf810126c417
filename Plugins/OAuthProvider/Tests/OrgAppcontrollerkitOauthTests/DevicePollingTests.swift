import ProviderSDK
import Testing

@testable import OrgAppcontrollerkitOauth

private func polling(interval: Int = 5, lifetime: Int = 900) throws -> DevicePolling {
  let text = """
    {"device_code": "d", "user_code": "A", "verification_uri": "https://a.example", "expires_in": \(lifetime),
     "interval": \(interval)}
    """
  return DevicePolling(try DeviceGrant(try #require(JSON(Array(text.utf8)))), now: .zero)
}

@Test(arguments: [
  (["authorization_pending", "authorization_pending"], [6, 6, 6]),
  (["slow_down", "authorization_pending"], [6, 12, 12]),
  (["slow_down", "slow_down", "slow_down"], [6, 12, 18, 24]),
  (["slow_down:20", "authorization_pending"], [6, 24, 24]),
  (["slow_down:2"], [6, 12]),
  (["slow_down:100000"], [6, 60]),
  (["503", "503", "503", "authorization_pending"], [6, 12, 24, 48, 6]),
  (["slow_down", "503", "authorization_pending"], [6, 12, 24, 12]),
])
func `the pauses follow from the answers`(_ answers: [String], _ pauses: [Int]) throws {
  var polling = try polling()
  var (now, step) = (Duration.zero, polling.next(after: .zero))
  var seen: [Duration] = []
  for answer in answers + [""] {
    guard case .poll(let moment) = step else {
      Issue.record("ended with \(step)")
      return
    }
    seen.append(moment - now)
    now = moment
    let parts = answer.split(separator: ":")
    guard let word = parts.first else { break }
    step = polling.receive(
      word == "503"
        ? .unavailable("HTTP 503") : .refused(String(word), interval: parts.dropFirst().first.flatMap { Int($0) }),
      at: now)
  }
  #expect(seen == pauses.map { .seconds($0) })
}

@Test func `slow_down never ends a sign-in before its code does`() throws {
  var polling = try polling(interval: 1, lifetime: 1800)
  var (step, count) = (polling.next(after: .zero), 0)
  while case .poll(let moment) = step {
    #expect(moment < .seconds(1800))
    count += 1
    step = polling.receive(.refused("slow_down", interval: nil), at: moment)
  }
  #expect(step == .expired)
  #expect(count > 30)
}

@Test func `what ends a sign-in`() throws {
  var polling = try polling()
  #expect(polling.receive(.refused("access_denied", interval: nil), at: .zero) == .refused("access_denied"))
  #expect(polling.receive(.refused("expired_token", interval: nil), at: .zero) == .refused("expired_token"))
  #expect(polling.receive(.refused("device_not_found", interval: nil), at: .zero) == .refused("device_not_found"))
  #expect(polling.receive(.wrong("x"), at: .zero) == .wrong("x"))
  #expect(polling.receive(.refused("authorization_pending", interval: nil), at: .seconds(895)) == .expired)
}
