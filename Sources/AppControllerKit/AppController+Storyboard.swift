extension AppController {
  /// Makes a controller for a storyboard; its session is stored under the storyboard's id.
  ///
  /// - Parameters:
  ///   - storyboard: The storyboard that the interfaces come from.
  ///   - loggedOutInterfaceID: The name of the logged-out interface.
  ///   - loggedInInterfaceID: The name of the logged-in interface.
  ///   - configuration: How every transition looks.
  ///   - sessionStore: The store that keeps the session.
  ///   - rootContainerClass: The class of the root container.
  ///   - clock: The clock that times transitions and deadlines.
  ///   - wallClock: The time in seconds since 1970-01-01T00:00:00Z, which sessions expire by.
  /// - Throws: ``AppControllerError`` with the code `ACK1005` when the storyboard does not have one of the two.
  public convenience init(
    storyboard: Storyboard, loggedOutInterfaceID: String, loggedInInterfaceID: String,
    configuration: Configuration = .init(), sessionStore: any SessionStore = InMemorySessionStore(),
    rootContainerClass: RootContainer.Type = RootContainer.self, clock: any Clock<Duration> = ContinuousClock(),
    wallClock: @escaping @Sendable () -> Int64 = WallClock.now
  ) throws(AppControllerError) {
    let provider = try StoryboardProvider(
      storyboard: storyboard, loggedOutInterfaceID: loggedOutInterfaceID, loggedInInterfaceID: loggedInInterfaceID,
      configuration: configuration
    )
    self.init(
      interfaceProvider: provider, providerID: storyboard.id, sessionStore: sessionStore,
      rootContainerClass: rootContainerClass, clock: clock, wallClock: wallClock
    )
  }

  /// The storyboard that the interfaces come from; `nil` for a provider of another kind.
  public var storyboard: Storyboard? { (interfaceProvider as? StoryboardProvider)?.storyboard }
}
