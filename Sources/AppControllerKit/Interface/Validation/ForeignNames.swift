/// What other toolkits call things, with what to write here.
///
/// The names are those of HTML and ARIA, SwiftUI and Adaptive Cards. They are compared without case, hyphens and
/// underscores.
enum ForeignNames {
  static func property(_ word: String) -> String? { properties[folded(word)] }

  static func kind(_ word: String) -> String? { kinds[folded(word)] }

  static func value(_ word: String, among known: [String]) -> String? {
    values[folded(word)]?.first(where: known.contains)
  }

  /// Whether the user may do, see or read what a property of this name forbids, when the host does not know the name.
  static func restricts(_ word: String) -> Bool {
    let instead = property(word) ?? ""
    return ["enabled", "hidden", "visible", "confirm"].contains(word)
      || [enabled, hidden, confirm, secret].contains(instead)
  }

  static func hidesText(_ word: String) -> Bool { secrets.contains(folded(word)) }

  private static func folded(_ word: String) -> String {
    String(word.lowercased().unicodeScalars.filter { $0 != "-" && $0 != "_" })
  }

  private static let enabled = "write \"enabled\": false"
  private static let hidden = "write \"hidden\": true, or \"visible\" with a condition"
  private static let action = "write an \"action\""
  private static let confirm = "write \"confirm\" with a title in its \"action\""
  private static let rules = "write it in \"rules\" of its \"input\""
  private static let content = "write \"content\" of its \"input\""
  private static let secret = "write \"content\": \"password\" in its \"input\""
  private static let label = "write \"label\""
  private static let children = "write \"children\""

  private static let properties = [
    // Whether it can be used or seen.
    "disabled": enabled, "isdisabled": enabled, "isenabled": enabled, "ariadisabled": enabled,
    "readonly": enabled, "isreadonly": enabled, "inert": enabled, "locked": enabled,
    "ishidden": hidden, "ariahidden": hidden, "invisible": hidden, "isvisible": hidden, "visibility": hidden,
    "display": "write \"hidden\"", "opacity": "write \"hidden\"",
    "confirmation": confirm, "confirmationdialog": confirm, "isdestructive": "write \"style\": \"destructive\"",
    "secret": secret, "issecret": secret, "secure": secret, "issecure": secret, "securetextentry": secret,
    "masked": secret, "password": secret,
    // What it does.
    "onclick": action, "onpress": action, "ontap": action, "ontapgesture": action, "onsubmit": action,
    "selectaction": action, "onchange": "only a button asks the provider", "oninput": "only a button asks the provider",
    "href": "write \"url\"", "data": "write \"payload\" in its \"action\"", "method": action,
    // What is typed.
    "required": "write {\"rule\": \"required\"} in \"rules\" of its \"input\"", "isrequired": rules,
    "maxlength": "write {\"rule\": \"length\", \"max\": …} in \"rules\" of its \"input\"",
    "minlength": "write {\"rule\": \"length\", \"min\": …} in \"rules\" of its \"input\"",
    "pattern": "no rule takes a pattern; check it when the action comes",
    "regex": "no rule takes a pattern; check it when the action comes",
    "errormessage": "write \"message\" in a rule", "validations": rules, "validation": rules, "validators": rules,
    "minimum": "write \"min\"", "maximum": "write \"max\"", "choices": "write \"options\" in its \"input\"",
    "type": content, "inputmode": content, "autocomplete": content, "keyboardtype": content, "textcontenttype": content,
    "ismultiline": "write \"lines\" in its \"input\"", "rows": "write \"lines\" in its \"input\"",
    "ismultiselect": "write \"multiple\" in its \"input\"", "defaultvalue": "write \"value\" in its \"input\"",
    "autofocus": "write \"initialFocus\" at the screen",
    // What it says and how it looks.
    "arialabel": label, "accessibilitylabel": label, "navigationtitle": label, "title": label, "caption": label,
    "heading": label,
    "tooltip": "write \"hint\"", "accessibilityhint": "write \"hint\"", "description": "write \"hint\" or \"text\"",
    "innertext": "write \"text\"", "textcontent": "write \"text\"", "string": "write \"text\"",
    "alttext": "write \"alt\" in its \"media\"", "src": "write \"asset\" in its \"media\"",
    "image": "write \"icon\", or an image", "systemimage": "write \"icon\"", "iconurl": "write \"icon\"",
    "class": "write \"style\"", "classname": "write \"style\"", "variant": "write \"style\"", "role": "write \"style\"",
    "buttonstyle": "write \"style\"", "font": "write \"style\"", "level": "write \"severity\"",
    "color": "colours are the face's", "foregroundcolor": "colours are the face's", "tint": "colours are the face's",
    "spacing": "distances are the face's", "padding": "distances are the face's",
    "width": "write \"weight\"", "orientation": "write \"axis\"", "direction": "write \"axis\"",
    // What is in it.
    "childs": children, "childnodes": children, "body": children, "subviews": children, "elements": children,
    "language": "write \"lang\"", "locale": "write \"lang\"", "version": "write \"schema\"",
  ]

