/// One live screen: its description, and the values that the user has entered.
///
/// The controller makes one for each screen that a provider describes. An app makes its own to push or present them
/// itself, and subclasses it to answer their actions:
///
/// ```swift
/// final class ProductDetails: ScreenController {
///   init(_ product: Product) throws(AppControllerError) {
///     try super.init(InterfaceDescription("product") { Screen("details", title: product.name) { … } })
///   }
///
///   override func answer(to action: InterfaceAction) async throws -> ActionResponse? {
///     action.name == "order" ? .message(.success, "Ordered") : nil
///   }
/// }
/// navigation.push(try ProductDetails(product))
/// ```
open class ScreenController: InterfaceController {
  /// The screen's node.
  public private(set) var node: InterfaceDescription.Node
  /// The values and the error messages of the inputs.
  public package(set) lazy var state = PresentationState(values: form.initialValues) {
    didSet { tellDifference(from: oldValue) }
  }
  /// The inputs of the screen.
  public var form: Form { lastShown.original.form }
  /// The id of the focused node; at first the one that the screen names, or `nil`.
  public private(set) var focusedID: String? {
    didSet { if focusedID != oldValue { reportChange(.focus(screen: id)) } }
  }
  /// Counts the moves of the focus that are not the user's, also those to a mistake that has the focus already.
  private(set) var focusRevision = 0
  private(set) lazy var assetNames = node.assetNames
  private var describedLayers: Set<ObjectIdentifier> = []
  /// The visible part of the screen for the values of the last call of ``shown(with:)``.
  private lazy var lastShown = ShownScreen(of: node)
  /// Whether the app has made the screen itself.
  let isOwn: Bool

  init(node: InterfaceDescription.Node) {
    self.node = node
    focusedID = node.initialFocus
    isOwn = false
    super.init()
    addDescribedLayers()
  }

  /// Makes a screen from a description.
  ///
  /// - Parameter description: The description; its root is a screen.
  /// - Throws: ``AppControllerError`` with the code `ACK1001` when the description is not valid, or its root is no
  ///   screen.
  public init(_ description: InterfaceDescription) throws(AppControllerError) {
    node = try description.requireScreen("the description of the screen").0
    focusedID = node.initialFocus
    isOwn = true
    super.init()
    addDescribedLayers()
  }

  /// Called after the screen has been shown to the user in the container of an ``AppController``, covered, or left.
  open func appearanceDidChange(to appearance: ScreenAppearance) {}

  /// Answers an action of the screen instead of the provider; `nil`, the default, leaves the action to the provider.
  ///
  /// Its time limit is the deadline of the action. Its effects are applied, and its errors reported, like those of a
  /// provider.
  open func answer(to action: InterfaceAction) async throws -> ActionResponse? { nil }

  /// Shows another description of the same screen.
  ///
  /// The user's state is kept for the nodes that still exist, by their ids: values, the focus, screens that were pushed
  /// in its layers, and closed layers. The screen keeps its place.
  ///
  /// - Parameter description: The new description; its root is a screen with the same id.
  /// - Returns: The warnings about it.
  /// - Throws: ``AppControllerError`` with the code `ACK1001` when the description is not valid, or its root is not a
  ///   screen with this id; then nothing has changed.
  @discardableResult
  public final func update(with description: InterfaceDescription) throws(AppControllerError) -> [Diagnostic] {
    let (node, warnings) = try description.requireScreen("the new description of the screen \"\(id)\"")
    guard node.id == id else { throw .otherScreen(node.id ?? "", than: id) }
    let fresh = ScreenController(node: node)
    LiveState(of: self).restore(in: fresh)
    for child in children where describedLayers.contains(ObjectIdentifier(child)) { child.leave() }
    (self.node, lastShown) = (fresh.node, fresh.lastShown)
    (state, focusedID, assetNames) = (fresh.state, fresh.focusedID, fresh.assetNames)
    isDescribedWithLayer = fresh.isDescribedWithLayer
    reportChange(.description(screen: id))
    // Layers that the app has put above the screen stay above the described ones.
    for (position, layer) in fresh.children.enumerated() { addDescribed(layer, at: position) }
    return warnings
  }

  private func addDescribedLayers() {
    for layer in node.children where layer.kind == .presented && !layer.isHidden {
      // A layer without a visible screen is not added.
      if layer.hasShownScreen, let content = layer.shownChildren.first.flatMap(Self.controller(for:)) {
        addDescribed(content)
      }
    }
    isDescribedWithLayer = !children.isEmpty
  }

  private func addDescribed(_ layer: InterfaceController, at position: Int? = nil) {
    describedLayers.insert(ObjectIdentifier(layer))
    insert(layer, at: position)
  }

  override func childDidLeave(_ child: InterfaceController, at position: Int, for new: InterfaceController?) {
    guard describedLayers.remove(ObjectIdentifier(child)) != nil, let new else { return }
    describedLayers.insert(ObjectIdentifier(new))
  }

  /// Moves the focus to an enabled node.
  ///
  /// - Returns: Whether the screen has such a visible node.
  @discardableResult
  public func focus(on id: String) -> Bool {
    let former = focusedID
    guard takeFocus(on: id) else { return false }
    if focusedID != former { focusRevision += 1 }
    return true
  }

  /// Notes where the user, or an earlier tree, has the focus.
  @discardableResult
  func takeFocus(on id: String) -> Bool {
    guard let target = shown().node.visibleNode(withID: id), target.isActionable else { return false }
    // The focused node has to stay visible, even after the user has corrected the error that opened its group.
    for group in target.groups { setOpen(true, group: group.id ?? "") }
    focusedID = id
    return true
  }

