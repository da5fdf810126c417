/// One screen, live: what it shows, and what the user has put into it.
public final class ScreenController: InterfaceController {
  /// The screen's node.
  public let node: InterfaceDescription.Node
  /// What has been typed and what is wrong with it.
  public internal(set) var state: PresentationState { didSet { tellDifference(from: oldValue) } }
  /// The inputs of the screen.
  public let form: Form
  /// The id of the node that has the focus; at first the one that the screen names, or `nil`.
  public private(set) var focusedID: String? {
    didSet { if focusedID != oldValue { tell(.focus(screen: id)) } }
  }

  init(node: InterfaceDescription.Node) {
    self.node = node
    form = Form(of: node)
    state = PresentationState(values: form.initialValues)
    focusedID = node.initialFocus
    super.init()
    for layer in node.shownChildren where layer.kind == .presented {
      // A layer without a screen that is shown stands above nothing.
      if layer.hasShownScreen, let content = layer.shownChildren.first.flatMap(Self.controller(for:)) { add(content) }
    }
    isDescribedWithLayer = !children.isEmpty
  }

  /// Moves the focus to a node that can be used.
  ///
  /// - Returns: Whether the screen has such a node, and it is not hidden.
  @discardableResult
  public func focus(on id: String) -> Bool {
    let target = node.visibleSubtree.first { $0.id == id }
    guard target?.kind?.isInteractive == true || target?.action != nil else { return false }
    focusedID = id
    return true
  }

  /// Keeps what the user has put into an input, and takes back what was wrong with it.
  ///
  /// A front end keeps secrets itself, and gives them with the action that sends them.
  ///
  /// - Returns: Whether the screen has such an input, and the value is no secret.
  @discardableResult
  public func enter(_ value: InputValue, into input: String) -> Bool {
    guard let entry = form.entry(named: input), !value.isSecret, !entry.input.content.isSecret else { return false }
    state.values[input] = value
    state.fieldErrors[input] = nil
    return true
  }

  /// The title of the screen; the rest is the surface's.
  public override var presentationTraits: PresentationTraits { PresentationTraits(title: node.label) }

  private func tellDifference(from old: PresentationState) {
    if state.values != old.values { tell(.values(screen: id)) }
    if state.fieldErrors != old.fieldErrors { tell(.fieldErrors(screen: id)) }
    if state.selectedItems != old.selectedItems { tell(.content) }
  }

  override func change(with child: InterfaceController) -> InterfaceChange { .layers }

  /// Whether the screen was described with a layer above it that is not hidden.
  private(set) var isDescribedWithLayer = false

  /// The top one of the layers that the screen is described with.
  var layer: InterfaceController? { children.last }

  /// The screen's id, unique in its description.
  public var id: String { node.id ?? "" }
}

extension InterfaceController {
  /// Makes the live tree of a description that is valid.
  static func controller(for description: InterfaceDescription) -> InterfaceController? {
    controller(for: description.resolved().root)
  }

  /// Makes the live tree of a valid description.
  static func live(_ description: InterfaceDescription) throws(AppControllerError) -> InterfaceController {
    let root = description.resolved().root
    if let controller = controller(for: root) { return controller }
    // It is installed all the same, and nothing of it is seen.
    if root.isHidden { return InterfaceController() }
    throw AppControllerError(
      .invalidDescription,
      what: "the root of the interface \"\(description.id)\" cannot be installed",
      why: "it is neither a screen nor a navigation nor tabs",
      fix: "put what is described inside a screen"
    )
  }

  /// Makes the live tree of a controller's node; `nil` of every other, and of what is hidden.
  static func controller(for node: InterfaceDescription.Node) -> InterfaceController? {
    if node.isHidden { return nil }
    return switch node.kind {
    case .screen: ScreenController(node: node)
    case .navigation: NavigationContainer(node: node)
    case .tabs: TabContainer(node: node)
    case .stack, .grid, .group, .list, .item, .divider, .spacer, .presented, .text, .code, .image, .field, .toggle,
      .choice, .button, .link, .progress, .banner, nil:
      nil
    }
  }
}
