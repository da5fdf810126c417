/* exchanging.c - a provider that gives programs credentials of their own, in a way that the path of the request names.
 *
 *     Tests/Fixtures/exchanging.c
 *
 * Whoever signs in has the secret "secret-1"; what follows an at sign is the host that the session is for. The session says
 * that git, docker and kubectl have credentials of their own; for "partly" only git has. A credential is
 * "PROGRAM:HOST/PATH:SECRET" for the user "bot". "late" is given when it is asked for again, "timed" ends in 2100, "ended"
 * has ended, "absent" is left to the host, "denied" is none; the others break the ABI.
 *
 * TABLE_SIZE is what the table says of its size, and with NO_FUNCTION it has no function. */
#ifndef ID
#define ID "com.example.exchanging"
#endif
#ifndef TABLE_SIZE
#define TABLE_SIZE sizeof(ack_credentials)
#endif

#include "fixture.h"

INSTANCE(uint64_t waiting;)

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  (void)self;
  if (check(context) != ACK_OK) return check(context);
  ack_builder f = {0};
  if (context->target == ACK_LOGGED_IN) describe_screen(&f, S("in"), S("Signed in"));
  else describe_sign_in(&f);
  return ack_give(&f, out);
}

static ack_status perform(ack_instance *self, const ack_context *context, const ack_action *action, const ack_reply *reply) {
  (void)self;
  if (ack_check_context(context) != ACK_OK) return ack_check_context(context);
  const ack_str who = action->value_count > 0 ? action->values[0].value : S("ann");
  const char *at = memchr(who.ptr, '@', who.len);
  const bool is_partly = who.len > 6 && memcmp(who.ptr, "partly", 6) == 0;
  const ack_str hosts = at == NULL ? S("h") : (ack_str){at + 1, who.len - (uint64_t)(at + 1 - who.ptr)};
  const ack_pair attributes[] = {
      {S("hosts"), hosts},
      {S("credentials"), is_partly ? S("git") : S("git docker, kubernetes")},
  };
  const ack_session session = {
      .struct_size = sizeof session, .subject = who, .secret = S("secret-1"), .attributes = attributes, .attribute_count = 2,
  };
  return ack_login(reply, &session);
}

static ack_status give(const ack_context *context, const ack_credential_request *request, const ack_credential *out,
                       int64_t end) {
  static char token[1024]; /* the host copies it */
  const ack_str secret = context->session->secret;
  const int size = snprintf(token, sizeof token, "%.*s:%.*s/%.*s:%.*s", (int)request->program.len, request->program.ptr,
                            (int)request->host.len, request->host.ptr, (int)request->path.len, request->path.ptr,
                            (int)secret.len, secret.ptr);
  return out->give(out, S("bot"), (ack_str){token, (uint64_t)size}, end);
}

static ack_status credential(ack_instance *self, const ack_context *context, const ack_credential_request *request,
                             const ack_credential *out) {
  static char large[(16 << 10) + 1];
  if (!ACK_HAS(request, ack_credential_request, path) || !ACK_HAS(out, ack_credential, give)) return ACK_MISUSE;
  if (ack_check_context(context) != ACK_OK) return ack_check_context(context);
  if (request->flags != 0) return ACK_UNSUPPORTED;
  if (context->target != ACK_LOGGED_IN || context->session == NULL) return ACK_MISUSE;
  memset(large, 'a', sizeof large);
  const ack_str path = request->path;
  if (equal(path, S("late")) && self->waiting != context->sequence) {
    self->waiting = context->sequence;
    self->host->wake(self->host, self->waiting);
    return ACK_PENDING;
  }
  if (equal(path, S("never"))) return ACK_PENDING;
  if (equal(path, S("absent"))) return ACK_UNSUPPORTED;
  if (equal(path, S("denied")))
    return ack_failed(self->host, ACK_FAILURE_DENIED, "robots may not do that", "it is for people", "ask a person");
  if (equal(path, S("silent"))) return ACK_FAILED;
  if (equal(path, S("nothing"))) return ACK_OK;
  if (equal(path, S("twice"))) {
    give(context, request, out, 0);
    give(context, request, out, 0);
    return ACK_OK;
  }
  if (equal(path, S("large"))) return out->give(out, S("bot"), (ack_str){large, sizeof large}, 0);
  if (equal(path, S("named"))) return out->give(out, (ack_str){large, 513}, S("token"), 0);
  if (equal(path, S("lined"))) return out->give(out, S("a\nb"), S("token"), 0);
  if (equal(path, S("empty"))) return out->give(out, S("bot"), S(""), 0);
  if (equal(path, S("null"))) return out->give(out, S("bot"), (ack_str){NULL, 5}, 0);
  if (equal(path, S("binary"))) return out->give(out, S("bot"), S("\xff\xfe"), 0);
  if (equal(path, S("negative"))) return out->give(out, S("bot"), S("token"), -1);
  return give(context, request, out, equal(path, S("timed")) ? 4102444800 : equal(path, S("ended")) ? 1 : 0);
}

static const void *get_extension(ack_instance *self, ack_str id) {
  static const ack_credentials credentials = {
      .struct_size = TABLE_SIZE,
#ifndef NO_FUNCTION
      .credential = credential,
#endif
  };
  (void)self, (void)credential;
  return equal(id, S("ack.credential/1")) ? &credentials : NULL;
}

PROVIDER(ID, "Exchanging", .perform = perform, .get_extension = get_extension)
