## provider.nim - a provider in Nim: come in with a name, be greeted, leave. Build it with --app:lib.

import std/json

{.pragma: abi, importc, header: "appcontroller_provider.h", bycopy, incompleteStruct.}

type
  ack_str {.abi.} = object
    `ptr`: cstring
    len: uint64
  ack_pair {.abi.} = object
    name, value: ack_str
  ack_description {.abi.} = object
  ack_session {.abi.} = object
    subject: ack_str
  ack_context {.abi.} = object
    target: cint
    session: ptr ack_session
  ack_action {.abi.} = object
    name: ack_str
    values: ptr UncheckedArray[ack_pair]
    value_count: uint64
  ack_reply {.abi.} = object
  ack_creation {.abi.} = object
    settings: ptr UncheckedArray[ack_pair]
    setting_count: uint64
  Crown = ref object
    greeting: string

var
  ACK_UNSUPPORTED {.importc, header: "appcontroller_provider.h", nodecl.}: cint
  ACK_LOGGED_OUT {.importc, header: "appcontroller_provider.h", nodecl.}: cint

# ---- Texts: what is lent is copied, and what is handed over lives until the call returns. ----

proc text(s: string): ack_str = ack_str(`ptr`: cstring(s), len: uint64(s.len))

proc copied(s: ack_str): string =
  result = newString(int(s.len))
  if s.len > 0: copyMem(addr result[0], s.`ptr`, int(s.len))

proc value(pairs: ptr UncheckedArray[ack_pair], count: uint64, name: string): string =
  for i in 0 ..< int(count):
    if copied(pairs[i].name) == name: return copied(pairs[i].value)

# ---- Describing ----

proc nim_give(d: ptr ack_description, json: ack_str): cint {.importc, cdecl, raises: [].}

proc give(d: ptr ack_description, description: JsonNode): cint =
  let written = $description
  nim_give(d, text written)

proc screen(id, primaryAction: string, children: JsonNode): JsonNode =
  let root = %*{"kind": "screen", "id": id & "-screen", "label": "Crown", "primaryAction": primaryAction,
                "children": children}
  %*{"id": id, "lang": "en", "root": root}

proc button(id, label, style: string, sends: seq[string] = @[]): JsonNode =
  %*{"kind": "button", "id": id, "label": label, "style": style, "action": {"name": id, "sends": sends}}

proc door(): JsonNode =
  let input = %*{"name": "name", "content": "username", "rules": [{"rule": "required"}]}
  screen("door", "enter", %*[
    {"kind": "field", "id": "name", "label": "Your name", "input": input},
    button("enter", "Enter", "primary", @["name"])])

proc hall(greeting: string): JsonNode =
  screen("hall", "leave", %*[{"kind": "text", "text": greeting}, button("leave", "Leave", "primary")])

# ---- Answering ----

proc nim_login(reply: ptr ack_reply, subject: ack_str): cint {.importc, cdecl, raises: [].}
proc nim_logout(reply: ptr ack_reply): cint {.importc, cdecl, raises: [].}

# ---- What the host calls; entry.c has checked the structs. ----

{.push exportc, cdecl, raises: [].}

proc nim_create(creation: ptr ack_creation): pointer =
  let crown = Crown(greeting: value(creation.settings, creation.setting_count, "greeting"))
  GC_ref crown
  cast[pointer](crown)

proc nim_destroy(instance: pointer) = GC_unref cast[Crown](instance)

proc nim_describe(instance: pointer, context: ptr ack_context, d: ptr ack_description): cint =
  if context.target == ACK_LOGGED_OUT: return d.give(door())
  let name = if context.session == nil: "friend" else: copied(context.session.subject)
  d.give(hall(cast[Crown](instance).greeting & ", " & name & "!"))

proc nim_perform(action: ptr ack_action, reply: ptr ack_reply): cint =
  case copied(action.name)
  of "enter":
    let name = value(action.values, action.value_count, "name")
    reply.nim_login(text name)
  of "leave": reply.nim_logout()
  else: ACK_UNSUPPORTED

{.pop.}

{.compile: "entry.c".}
