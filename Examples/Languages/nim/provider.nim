## provider.nim - a provider in Nim: come in with a name, be greeted, leave. Build it with --app:lib.

{.pragma: abi, importc, header: "appcontroller_provider.h", bycopy, incompleteStruct.}

type
  ack_str {.abi.} = object
    `ptr`: cstring
    len: uint64
  ack_pair {.abi.} = object
    name, value: ack_str
  ack_builder {.abi.} = object
    begin, set_str: proc (self: ptr ack_builder, first, second: ack_str): cint {.cdecl, raises: [].}
    open_map, open_list: proc (self: ptr ack_builder, key: ack_str): cint {.cdecl, raises: [].}
    close, `end`: proc (self: ptr ack_builder): cint {.cdecl, raises: [].}
  ack_session {.abi.} = object
    struct_size: uint32
    subject: ack_str
  ack_context {.abi.} = object
    target: cint
    session: ptr ack_session
  ack_action {.abi.} = object
    name: ack_str
    values: ptr UncheckedArray[ack_pair]
    value_count: uint64
  ack_reply {.abi.} = object
    login: proc (self: ptr ack_reply, session: ptr ack_session): cint {.cdecl, raises: [].}
    logout: proc (self: ptr ack_reply): cint {.cdecl, raises: [].}
  ack_creation {.abi.} = object
    settings: ptr UncheckedArray[ack_pair]
    setting_count: uint64
  Crown = ref object
    greeting: string

var
  ACK_UNSUPPORTED {.importc, header: "appcontroller_provider.h", nodecl.}: cint
  ACK_LOGGED_OUT {.importc, header: "appcontroller_provider.h", nodecl.}: cint
  ACK_LOGGED_IN {.importc, header: "appcontroller_provider.h", nodecl.}: cint

# ---- Texts: what is lent is copied, and what is handed over lives until the call returns. ----

proc text(s: string): ack_str = ack_str(`ptr`: cstring(s), len: uint64(s.len))

proc copied(s: ack_str): string =
  result = newString(int(s.len))
  if s.len > 0: copyMem(addr result[0], s.`ptr`, int(s.len))

proc value(pairs: ptr UncheckedArray[ack_pair], count: uint64, name: string): string =
  for i in 0 ..< int(count):
    if copied(pairs[i].name) == name: return copied(pairs[i].value)

# ---- Describing ----

proc set(b: ptr ack_builder, key, value: string) = discard b.set_str(b, text key, text value)

template node(b: ptr ack_builder, kind, id: string, inside: untyped): cint =
  discard b.begin(b, text kind, text id)
  inside
  b.`end`(b)

template map(b: ptr ack_builder, key: string, inside: untyped) =
  discard b.open_map(b, text key)
  inside
  discard b.close(b)

template list(b: ptr ack_builder, key: string, inside: untyped) =
  discard b.open_list(b, text key)
  inside
  discard b.close(b)

proc button(b: ptr ack_builder, id, label, style: string, sends = "") =
  discard b.node("button", id):
    b.set "label", label
    b.set "style", style
    b.map "action":
      b.set "name", id
      if sends != "":
        b.list "sends": b.set "", sends

proc door(b: ptr ack_builder): cint =
  b.set "id", "door"
  b.set "lang", "en"
  b.node("screen", "door-screen"):
    b.set "label", "Crown"
    b.set "primaryAction", "enter"
    discard b.node("field", "name"):
      b.set "label", "Your name"
      b.map "input":
        b.set "name", "name"
        b.set "content", "username"
        b.list "rules":
          b.map "": b.set "rule", "required"
    b.button "enter", "Enter", "primary", sends = "name"

proc hall(b: ptr ack_builder, greeting: string): cint =
  b.set "id", "hall"
  b.set "lang", "en"
  b.node("screen", "hall-screen"):
    b.set "label", "Crown"
    discard b.node("text", ""): b.set "text", greeting
    b.button "leave", "Leave", "destructive"

# ---- What the host calls; entry.c has checked the structs. ----

{.push exportc, cdecl, raises: [].}

proc nim_create(creation: ptr ack_creation): pointer =
  let crown = Crown(greeting: value(creation.settings, creation.setting_count, "greeting"))
  GC_ref crown
  cast[pointer](crown)

proc nim_destroy(instance: pointer) = GC_unref cast[Crown](instance)

proc nim_describe(instance: pointer, context: ptr ack_context, b: ptr ack_builder): cint =
  if context.target == ACK_LOGGED_OUT: return door(b)
  if context.target != ACK_LOGGED_IN: return ACK_UNSUPPORTED
  let name = if context.session == nil: "friend" else: copied(context.session.subject)
  hall(b, cast[Crown](instance).greeting & ", " & name & "!")

proc nim_perform(action: ptr ack_action, reply: ptr ack_reply): cint =
  case copied(action.name)
  of "enter":
    let name = value(action.values, action.value_count, "name")
    var session = ack_session(struct_size: uint32(sizeof(ack_session)), subject: text name)
    reply.login(reply, addr session)
  of "leave": reply.logout(reply)
  else: ACK_UNSUPPORTED

{.pop.}

{.compile: "entry.c".}
