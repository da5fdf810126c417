/// A text.
public struct Text: InterfaceElement {
  /// The properties that the modifiers have set.
  public var modifiers = ElementModifiers()
  private let text: String
  private let style: NodeStyle

  /// Makes a text, with the style `body` unless given.
  public init(_ text: String, style: NodeStyle = .body) {
    self.text = text
    self.style = style
  }

  /// Writes the text.
  public func emit(into emitter: inout InterfaceEmitter) {
    if style == .body { return emitter.leaf(.text, modifiers, .text, text) }
    emitter.leaf(.text, modifiers, .style, style.rawValue, .text, text)
  }
}

/// A text that is shown verbatim, copied and spelled out, such as a device code.
public struct Code: InterfaceElement {
  /// The properties that the modifiers have set.
  public var modifiers = ElementModifiers()
  private let text: String
  private let label: String?
  private let qrCode: String?

  /// Makes a code under a label.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - label: The name of the code.
  ///   - qrCode: A URL of at most 134 bytes that is shown as a QR code too, under the rule of a link. A host may be
  ///     unable to draw it, so the interface has a link as well.
  public init(_ text: String, label: String? = nil, qrCode: String? = nil) {
    self.text = text
    self.label = label
    self.qrCode = qrCode
  }

  /// Writes the code.
  public func emit(into emitter: inout InterfaceEmitter) {
    emitter.node(.code, modifiers) {
      $0.set(.label, label)
      $0.set(.qr, qrCode)
      $0.set(.text, text)
    }
  }
}

/// An image, either with an alternative text or decorative.
public struct Image: InterfaceElement {
  /// The properties that the modifiers have set.
  public var modifiers = ElementModifiers()
  private let place: (name: PropertyName, text: String)
  private let alternative: String?
  private let aspectRatio: Double?

  /// Makes an image; `alternative` describes its content, and `aspectRatio` is its width divided by its height.
  public init(_ source: String, alternative: String, aspectRatio: Double? = nil) {
    place = (.source, source)
    self.alternative = alternative
    self.aspectRatio = aspectRatio
  }

  /// Makes an image of a picture that the provider has.
  ///
  /// - Parameters:
  ///   - asset: The name that the host asks ``AppControllerInterfaceProviding/asset(_:for:)`` for; 1 to 64 bytes of
  ///     `[A-Za-z0-9._-]`, and at most 16 names in an interface.
  ///   - alternative: A description of the picture, for users who cannot see it and for hosts that cannot show it.
  ///   - aspectRatio: Its width divided by its height.
  public init(asset: String, alternative: String, aspectRatio: Double? = nil) {
    place = (.asset, asset)
    self.alternative = alternative
    self.aspectRatio = aspectRatio
  }

  /// Makes a decorative image.
  public init(decorative source: String, aspectRatio: Double? = nil) {
    place = (.source, source)
    alternative = nil
    self.aspectRatio = aspectRatio
  }

  /// Makes a decorative image of a picture that the provider has.
  public init(decorativeAsset asset: String, aspectRatio: Double? = nil) {
    place = (.asset, asset)
    alternative = nil
    self.aspectRatio = aspectRatio
  }

  /// Writes the image.
  public func emit(into emitter: inout InterfaceEmitter) {
    emitter.node(.image, modifiers) {
      $0.map(.media) {
        $0.set(.alt, alternative)
        $0.set(.aspect, aspectRatio)
        if place.name == .asset { $0.set(.asset, place.text) }
        if alternative == nil { $0.set(.decorative, true) }
        if place.name == .source { $0.set(.source, place.text) }
      }
    }
  }
}

/// The progress of a task, or the fact that it is under way.
public struct ProgressView: InterfaceElement {
  /// The properties that the modifiers have set.
  public var modifiers = ElementModifiers()
  private let label: String
  private let value: Double?
  private let total: Double?
  private let deadline: Double?

  /// Makes a progress view.
  ///
  /// - Parameters:
  ///   - label: The name of the task.
  ///   - value: The part that is done, from 0 to `total`; `nil` when it is not known.
  ///   - total: The amount that is complete.
  ///   - deadline: The number of seconds before the task ends by itself.
  public init(_ label: String, value: Double? = nil, total: Double? = nil, deadline: Double? = nil) {
    self.label = label
    self.value = value
    self.total = total
    self.deadline = deadline
  }

  /// Writes the progress view.
  public func emit(into emitter: inout InterfaceEmitter) {
    emitter.node(.progress, modifiers) {
      $0.set(.label, label)
      if value == nil, total == nil, deadline == nil { return }
      $0.map(.progress) {
        $0.set(.deadline, deadline)
        $0.set(.total, total)
        $0.set(.value, value)
      }
    }
  }
}

/// A message with a severity.
public struct Banner: InterfaceElement {
  /// The properties that the modifiers have set.
  public var modifiers = ElementModifiers()
  private let severity: Severity
  private let text: String

  /// Makes a banner.
  public init(_ severity: Severity, _ text: String) {
    self.severity = severity
    self.text = text
  }

  /// Writes the banner.
  public func emit(into emitter: inout InterfaceEmitter) {
    emitter.leaf(.banner, modifiers, .severity, severity.rawValue, .text, text)
  }
}

/// Opens a URL.
public struct Link: InterfaceElement {
  /// The properties that the modifiers have set.
  public var modifiers = ElementModifiers()
  private let id: String
  private let label: String
  private let url: String

  /// Makes a link to an `https`, `mailto` or loopback `http` URL.
  public init(_ id: String, _ label: String, url: String) {
    self.id = id
    self.label = label
    self.url = url
  }

  /// Writes the link.
  public func emit(into emitter: inout InterfaceEmitter) {
    emitter.leaf(.link, id: id, modifiers, .label, label, .url, url)
  }
}

/// Carries out an action.
public struct Button: InterfaceElement {
  /// The properties that the modifiers have set.
  public var modifiers = ElementModifiers()
  private let id: String
  private let label: String
  private let style: NodeStyle
  private let action: Action

  /// Makes a button.
  ///
  /// - Parameters:
  ///   - id: Unique in the description; 1 to 64 bytes of `[A-Za-z0-9._-]`.
  ///   - label: The visible name of the button.
  ///   - style: `primary`, `destructive`, `cancel` or `plain`.
  ///   - action: The action that it sends; a string literal is an action of that name without values.
  public init(_ id: String, _ label: String, style: NodeStyle = .plain, action: Action) {
    self.id = id
    self.label = label
    self.style = style
    self.action = action
  }

  /// Writes the button.
  public func emit(into emitter: inout InterfaceEmitter) {
    emitter.node(.button, id: id, modifiers) {
      action.emit(into: &$0)
      $0.set(.label, label)
      if style != .plain { $0.set(.style, style.rawValue) }
    }
  }
}
