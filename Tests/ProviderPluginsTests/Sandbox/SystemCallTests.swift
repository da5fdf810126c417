import CSystem
import Foundation
import Glibc
import Testing

/// The filter of system calls, compared with its table by running it as the kernel does.
@Suite struct `The filter of system calls` {
  private typealias Table = SystemCallTable
  private static let process: UInt32 = 4711
  private let filter = Table.Filter(of: Self.process)
  private let granting = Table.Filter(of: Self.process, granting: sandbox_tcp | sandbox_network)
  private let connecting = Table.Filter(of: Self.process, granting: sandbox_tcp)

  @Test func `answers for each number what the table says, and refuses a number that the table does not know`() {
    var known: [Int: Table.Call] = [:]
    for call in Table.calls {
      #expect(known.updateValue(call, forKey: call.number) == nil, "\(call.name) is there twice")
    }
    for number in 0..<2048 where known[number]?.words == nil {
      let answer = filter.answer(UInt32(number), Array(repeating: .max, count: 6))
      #expect(answer == known[number]?.error ?? ENOSYS, "\(known[number]?.name ?? "\(number)")")
    }
    #expect(known.values.filter { $0.error == 0 }.count > 150)
    // x32, other machines, and the highest possible number.
    #if arch(x86_64)
      #expect(filter.answer(0x4000_0000 + 39) == EPERM)
      #expect(filter.answer(.max) == EPERM)
    #endif
    #expect(filter.answer(0, machine: 0x4000_0003) == EPERM)
  }

