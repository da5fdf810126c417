package enum KitVersion {
  /// What `appctl --version` prints, new providers depend on, and plugins receive; a release's tag is the same.
  package static let current: StaticString = "0.1.0"
}
