import Glibc
import ProviderPlugins
import TestSupport
import Testing

@Suite struct `Symbols of libraries` {
  /// A library that needs others, each by its name; the provider is the last one.
  private struct Part {
    let name: String
    let source: String
    var needed: [String] = []
    var options: [String] = []
  }

  private static func build(_ parts: [Part], in folder: TestFolder) throws -> String {
    var path = ""
    for part in parts {
      let needed = part.needed.map { folder.path(of: "lib\($0).so") }
      path = try NotedLibrary.build(
        part.source, to: "lib\(part.name).so", in: folder,
        ["-Wl,--no-as-needed", "-Wl,-soname,lib\(part.name).so", "-Wl,-rpath,$ORIGIN"] + needed + part.options)
    }
    return path
  }

  /// Returns the error of the system's own loader when it cannot map a library with immediate binding; `nil` if it can.
  private static func refusal(of path: String) -> String? {
    if unsafe dlopen(path, RTLD_NOW | RTLD_LOCAL) != nil { return nil }
    return unsafe dlerror().map { unsafe String(cString: $0) } ?? "no reason"
  }

  private static func undefined(_ path: String) throws -> [PluginError] {
    try ProviderInspector().facts(of: path).problems.filter { $0.code == .undefinedSymbol }
  }

  private static let missing: [(parts: [Part], needer: String, symbol: String)] = [
    // A call, a variable, and a pointer in a table.
    ([Part(name: "call", source: "int un_1(void); int f(void) { return un_1(); }")], "libcall.so", "un_1"),
    ([Part(name: "variable", source: "extern int un_2; int f(void) { return un_2; }")], "libvariable.so", "un_2"),
    ([Part(name: "table", source: "int un_3(void); int (*t[])(void) = {un_3};")], "libtable.so", "un_3"),
    ([Part(name: "tls", source: "extern __thread int un_4; int f(void) { return un_4; }")], "libtls.so", "un_4"),
    // Lazy binding has no effect under RTLD_NOW.
    (
      [Part(name: "lazy", source: "int un_5(void); int f(void) { return un_5(); }", options: ["-Wl,-z,lazy"])],
      "liblazy.so", "un_5"
    ),
    // The symbol is needed by a needed library.
    (
      [
        Part(name: "inner", source: "int un_6(void); int g(void) { return un_6(); }"),
        Part(name: "outer", source: "int f(void) { return 1; }", needed: ["inner"]),
      ], "libinner.so", "un_6"
    ),
    // A hidden symbol is not visible, and a weak use does not define a symbol.
    (
      [
        Part(name: "hider", source: "__attribute__((visibility(\"hidden\"))) int un_7(void) { return 1; }"),
        Part(name: "seeker", source: "int un_7(void); int f(void) { return un_7(); }", needed: ["hider"]),
      ], "libseeker.so", "un_7"
    ),
    (
      [
        Part(name: "weak", source: "__attribute__((weak)) int un_8(void); int g(void) { return un_8 ? 1 : 0; }"),
        Part(name: "strong", source: "int un_8(void); int f(void) { return un_8(); }", needed: ["weak"]),
      ], "libstrong.so", "un_8"
    ),
  ]

  @Test(arguments: missing.indices)
  func `that nobody has keep a library from being loaded, and inspection says whose they are`(_ index: Int) throws {
    let (parts, needer, symbol) = Self.missing[index]
    let folder = try TestFolder()
    let path = try Self.build(parts, in: folder)
    let problems = try Self.undefined(path)
    #expect(problems.count == 1)
    expect(problems.first, "ACK2007", ["\(folder.path(of: needer)) needs the symbol \(symbol), which no library"])
    #expect(Self.refusal(of: path)?.contains(symbol) == true)
  }

