import TestSupport

/// What a user, an app or another program does.
enum Deed: CaseIterable {
  case renew, renewAfterRefusal
  case login, loginAgain, loginWithNobody
  case logout, forcedLogout
  case giveUp
  case press, type, goBack
  case install
  case providerAsks
  case write, endAtServer
  case close, kill, crash
  case clocks, silence

  /// How often it is done, beside others.
  fileprivate var weight: Int {
    switch self {
    case .login, .giveUp, .press: 3
    case .renew, .renewAfterRefusal, .logout, .loginWithNobody, .providerAsks, .endAtServer, .write: 2
    default: 1
    }
  }
}

/// What a seed decides before the first step.
struct Plan {
  /// Whether parties fail and processes are killed; otherwise more laws hold.
  let isRough: Bool
  /// Whether a page is served to visitors, each with a controller of their own, in the place of three processes.
  let hasVisitors: Bool
  /// Whether all controllers are in one process, on one store in memory.
  let usesMemory: Bool
  /// Who may answer nothing for a while; others only leave single calls unanswered.
  let silent: Process.Party?
  /// Whether apps and providers bring back sessions that they have known, which excuses much; otherwise more laws hold.
  let bringsBack: Bool
  /// How many steps there are for each that a user may take.
  let pace: Int
  /// The number of steps until everything comes to its end.
  let length: Int
  /// What is done, each as often as it is likely; in most seeds without many of the kinds, so that the others come
  /// together.
  let deeds: [Deed]
  /// Among how many answers a provider asks for something in one.
  let asking: Int
  /// What it mostly asks for.
  let asked: Int
  /// Among how many waits one may fail.
  let failing: Int

  init(seed: Int) {
    isRough = seed % 2 == 1
    hasVisitors = seed % 5 == 4
    usesMemory = hasVisitors || seed / 2 % 4 == 3
    bringsBack = !hasVisitors && seed / 8 % 4 == 3
    silent = isRough ? [nil, .handler, .provider, .store][seed / 32 % 4] : nil
    pace = [2, 5, 20][seed / 4 % 3]
    var generator = SeededGenerator(seed: seed)
    length = [60, 250, 800, 2500][generator.number(below: 4)]
    var kinds = Deed.allCases
    let share = [1, 2, 4, 8][generator.number(below: 4)]
    kinds.removeAll { _ in generator.number(below: share) > 0 }
    if kinds.isEmpty { kinds = [.login] }
    deeds = kinds.flatMap { Array(repeating: $0, count: $0.weight) }
    asking = [2, 8, 40][generator.number(below: 3)]
    asked = [0, generator.number(below: 6)][generator.number(below: 2)]
    failing = [5, 12, 40][generator.number(below: 3)] * (hasVisitors ? 6 : 1)
  }
}
