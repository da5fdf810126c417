/// What has become of a screen: of the four moments of `viewDidAppear` and `viewWillDisappear`, the pod's world has
/// two.
public enum ScreenAppearance: String, Sendable, Hashable, CaseIterable {
  /// The user sees the screen, for the first time or again.
  case shown
  /// Another screen has taken its place in front of the user, and it is still there.
  case covered
  /// It is there no more.
  case left
}

extension ScreenAppearance: CodedWord {}
