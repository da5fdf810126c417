import AppControllerKit

/// Which URLs the kit lets a link lead to: what its validator says, and nothing that is written here a second time.
enum LinkTarget {
  static func allows(_ url: String) -> Bool {
    let probe = InterfaceDescription("probe") { Screen("screen", title: "Screen") { Link("link", "Link", url: url) } }
    return !probe.validate().contains { $0.severity == .error }
  }
}
