import CSystem

/// The filter's table of system calls.
@safe
enum SystemCallTable {
  struct Call: Sendable {
    let name: String
    let number: Int
    /// The error of the call; 0 when it is allowed.
    let error: Int32
    /// The conditions under which it is allowed all the same.
    let words: String?
  }

  #if arch(x86_64)
    static let isForX86 = true
  #else
    static let isForX86 = false
  #endif

  static let calls: [Call] = {
    var calls: [Call] = []
    while true {
      let call = unsafe sandbox_call_at(UInt16(calls.count))
      guard let name = unsafe call.name else { return calls }
      calls.append(
        Call(
          name: unsafe String(cString: name), number: Int(unsafe call.number), error: Int32(unsafe call.error),
          words: unsafe call.words.map { unsafe String(cString: $0) }))
    }
  }()

  /// Computes the answers of a process's filter, by running it as the kernel does.
  struct Filter {
    private let code: [UInt64]

    init(of process: UInt32, granting permissions: Int = 0) {
      var code = [UInt64](repeating: 0, count: 4096)
      let count = unsafe sandbox_filter(process, UInt32(permissions), &code, code.count)
      self.code = Array(code[..<count])
    }

    /// - Returns: 0 when the call is allowed, else its error; `nil` when the program is invalid.
    func answer(_ number: UInt32, _ arguments: [UInt64] = [], machine: UInt32 = Filter.machine) -> Int32? {
      var words: [UInt32] = [number, machine, 0, 0]
      for index in 0..<6 {
        let argument = index < arguments.count ? arguments[index] : 0
        words += [UInt32(truncatingIfNeeded: argument), UInt32(argument >> 32)]
      }
      var (place, value) = (0, UInt32(0))
      // Jumps only lead forwards.
      while code.indices.contains(place) {
        let (kind, met, unmet) = (code[place] >> 48, Int(code[place] >> 40 & 0xFF), Int(code[place] >> 32 & 0xFF))
        let operand = UInt32(truncatingIfNeeded: code[place])
        place += 1
        switch kind {
        case 0x20: value = words[Int(operand) / 4]
        case 0x54: value &= operand
        case 0x15: place += value == operand ? met : unmet
        case 0x35: place += value >= operand ? met : unmet
        case 0x06: return operand == 0x7FFF_0000 ? 0 : operand >> 16 == 5 ? Int32(operand & 0xFFFF) : nil
        default: return nil
        }
      }
      return nil
    }

    #if arch(x86_64)
      static let machine: UInt32 = 0xC000_003E
    #else
      static let machine: UInt32 = 0xC000_00B7
    #endif
  }
}
