/// The version of the whole package.
package enum KitVersion {
  /// What `appctl --version` prints, new providers depend on, and plugins are told; the tag of a release says the same.
  package static let current: StaticString = "0.1.0"
}
