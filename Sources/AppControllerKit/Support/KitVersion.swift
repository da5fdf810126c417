/// The version of the whole package.
package enum KitVersion {
  /// The version that `appctl --version` prints, that new providers depend on, and that plugins receive; a release's
  /// tag is the same.
  package static let current: StaticString = "0.1.0"
}