  /// Returns whether there is an error.
  @discardableResult
  func focusOnFirstError() -> Bool {
    let entry = shown().form.entries.first { state.fieldErrors[$0.input.name] != nil }
    guard let node = entry?.node.id, takeFocus(on: node) else { return false }
    focusRevision += 1
    reportChange(.focus(screen: id))
    return true
  }

  /// Stores the value that the user has entered into an input, and removes its error message.
  ///
  /// A front end keeps secrets itself, and passes them with the action that sends them.
  ///
  /// - Returns: Whether the screen has such an input, and the value is not a secret.
  @discardableResult
  public func enter(_ value: InputValue, into input: String) -> Bool {
    guard let entry = form.entry(named: input), !value.isSecret, !entry.input.content.isSecret else { return false }
    state.values[input] = value
    state.fieldErrors[input] = nil
    return true
  }

  /// Opens or closes a group that can be closed.
  ///
  /// - Returns: Whether the screen shows such a group.
  @discardableResult
  public func setOpen(_ isOpen: Bool, group id: String) -> Bool {
    guard let group = shown().node.visibleNode(withID: id), group.isCollapsed != nil else { return false }
    state.openGroups[id] = isOpen
    return true
  }

  var owner: AppController? {
    var top: InterfaceController = self
    while let parent = top.parent { top = parent }
    return (top as? RootContainer)?.owner
  }

  var words: FaceWords {
    FaceWords(for: interface.language, traits, in: owner?.catalogs ?? FaceWords.catalogs)
  }

  /// `secrets` are those that a face has taken and keeps itself.
  func shown(with secrets: InputValues = [:]) -> ShownScreen {
    let shown = lastShown.with(secrets.isEmpty ? state.values : state.values.merging(secrets) { $1 })
    lastShown = shown
    return shown
  }

  /// The title of the screen; every other trait is the surface's own.
  public override var presentationTraits: PresentationTraits { PresentationTraits(title: node.label) }

  private func tellDifference(from old: PresentationState) {
    if state.values != old.values { reportChange(.values(screen: id)) }
    if state.fieldErrors != old.fieldErrors { reportChange(.fieldErrors(screen: id)) }
    if state.selectedItems != old.selectedItems || state.openGroups != old.openGroups { reportChange(.content) }
  }

  override func change(with child: InterfaceController) -> InterfaceChange { .layers }

  private(set) var isDescribedWithLayer = false

  package var layer: InterfaceController? { children.last }

  /// The description that contains the screen; a screen that was pushed, presented or updated by itself has its own.
  public var interface: InterfaceDescription { InterfaceDescription(arena: node.arena) }

  /// The screen's id, unique in its description.
  public var id: String { node.id ?? "" }
}

extension InterfaceController {
  /// Makes the live tree of a description, to be pushed, presented or installed by the caller.
  ///
  /// - Returns: A ``ScreenController``, ``NavigationContainer`` or ``TabContainer``, by the kind of the description's
  ///   root.
  /// - Throws: ``AppControllerError`` with the code `ACK1001` when the description is not valid, or its root is of
  ///   another kind.
  public static func live(_ description: InterfaceDescription) throws(AppControllerError) -> InterfaceController {
    try description.requireValid("the description \"\(description.id)\"")
    return try live(valid: description)
  }

  /// Makes the live tree of a description that is valid.
  package static func controller(for description: InterfaceDescription) -> InterfaceController? {
    controller(for: description.resolved().root)
  }

  static func live(valid description: InterfaceDescription) throws(AppControllerError) -> InterfaceController {
    let root = description.resolved().root
    if let controller = controller(for: root) { return controller }
    // A hidden root is installed too, and shows nothing.
    if root.isHidden { return InterfaceController() }
    throw AppControllerError(
      .invalidDescription,
      what: "the root of the interface \"\(description.id)\" cannot be installed",
      why: "it is neither a screen nor a navigation nor tabs",
      fix: "put what is described inside a screen"
    )
  }

  /// `nil` for nodes of other kinds and for hidden ones.
  package static func controller(for node: InterfaceDescription.Node) -> InterfaceController? {
    if node.isHidden { return nil }
    return switch node.kind {
    case .screen: ScreenController(node: node)
    case .navigation: NavigationContainer(node: node)
    case .tabs: TabContainer(node: node)
    case .stack, .grid, .group, .list, .item, .divider, .spacer, .presented, .text, .code, .image, .field, .toggle,
      .choice, .button, .link, .progress, .banner, .table, .row, .chart, .secret, nil:
      nil
    }
  }
}

extension InterfaceDescription {
  fileprivate func requireScreen(_ subject: String) throws(AppControllerError) -> (Node, warnings: [Diagnostic]) {
    let warnings = try requireValid(subject)
    let root = resolved().root
    if root.kind == .screen { return (root, warnings) }
    throw AppControllerError(
      .invalidDescription,
      what: "\(subject) is none of a screen: its root is of the kind \"\(root.kindName)\"",
      why: "one controller stands for one screen", fix: "describe a screen, or use InterfaceController.live(_:)"
    )
  }
}

extension AppControllerError {
  fileprivate static func otherScreen(_ found: String, than wanted: String) -> AppControllerError {
    AppControllerError(
      .invalidDescription,
      what: "the description is of the screen \"\(found)\", and the screen that it is for is \"\(wanted)\"",
      why: "a screen is renewed in its place, and is known by its id",
      fix: "describe the screen with the id that it had, or show another screen with an effect"
    )
  }
}
