import Testing

@testable import ProviderPlugins

@Suite struct `Where providers are looked for` {
  private static func paths(
    given: [String] = [], _ environment: [String: String] = [:], isElevated: Bool = false
  ) -> [String] {
    ProviderSearchPath(
      given: given, environment: { environment[$0].map { Array($0.utf8) } },
      executable: Array("/opt/kit/bin/appctl".utf8),
      isElevated: isElevated
    ).locations.map { "\($0.origin.rawValue) \($0.path)\($0.ignored == nil ? "" : " ignored")" }
  }

  @Test func `has an order`() {
    let environment = [
      "APPCTL_PROVIDER_PATH": "/a:/b", "XDG_DATA_HOME": "/home/ann/data", "XDG_DATA_DIRS": "/opt/share/:/usr/share",
    ]
    #expect(
      Self.paths(given: ["x", "/y"], environment) == [
        "given x", "given /y", "environment /a", "environment /b",
        "user-data /home/ann/data/appcontroller/providers", "system-data /opt/share/appcontroller/providers",
        "system-data /usr/share/appcontroller/providers", "executable /opt/kit/bin",
      ])
  }

  @Test func `has the places of the XDG specification where nothing is said`() {
    #expect(
      Self.paths(["HOME": "/home/ann"]) == [
        "user-data /home/ann/.local/share/appcontroller/providers",
        "system-data /usr/local/share/appcontroller/providers", "system-data /usr/share/appcontroller/providers",
        "executable /opt/kit/bin",
      ])
  }

  @Test func `passes over what is relative, and what comes twice`() {
    #expect(
      Self.paths(["APPCTL_PROVIDER_PATH": "a::/b:/b:.", "XDG_DATA_DIRS": "share"]) == [
        "environment a ignored", "environment /b", "environment . ignored",
        "system-data share/appcontroller/providers ignored", "executable /opt/kit/bin",
      ])
  }

  @Test func `is nobody's choice in a process with elevated privileges`() {
    let environment = [
      "APPCTL_PROVIDER_PATH": "/a", "XDG_DATA_HOME": "/home/ann/data", "XDG_DATA_DIRS": "/home/ann/share",
      "HOME": "/home/ann",
    ]
    #expect(
      Self.paths(given: ["/x"], environment, isElevated: true) == [
        "given /x ignored", "environment /a ignored", "user-data /home/ann/data/appcontroller/providers ignored",
        "system-data /usr/local/share/appcontroller/providers", "system-data /usr/share/appcontroller/providers",
        "executable /opt/kit/bin",
      ])
  }
}
