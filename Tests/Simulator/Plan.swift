/// What a seed decides before the first step.
struct Plan {
  /// Whether parties fail and processes are killed; otherwise more laws hold.
  let isRough: Bool
  /// Whether all controllers are in one process, on one store in memory.
  let usesMemory: Bool
  /// Who may answer nothing for a while; others only leave single calls unanswered.
  let silent: Process.Party?
  /// The number of steps until everything comes to its end.
  let length: Int

  init(seed: Int) {
    isRough = seed % 2 == 1
    usesMemory = seed / 2 % 4 == 3
    silent = isRough ? [nil, .handler, .provider, .store][seed / 24 % 4] : nil
    length = [200, 400, 800][seed / 8 % 3]
  }
}