  /// Checks every call of the kernel's headers and of the running kernel, if it lists them.
  @Test func `has every call of this kernel in its table`() throws {
    let known = Set(Table.calls.map(\.name))
    var headers: Set<String> = []
    #if arch(x86_64)
      let names = ["/usr/include/x86_64-linux-gnu/asm/unistd_64.h", "/usr/include/asm/unistd_64.h"]
    #else
      let names = ["/usr/include/asm-generic/unistd.h"]
    #endif
    for name in names {
      guard let text = try? String(contentsOfFile: name, encoding: .utf8) else { continue }
      for match in text.matches(of: /#define __NR_(\w+) \d+/) { headers.insert(String(match.1)) }
    }
    #expect(headers.subtracting(known) == [])
    // Numbers are assigned in order: those that only the running kernel knows are at the end, and fail with ENOSYS.
    let newest = Table.calls.map(\.number).max() ?? 0
    #expect(newest >= 469 && filter.answer(UInt32(newest + 1)) == ENOSYS)
  }

  /// A call whose arguments matter: its name, allowed arguments, and refused arguments.
  private static let rules: [(name: String, allowed: [[UInt64]], refused: [[UInt64]])] = {
    let own = UInt64(process)
    // With the memory, the folder, the files and the handlers of signals of the process.
    let (thread, newPID): (UInt64, UInt64) = (0x10F00, 0x2000_0000)
    let toItself: (allowed: [[UInt64]], refused: [[UInt64]]) = ([[own]], [[1], [own + 1], [0], [UInt64(UInt32.max)]])
    let itself: (allowed: [[UInt64]], refused: [[UInt64]]) = ([[own], [0]], [[1], [own + 1], [UInt64(UInt32.max)]])
    return [
      (
        "clone", [[thread], [thread | 0x3D0000]],
        [[0], [UInt64(SIGCHLD)], [thread | newPID], [0x100]]
          + [0x10000, 0x100, 0x200, 0x400, 0x800].map { [thread & ~$0] }
      ),
      ("close_range", [[3, 9, 0], [3, 9, 4]], [[3, 9, 2], [3, 9, 6], [3, 9, 1]]),
      (
        "mmap", [[0, 0, 0, 0x22], [0, 0, 0, 0x2], [0, 0, 0, 0x1], [0, 0, 0, 0x4022]],
        [[0, 0, 0, 0x21], [0, 0, 0, 0x23], [0, 0, 0, 0x122], [0, 0, 0, 0x102], [0, 0, 0, 0x101], [0, 0, 0, 0x28]]
      ),
      (
        "openat", [[0, 0, 0, 0o6777], [0, 0, 0o100, 0o777], [0, 0, 0o20200000, 0o600]],
        [[0, 0, 0o100, 0o4755], [0, 0, 0o101, 0o2755], [0, 0, 0o20200002, 0o4600]]
      ),
      (
        "socket", [[2, 1, 0], [10, 1 | 0o2000000, 6], [2, 2, 17], [16, 3, 0]],
        [
          [1, 1, 0], [2, 1, 262], [2, 3, 0], [2, 2, 1], [2, 1, 132], [10, 5, 132], [16, 3, 9], [17, 3, 0], [40, 1, 0],
        ]
      ),
      ("sendto", [[0, 0, 0, 0], [0, 0, 0, 0x4040]], [[0, 0, 0, 0x2000_0000], [0, 0, 0, 0x2000_4040]]),
      ("sendmsg", [[0, 0, 0], [0, 0, 0x4040]], [[0, 0, 0x2000_0000], [0, 0, 0x2000_4040]]),
      ("sendmmsg", [[0, 0, 1, 0], [0, 0, 1, 0x4040]], [[0, 0, 1, 0x2000_0000], [0, 0, 1, 0x2000_4040]]),
      (
        "setsockopt", [[3, 1, 9], [3, 41, 26], [3, 0, 1], [3, 17, 103], [3, 270, 1], [3, 6, 1], [3, 6, 18]],
        [[3, 6, 31], [3, 6, 19], [3, 6, 30], [3, 284, 1], [3, 286, 1], [3, 132, 1]]
      ),
      ("bind", [[3, 0, 16]], []), ("listen", [[3, 1]], []),
      ("socketpair", [[1, 1, 0], [1, 5 | 0o2000000, 0]], [[1, 2, 0], [1, 3, 0]]),
      (
        "fcntl", [[0, 0], [0, 1030], [0, 6], [0, 37]],
        [[0, 8], [0, 15], [0, 10], [0, 1024], [0, 1026], [0, 1031], [0, 1033]]
      ),
      (
        "ioctl", [[0, 0x541B], [0, 0x5401], [0, 0x8933]],
        [
          [0, 0x5412], [0, 0x541C], [0, 0x8901], [0, 0x8902], [0, 0x4008_6602], [0, 0x4004_587F], [0, 0x4080_6685],
        ]
      ),
      ("prctl", [[15], [0x53_564D_41]], [[1], [4], [35], [22], [0x5961_6D61], [29 << 8]]),
      ("personality", [[UInt64(UInt32.max)]], [[0], [0x40000]]),
      ("setpriority", [[0, 0]], [[0, own], [1, 0], [2, 0]]), ("ioprio_set", [[1, 0]], [[1, own], [2, 0]]),
      ("tgkill", toItself.allowed, toItself.refused), ("tkill", toItself.allowed, toItself.refused),
      ("rt_sigqueueinfo", toItself.allowed, toItself.refused), ("kill", itself.allowed, itself.refused),
      ("rt_tgsigqueueinfo", toItself.allowed, toItself.refused), ("prlimit64", itself.allowed, itself.refused),
      ("sched_setaffinity", itself.allowed, itself.refused), ("sched_setscheduler", itself.allowed, itself.refused),
      ("sched_setparam", itself.allowed, itself.refused), ("sched_setattr", itself.allowed, itself.refused),
      ("open", [[0, 0, 0o6777], [0, 0o100, 0o777]], [[0, 0o100, 0o4755], [0, 0o20200002, 0o4600]]),
      ("creat", [[0, 0o1777]], [[0, 0o4755], [0, 0o2755]]),
    ]
  }()

  @Test func `looks at the arguments of each call that has a rule`() {
    let ruled = Table.calls.filter { $0.words != nil }
    #expect(Set(ruled.map(\.name)).isSubset(of: Self.rules.map(\.name)))
    for call in ruled {
      for rule in Self.rules where rule.name == call.name {
        for arguments in rule.allowed {
          #expect(granting.answer(UInt32(call.number), arguments) == 0, "\(call.name) \(arguments)")
        }
        for arguments in rule.refused {
          #expect(granting.answer(UInt32(call.number), arguments) == call.error, "\(call.name) \(arguments)")
        }
      }
    }
  }

  /// Tries every family, type and protocol, with the flags of a type.
  @Test func `makes no socket unless the network is granted, and then those of TCP, UDP and the routes`() throws {
    let socket = try #require(Table.calls.first { $0.name == "socket" })
    let protocols: [UInt64] = Array(0...40) + [50, 58, 103, 115, 132, 136, 137, 255, 262, 0xFFFF_FFFF]
    for family in UInt64(0)..<48 {
      for kind in UInt64(0)..<16 {
        for flags: UInt64 in [0, 0o2000000, 0o4000, 0o2004000] {
          for number in protocols {
            let arguments = [family, kind | flags, number]
            let isInternet = [2, 10].contains(family)
            let isAllowed =
              isInternet && kind == 1 && [0, 6].contains(number) || isInternet && kind == 2 && [0, 17].contains(number)
              || family == 16 && number == 0
            let isTCP = isInternet && kind == 1 && [0, 6].contains(number)
            let answers = [filter, connecting, granting].map { $0.answer(UInt32(socket.number), arguments) }
            if answers == [EACCES, isTCP ? 0 : EACCES, isAllowed ? 0 : EACCES] { continue }
            Issue.record("socket \(arguments) is answered \(answers)")
          }
        }
      }
    }
  }

  @Test func `serves nobody unless the whole network is granted`() {
    for call in Table.calls where ["bind", "listen"].contains(call.name) {
      #expect([filter, connecting, granting].map { $0.answer(UInt32(call.number)) } == [EACCES, EACCES, 0])
    }
  }

  @Test func `differs by a permission in nothing but sockets`() {
    for call in Table.calls where !["socket", "bind", "listen"].contains(call.name) {
      for arguments in Self.rules.filter({ $0.name == call.name }).flatMap({ $0.allowed + $0.refused }) + [[]] {
        let number = UInt32(call.number)
        let answers = [filter, connecting, granting].map { $0.answer(number, arguments) }
        #expect(Set(answers).count == 1, "\(call.name) \(arguments)")
      }
    }
  }
}
