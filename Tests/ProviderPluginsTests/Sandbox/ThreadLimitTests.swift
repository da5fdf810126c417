import CSystem
import Foundation
import Glibc
import TestSupport
import Testing

@testable import ProviderPlugins

@Suite(.timeLimit(.minutes(30))) struct `The threads of a provider's process` {
  /// An ordinary user, who has a user namespace where the system permits it.
  @Test func `are limited in a user namespace, for good`() throws {
    if geteuid() != 0 { try Test.leaveOut("only the superuser knows an ordinary user who can be tried") }
    let library = try SandboxedLibrary(.nobody)
    for (name, outcome) in [("many_threads", "some EAGAIN"), ("raise_threads", "EPERM"), ("threads", "allowed")] {
      #expect(try library.outcome(of: Attempt(name, .nothing, [.namespace], outcome)) == outcome)
    }
    let without = try library.outcome(of: Attempt("many_threads", .nothing, [.namespace], ""), without: [.namespace])
    #expect(without == "many allowed")
  }

  @Test func `are not counted for the superuser, who is told so`() throws {
    if geteuid() != 0 { try Test.leaveOut("only the superuser") }
    #expect(sandbox_leave_users() == -EOPNOTSUPP && !sandbox_can_leave_users())
    switch ThreadLimit.current {
    case .group: #expect(ControlGroup.delegated != nil)
    case .scope, .none: #expect(ControlGroup.delegated == nil)
    case .namespace: Issue.record("the superuser has no such namespace")
    }
  }
}

/// Control groups in a folder, whose files keep what is written to them.
@Suite struct `A control group of a provider's process` {
  private let root: TestFolder

  init() throws {
    root = try TestFolder()
    for name in ["app.service/app", "app.service/provider-7"] {
      try FileManager.default.createDirectory(atPath: root.path(of: name), withIntermediateDirectories: true)
    }
    for name in ["cgroup.procs", "cgroup.subtree_control"] { try root.write("".utf8, to: "app.service/\(name)") }
  }

  private func delegated(_ memberships: String = "1:cpu:/\n0::/app.service/app\n", isDelegated: Bool = true)
    -> ControlGroup?
  {
    ControlGroup(root: root.path, memberships: memberships) { _ in isDelegated }
  }

  private func text(_ name: String) -> String? {
    FileManager.default.contents(atPath: root.path(of: "app.service/\(name)")).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test func `limits memory and threads together, beside the app's and below what was delegated`() throws {
    for name in ["memory.max", "pids.max", "cgroup.procs"] {
      try root.write("".utf8, to: "app.service/provider-7/\(name)")
    }
    let group = try #require(delegated())
    #expect(group.folder == root.path(of: "app.service"))
    #expect(group.add(7, ChildLimits()))
    #expect(text("cgroup.subtree_control") == "+memory +pids")
    #expect(text("provider-7/memory.max") == "1073741824" && text("provider-7/pids.max") == "256")
    #expect(text("provider-7/cgroup.procs") == "7")
  }

  @Test func `is none where the kernel does not take the limits, and nothing is left of it`() throws {
    let group = try #require(delegated())
    #expect(!group.add(8, ChildLimits()) && text("provider-8") == nil)
    #expect(!FileManager.default.fileExists(atPath: root.path(of: "app.service/provider-8")))
    group.remove(7)
    #expect(!FileManager.default.fileExists(atPath: root.path(of: "app.service/provider-7")))
  }

  @Test func `of systemd counts when the process is in it, and the kernel has its limits`() throws {
    try root.write("1073741824\n".utf8, to: "app.service/provider-7/memory.max")
    try root.write("256\n".utf8, to: "app.service/provider-7/pids.max")
    func holds(
      _ name: String = "provider-7", _ limits: ChildLimits = ChildLimits(),
      in group: String = "0::/app.service/provider-7\n"
    ) -> Bool {
      ControlGroup.holds(7, in: name, limits, root: root.path, memberships: group)
    }
    #expect(holds())
    #expect(!holds("provider-8") && !holds("7") && !holds(in: "0::/app.service/app\n") && !holds(in: ""))
    var limits = ChildLimits()
    limits.threads = 255
    #expect(!holds("provider-7", limits), "the kernel lets it have more threads")
    for (file, text) in [("memory.max", "max\n"), ("memory.max", ""), ("pids.max", "max\n")] {
      try root.write(text.utf8, to: "app.service/provider-7/\(file)")
      #expect(!holds(), "\(file) is \(text)")
      try root.write("1\n".utf8, to: "app.service/provider-7/\(file)")
    }
    #expect(holds())
  }

  @Test func `is none where nobody has delegated one`() {
    #expect(ControlGroup.memberships?.contains(":/") == true)
    #expect(delegated(isDelegated: false) == nil)
    for memberships in ["", "0::/", "0::/app", "1:name=systemd:/app.service/app"] {
      #expect(delegated(memberships) == nil)
    }
    // A group that this user may not write.
    #expect(delegated("0::/other.service/app") == nil)
  }
}