  private static let kinds = [
    "div": "stack", "vstack": "stack", "hstack": "stack", "container": "stack", "columnset": "stack", "box": "stack",
    "input": "field", "textfield": "field", "textinput": "field", "inputtext": "field", "inputnumber": "field",
    "textarea": "field", "securefield": "field", "password": "field", "inputdate": "field", "datepicker": "field",
    "checkbox": "toggle", "switch": "toggle", "inputtoggle": "toggle",
    "select": "choice", "picker": "choice", "radio": "choice", "dropdown": "choice", "inputchoiceset": "choice",
    "a": "link", "anchor": "link", "img": "image", "picture": "image",
    "h1": "text", "h2": "text", "h3": "text", "p": "text", "span": "text", "label": "text", "textblock": "text",
    "heading": "text", "paragraph": "text", "form": "group", "section": "group", "fieldset": "group",
    "details": "group", "disclosuregroup": "group", "ul": "list", "ol": "list", "li": "item", "listitem": "item",
    "hr": "divider", "separator": "divider", "tabview": "tabs", "tabbar": "tabs", "navigationstack": "navigation",
    "sheet": "presented", "modal": "presented", "dialog": "presented", "progressview": "progress",
    "progressbar": "progress", "spinner": "progress", "alert": "banner", "pre": "code", "tr": "row", "page": "screen",
    "view": "screen", "window": "screen",
  ]

  private static let values = [
    "danger": ["destructive", "error"], "critical": ["error"], "warn": ["warning"], "ok": ["success"],
    "default": ["primary"], "submit": ["primary"], "prominent": ["primary"], "borderedprominent": ["primary"],
    "secondary": ["plain"], "bordered": ["plain"], "borderless": ["plain"], "link": ["plain"],
    "h1": ["title"], "h2": ["heading"], "headline": ["heading"], "subtitle": ["heading"], "largetitle": ["title"],
    "footnote": ["caption"], "small": ["caption"], "row": ["horizontal"], "column": ["vertical"],
    "left": ["start"], "right": ["end"], "leading": ["start"], "trailing": ["end"], "middle": ["center"],
    "integer": ["number"], "int": ["number"], "decimal": ["number"], "numeric": ["number"], "uri": ["url"],
    "datetimelocal": ["dateTime"], "currentpassword": ["password"], "secret": ["password"], "secure": ["password"],
    "passphrase": ["password"], "passwd": ["password"], "pin": ["password"], "otp": ["oneTimeCode"],
    "onetime": ["oneTimeCode"], "maxlength": ["length"], "minlength": ["length"], "min": ["range"], "max": ["range"],
    "equalto": ["sameAs"], "matches": ["sameAs"], "enum": ["oneOf"], "in": ["oneOf"], "numericonly": ["digits"],
    "trash": ["delete"], "gear": ["settings"], "plus": ["add"], "user": ["person"], "house": ["home"],
    "magnifyingglass": ["search"], "envelope": ["mail"], "bell": ["notification"], "pencil": ["edit"],
  ]

  private static let secrets: Set = [
    "secret", "secure", "passphrase", "passwd", "pin", "currentpassword", "password", "newpassword", "otp", "onetime",
    "onetimecode",
  ]
}