  private static let present: [[Part]] = [
    [Part(name: "p1", source: "int p_1(void) { return 1; } int f(void) { return p_1(); }")],
    // Weak symbols may be missing.
    [Part(name: "p2", source: "__attribute__((weak)) int p_2(void); int f(void) { return p_2 ? p_2() : 0; }")],
    // A declaration that is not used.
    [Part(name: "p3", source: "extern int p_3; int f(void) { return 1; }", options: ["-Wl,-u,p_3"])],
    // Symbols of a needed library, of a library that that one needs, and of one that another library needs.
    [
      Part(name: "p4a", source: "int p_4(void) { return 1; }"),
      Part(name: "p4b", source: "int g(void) { return 1; }", needed: ["p4a"]),
      Part(name: "p4c", source: "int p_4(void); int f(void) { return p_4(); }", needed: ["p4b"]),
    ],
    [
      Part(name: "p5a", source: "int p_5(void) { return 1; }"),
      Part(name: "p5b", source: "int p_5(void); int g(void) { return p_5(); }"),
      Part(name: "p5c", source: "int f(void) { return 1; }", needed: ["p5b", "p5a"]),
    ],
    // From the provider itself.
    [
      Part(name: "p6a", source: "int p_6(void); int g(void) { return p_6(); }"),
      Part(name: "p6b", source: "int p_6(void) { return 1; }", needed: ["p6a"]),
    ],
    // A symbol of one version, where the library has older and newer versions too.
    [Part(name: "p7", source: "#include <stdio.h>\nint f(void) { return puts(\"\") + fputs(\"\", stdout); }")],
    // A symbol that the process has mapped already, whichever library needs it.
    [Part(name: "p8", source: "void swift_retain(void *); void f(void) { swift_retain(0); }")],
    // The old hash table.
    [
      Part(name: "p9a", source: "int p_9(void) { return 1; }", options: ["-Wl,--hash-style=sysv"]),
      Part(name: "p9b", source: "int p_9(void); int f(void) { return p_9(); }", needed: ["p9a"]),
    ],
  ]

  @Test(arguments: present.indices)
  func `that somebody has are no problem`(_ index: Int) throws {
    let folder = try TestFolder()
    let path = try Self.build(Self.present[index], in: folder)
    #expect(try Self.undefined(path) == [])
    #expect(Self.refusal(of: path) == nil)
  }

  @Test func `of which many are missing are named and counted`() throws {
    let folder = try TestFolder()
    let uses = (0..<9).map { "int many_\($0)(void);" }.joined()
    let calls = (0..<9).map { "many_\($0)()" }.joined(separator: " + ")
    let path = try Self.build([Part(name: "many", source: "\(uses) int f(void) { return \(calls); }")], in: folder)
    let problem = try Self.undefined(path).first
    #expect(problem?.what.contains("needs the symbols many_") == true)
    #expect(problem?.what.contains(" and 5 others, which no library provides") == true)
  }

  /// For libraries with random symbols that use each other's, the inspection and the system's loader agree.
  @Test(arguments: 0..<16)
  func `are found where the system's loader finds them`(_ seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let folder = try TestFolder()
    let symbols = (0..<6).map { "walk_\(seed)_\($0)" }
    var parts: [Part] = []
    for number in 0...generator.number(below: 3) {
      let defined = generator.pickSome(symbols, atMost: 4)
      let used = generator.pickSome(symbols.filter { !defined.contains($0) }, atMost: 3)
      var source = defined.map { "int \($0)(void) { return 1; }\n" }.joined()
      for name in used {
        source += "\(generator.oneIn(4) ? "__attribute__((weak)) " : "")int \(name)(void);\n"
        source += "int (*of_\(number)_\(name))(void) = \(name);\n"
      }
      let needed = generator.pickSome(parts.map(\.name), atMost: parts.count)
      let style = generator.pick(["gnu", "sysv", "both"])
      parts.append(
        Part(name: "walk\(seed)x\(number)", source: source, needed: needed, options: ["-Wl,--hash-style=\(style)"]))
    }
    let path = try Self.build(parts, in: folder)
    let problems = try Self.undefined(path)
    let refusal = Self.refusal(of: path)
    #expect(problems.isEmpty == (refusal == nil), "\(problems) \(refusal ?? "")")
  }
}
