// Former names, kept for one release, so that the compiler says what took their place.

/// The former name of TextField.
@available(*, unavailable, renamed: "TextField", message: "a password is a SecureField")
public typealias Field = TextField

/// The former name of Picker.
@available(*, unavailable, renamed: "Picker")
public typealias Choice = Picker

/// The former name of TabView.
@available(*, unavailable, renamed: "TabView")
public typealias Tabs<Content: InterfaceContent> = TabView<Content>

/// The former name of NavigationStack.
@available(*, unavailable, renamed: "NavigationStack")
public typealias Navigation<Content: InterfaceContent> = NavigationStack<Content>

/// The former name of ProgressView.
@available(*, unavailable, renamed: "ProgressView")
public typealias Progress = ProgressView

/// The former name of VStack.
@available(*, unavailable, renamed: "VStack", message: "a horizontal one is an HStack")
public typealias Stack<Content: InterfaceContent> = VStack<Content>

/// Layers are written as modifiers of the screen that they cover.
@available(*, unavailable, message: "write .sheet or .alert of the screen that is covered")
public enum Presented: Sendable {}

/// The former name of Action.
@available(*, unavailable, renamed: "Action")
public typealias ActionDescription = Action

/// The former name of Severity.
@available(*, unavailable, renamed: "Severity")
public typealias MessageSeverity = Severity

/// A wall clock is a function.
@available(*, unavailable, message: "a wall clock is a function that returns a Timestamp, such as { .now }")
public enum WallClock: Sendable {}
