/// What a seed decides before the first step.
struct Plan {
  /// Whether parties fail and processes are killed; otherwise more laws hold.
  let isRough: Bool
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

  init(seed: Int) {
    isRough = seed % 2 == 1
    usesMemory = seed / 2 % 4 == 3
    bringsBack = seed / 8 % 4 == 3
    silent = isRough ? [nil, .handler, .provider, .store][seed / 32 % 4] : nil
    pace = [2, 5][seed / 4 % 2]
    length = [200, 400, 800][seed / 8 % 3]
  }
}
