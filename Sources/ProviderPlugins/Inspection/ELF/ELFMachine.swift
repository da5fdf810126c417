/// `e_machine`: the processor that a file is for.
struct ELFMachine: RawRepresentable, Hashable, Sendable {
  let rawValue: UInt16

  #if arch(x86_64)
    /// The processor that this host runs on.
    static let host = ELFMachine(rawValue: 62)
  #elseif arch(arm64)
    /// The processor that this host runs on.
    static let host = ELFMachine(rawValue: 183)
  #else
    #error("the provider ABI is defined for x86-64 and AArch64")
  #endif

  /// The processor's usual name.
  var name: String {
    switch rawValue {
    case 3: "x86"
    case 8: "MIPS"
    case 21: "PowerPC"
    case 22: "S/390"
    case 40: "ARM"
    case 62: "x86-64"
    case 183: "AArch64"
    case 243: "RISC-V"
    case 258: "LoongArch"
    default: "machine \(rawValue)"
    }
  }
}
