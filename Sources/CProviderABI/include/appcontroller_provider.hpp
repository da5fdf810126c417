/* appcontroller_provider.hpp - the provider ABI of AppControllerKit for C++17: appcontroller_provider.h with
 * exceptions, string_view and nodes that end by themselves. It needs the headers for C beside it and the standard
 * library, and is no part of the ABI.
 *
 * Derive a class from ack::Provider, and write ACK_PROVIDER once, outside every namespace:
 *
 *   class Kitty : public ack::Provider {
 *     using Provider::Provider;
 *     void describe(const ack::Context &context, ack::Node &document) override { ... }
 *   };
 *   ACK_PROVIDER(Kitty, "com.example.kitty", "Kitty", "1.0.0", "Example Ltd.");
 *
 * Build a shared library with -fvisibility=hidden and the version script appcontroller_provider.map, so that the entry
 * is its only exported symbol. Exceptions have to be enabled.
 *
 * Failing. Every function of a provider may throw. ack::Failure says what failed, why, and how to fix it; any other
 *          exception is reported as a fault of the provider. Nothing is thrown into the host.
 * Unknown. A question with a target, a purpose or a flag that this header does not know is answered ACK_UNSUPPORTED
 *          before the provider sees it.
 * Text.    A string_view that is passed in is copied by the host; one that is handed out is valid during the call.
 * Threads. The host makes one call at a time. The work of Context::later and the functions of Host are for any
 *          thread. */
#ifndef APPCONTROLLER_PROVIDER_HPP
#define APPCONTROLLER_PROVIDER_HPP

#include "appcontroller_builder.h"
#include "appcontroller_provider.h"

#include <any>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <initializer_list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace ack __attribute__((visibility("hidden"))) {

using std::string_view;
using Texts = std::initializer_list<string_view>;
using Pairs = std::initializer_list<std::pair<string_view, string_view>>;

/* ---- What is thrown ---- */

/* Who or what a failure is due to. */
enum class Category : std::uint32_t {
  unsaid = 0,
  input = ACK_FAILURE_INPUT,      /* what was typed or chosen; the user tries again */
  denied = ACK_FAILURE_DENIED,    /* the user may not; trying again does not help */
  later = ACK_FAILURE_LATER,      /* something is not there for now; trying again may help */
  provider = ACK_FAILURE_PROVIDER /* the provider itself */
};

/* A failure, each text one sentence. */
struct Failure {
  std::string what, why, fix;
  Category category = Category::unsaid;
  std::string code{};                       /* a stable name with a dot, such as "com.example.locked" */
  std::chrono::milliseconds retry_after{0}; /* of Category::later; 0 = not known */
};

/* The provider does not support it. */
struct Unsupported {};

/* The answer is not there yet. Context::later throws it; do not catch it. */
struct Pending {};

namespace detail {

/* A struct with its size, and zero in all else: an initializer would have to name what a later version has. */
template <class T> constexpr T sized() noexcept {
  T made{};
  made.struct_size = sizeof made;
  return made;
}

inline ack_str lent(string_view text) noexcept { return {text.data(), text.size()}; }

inline string_view view(ack_str text) noexcept {
  return text.ptr ? string_view(text.ptr, static_cast<std::size_t>(text.len)) : string_view();
}

inline std::optional<string_view> find(const ack_pair *pairs, std::uint64_t count, string_view name) noexcept {
  for (std::uint64_t i = 0; pairs && i < count; i++) {
    if (view(pairs[i].name) == name) return view(pairs[i].value);
  }
  return std::nullopt;
}

/* Calls a function of the host, which a host that breaks a rule may have left out. */
template <class Function, class... Arguments> ack_status call(Function *function, Arguments... arguments) noexcept {
  if (!function) return ACK_MISUSE;
  const ack_status status = function(arguments...);
  return status > 0 ? ACK_MISUSE : status;
}

/* One description that is being written, and the depth of the open node. */
struct Writing {
  explicit Writing(const ack_host *host) noexcept {
    builder.known_kinds = host->known_kinds;
    builder.known_names = host->known_names;
  }
  Writing(const Writing &) = delete;
  Writing &operator=(const Writing &) = delete;
  ~Writing() { ack_discard(&builder); }

  ack_builder builder{};
  unsigned depth = 0;
  bool is_out_of_turn = false;
};

struct Boundary;

}  // namespace detail

/* true or false, and nothing that converts to it, such as a literal. */
struct Boolean {
  bool value;
  template <class T, std::enable_if_t<std::is_same_v<T, bool>, int> = 0> Boolean(T truth) noexcept : value(truth) {}
};

/* ---- Describing ---- */

/* A node, map or list, which is open as long as this lives; or the whole document.
 *
 * The properties of a node come before what is in it. Nothing here throws or returns a status: after the first failure
 * nothing more is written, and the description is refused with that failure. While something in it is open, a node may
 * not be written to; that is a failure, too. */
class Node {
 public:
  Node(const Node &) = delete;
  Node &operator=(const Node &) = delete;
  ~Node() {
    if (!is_open_ || writing_->depth != depth_) return;
    if (is_node_) ack_end(&writing_->builder);
    else ack_close(&writing_->builder);
    writing_->depth--;
  }

  /* Adds a node of any kind, with properties. */
  Node node(string_view kind, string_view id = {}, Pairs properties = {}) noexcept {
    const bool is_open = write([&](ack_builder *f) { ack_begin_named(f, detail::lent(kind), detail::lent(id)); });
    return Node(writing_, is_open, true, properties);
  }
  /* Opens a map or a list as the value of a property, or, without a name, as an element of this list. */
  Node open_map(string_view name = {}) noexcept {
    return Node(writing_, write([&](ack_builder *f) { ack_put_container(f, named(name), ACK_IN_MAP); }), false);
  }
  Node open_list(string_view name = {}) noexcept {
    return Node(writing_, write([&](ack_builder *f) { ack_put_container(f, named(name), ACK_IN_LIST); }), false);
  }

  /* Sets a property to a text, a bool or a number. */
  template <class T> Node &set(string_view name, const T &value) noexcept {
    write([&](ack_builder *f) {
      const std::uint16_t number = named(name);
      if constexpr (std::is_same_v<T, Boolean>) {
        ack_put_bool(f, number, value.value);
      } else if constexpr (std::is_same_v<T, bool>) {
        ack_put_bool(f, number, value);
      } else if constexpr (std::is_floating_point_v<T>) {
        ack_put_double(f, number, static_cast<double>(value));
      } else if constexpr (std::is_integral_v<T>) {
        static_assert(sizeof(T) > 1, "a character is neither a text nor a number");
        ack_put_int(f, number, static_cast<std::int64_t>(value));
      } else {
        static_assert(std::is_convertible_v<const T &, string_view>, "a value is a text, a bool or a number");
        ack_put_text(f, number, detail::lent(string_view(value)));
      }
    });
    return *this;
  }
  /* Appends to this list. */
  template <class T> Node &add(const T &value) noexcept { return set("", value); }

  /* Sets a property to a list of texts, or to a map of texts. */
  Node &set_texts(string_view name, Texts texts) noexcept {
    Node list = open_list(name);
    for (const string_view text : texts) list.add(text);
    return *this;
  }
  Node &set_pairs(string_view name, Pairs pairs) noexcept {
    Node map = open_map(name);
    for (const auto &pair : pairs) map.set(pair.first, pair.second);
    return *this;
  }

  /* Sets what an input is called, what it is for, and its rules, such as "required". */
  Node &input(string_view name, string_view content = {}, Texts rules = {}) noexcept {
    Node input = open_input();
    input.set_name(name);
    if (!content.empty()) input.set_content(content);
    if (rules.size() == 0) return *this;
    Node list = input.open_rules();
    for (const string_view name_of_rule : rules) list.rule(name_of_rule);
    return *this;
  }
  /* Sets the action, and the inputs that it sends. */
  Node &action(string_view name, Texts sends = {}, Pairs payload = {}) noexcept {
    Node action = open_action();
    action.set_name(name);
    if (sends.size() != 0) action.set_sends(sends);
    if (payload.size() != 0) action.set_payload(payload);
    return *this;
  }
  /* Appends a rule to a list of rules, or an option to a list of options. */
  Node &rule(string_view name, string_view message = {}) noexcept {
    Node map = open_map();
    map.set_rule(name);
    if (!message.empty()) map.set_message(message);
    return *this;
  }
  Node &option(string_view value, string_view label) noexcept {
    open_map().set_value(value).set_label(label);
    return *this;
  }

  /* A function for each kind, with what it requires, and for each name, as in section 5 of the ABI's text. */
  // generated: vocabulary

  Node stack() noexcept { return node("stack"); }
  Node grid() noexcept { return node("grid"); }
  Node group() noexcept { return node("group"); }
  Node list() noexcept { return node("list"); }
  Node item(string_view id, string_view label) noexcept { return node("item", id, {{"label", label}}); }
  Node divider() noexcept { return node("divider"); }
  Node spacer() noexcept { return node("spacer"); }
  Node screen(string_view id, string_view label) noexcept { return node("screen", id, {{"label", label}}); }
  Node tabs(string_view id) noexcept { return node("tabs", id); }
  Node navigation() noexcept { return node("navigation"); }
  Node presented() noexcept { return node("presented"); }
  Node text(string_view text) noexcept { return node("text", "", {{"text", text}}); }
  Node code(string_view text) noexcept { return node("code", "", {{"text", text}}); }
  Node image() noexcept { return node("image"); }
  Node field(string_view id, string_view label) noexcept { return node("field", id, {{"label", label}}); }
  Node toggle(string_view id, string_view label) noexcept { return node("toggle", id, {{"label", label}}); }
  Node choice(string_view id, string_view label) noexcept { return node("choice", id, {{"label", label}}); }
  Node button(string_view id, string_view label) noexcept { return node("button", id, {{"label", label}}); }
  Node link(string_view id, string_view label, string_view url) noexcept {
    return node("link", id, {{"label", label}, {"url", url}});
  }
  Node progress(string_view label) noexcept { return node("progress", "", {{"label", label}}); }
  Node banner(string_view text) noexcept { return node("banner", "", {{"text", text}}); }
  Node table() noexcept { return node("table"); }
  Node row() noexcept { return node("row"); }
  Node chart(string_view label) noexcept { return node("chart", "", {{"label", label}}); }
  Node secret(string_view id, string_view label) noexcept { return node("secret", id, {{"label", label}}); }
  Node open_action() noexcept { return open_map("action"); }
  Node &set_align(string_view value) noexcept { return set("align", value); }
  Node open_all() noexcept { return open_list("all"); }
  Node &set_alt(string_view value) noexcept { return set("alt", value); }
  Node open_any() noexcept { return open_list("any"); }
  Node &set_aspect(double value) noexcept { return set("aspect", value); }
  Node &set_asset(string_view value) noexcept { return set("asset", value); }
  Node &set_axis(string_view value) noexcept { return set("axis", value); }
  Node &set_badge(string_view value) noexcept { return set("badge", value); }
  Node &set_busy(Boolean value) noexcept { return set("busy", value); }
  Node &set_checked(string_view value) noexcept { return set("checked", value); }
  Node &set_collapsed(Boolean value) noexcept { return set("collapsed", value); }
  Node &set_columns(std::int64_t value) noexcept { return set("columns", value); }
  Node open_columns() noexcept { return open_list("columns"); }
  Node open_confirm() noexcept { return open_map("confirm"); }
  Node &set_content(string_view value) noexcept { return set("content", value); }
  Node &set_deadline(double value) noexcept { return set("deadline", value); }
  Node &set_decorative(Boolean value) noexcept { return set("decorative", value); }
  Node &set_dir(string_view value) noexcept { return set("dir", value); }
  Node &set_enabled(Boolean value) noexcept { return set("enabled", value); }
  Node open_enabled() noexcept { return open_map("enabled"); }
  Node &set_fallback(string_view value) noexcept { return set("fallback", value); }
  Node open_fallback() noexcept { return open_map("fallback"); }
  Node &set_fallback_text(string_view value) noexcept { return set("fallbackText", value); }
  Node &set_filled(Texts value) noexcept { return set_texts("filled", value); }
  Node open_filled() noexcept { return open_list("filled"); }
  Node &set_hidden(Boolean value) noexcept { return set("hidden", value); }
  Node &set_hint(string_view value) noexcept { return set("hint", value); }
  Node &set_icon(string_view value) noexcept { return set("icon", value); }
  Node &set_id(string_view value) noexcept { return set("id", value); }
  Node &set_initial_focus(string_view value) noexcept { return set("initialFocus", value); }
  Node open_input() noexcept { return open_map("input"); }
  Node &set_label(string_view value) noexcept { return set("label", value); }
  Node &set_label_hidden(Boolean value) noexcept { return set("labelHidden", value); }
  Node &set_labels(Texts value) noexcept { return set_texts("labels", value); }
  Node open_labels() noexcept { return open_list("labels"); }
  Node &set_lang(string_view value) noexcept { return set("lang", value); }
  Node &set_lines(std::int64_t value) noexcept { return set("lines", value); }
  Node &set_live(string_view value) noexcept { return set("live", value); }
  template <class T> Node &set_max(const T &value) noexcept { return set("max", value); }
  Node open_media() noexcept { return open_map("media"); }
  Node &set_message(string_view value) noexcept { return set("message", value); }
  template <class T> Node &set_min(const T &value) noexcept { return set("min", value); }
  Node &set_min_columns(std::int64_t value) noexcept { return set("minColumns", value); }
  Node &set_multiple(Boolean value) noexcept { return set("multiple", value); }
  Node &set_name(string_view value) noexcept { return set("name", value); }
  Node open_not() noexcept { return open_map("not"); }
  Node open_options() noexcept { return open_list("options"); }
  Node &set_payload(Pairs value) noexcept { return set_pairs("payload", value); }
  Node open_payload() noexcept { return open_map("payload"); }
  Node &set_placeholder(string_view value) noexcept { return set("placeholder", value); }
  Node &set_primary_action(string_view value) noexcept { return set("primaryAction", value); }
  Node open_progress() noexcept { return open_map("progress"); }
  Node &set_qr(string_view value) noexcept { return set("qr", value); }
  Node open_requires() noexcept { return open_map("requires"); }
  Node &set_rule(string_view value) noexcept { return set("rule", value); }
  Node open_rules() noexcept { return open_list("rules"); }
  Node &set_schema(std::int64_t value) noexcept { return set("schema", value); }
  Node &set_scope(string_view value) noexcept { return set("scope", value); }
  Node open_secret() noexcept { return open_map("secret"); }
  Node &set_selected(string_view value) noexcept { return set("selected", value); }
  Node &set_sends(Texts value) noexcept { return set_texts("sends", value); }
  Node open_sends() noexcept { return open_list("sends"); }
  Node &set_severity(string_view value) noexcept { return set("severity", value); }
  Node &set_source(string_view value) noexcept { return set("source", value); }
  Node &set_step(string_view value) noexcept { return set("step", value); }
  Node &set_style(string_view value) noexcept { return set("style", value); }
  Node &set_text(string_view value) noexcept { return set("text", value); }
  Node &set_title(string_view value) noexcept { return set("title", value); }
  Node &set_total(double value) noexcept { return set("total", value); }
  Node &set_unit(string_view value) noexcept { return set("unit", value); }
  Node &set_url(string_view value) noexcept { return set("url", value); }
  Node &set_valid(Texts value) noexcept { return set_texts("valid", value); }
  Node open_valid() noexcept { return open_list("valid"); }
  Node &set_validates(Boolean value) noexcept { return set("validates", value); }
  template <class T> Node &set_value(const T &value) noexcept { return set("value", value); }
  Node open_value() noexcept { return open_list("value"); }
  Node open_values() noexcept { return open_list("values"); }
  Node &set_visible(Boolean value) noexcept { return set("visible", value); }
  Node open_visible() noexcept { return open_map("visible"); }
  Node &set_weight(std::int64_t value) noexcept { return set("weight", value); }

  // end of what is generated

 private:
  friend class Reply;
  friend struct detail::Boundary;

  explicit Node(detail::Writing *writing) noexcept : writing_(writing) {}
  Node(detail::Writing *writing, bool is_open, bool is_node, Pairs properties = {}) noexcept
      : writing_(writing), depth_(writing->depth + 1), is_open_(is_open), is_node_(is_node) {
    if (!is_open) return;
    writing->depth++;
    for (const auto &pair : properties) set(pair.first, pair.second);
  }

  /* Writes to the description, unless something in this is open. */
  template <class Body> bool write(Body body) noexcept {
    writing_->is_out_of_turn = writing_->is_out_of_turn || writing_->depth != depth_;
    if (!writing_->is_out_of_turn) body(&writing_->builder);
    return !writing_->is_out_of_turn && !writing_->builder.fault.code;
  }
  /* The number of a name; one that is only a text is that of the next value. */
  std::uint16_t named(string_view name) noexcept {
    const ack_name number = ack_name_of(detail::lent(name));
    if (!number) ack_key_str(&writing_->builder, detail::lent(name));
    return static_cast<std::uint16_t>(number);
  }

  detail::Writing *writing_;
  unsigned depth_ = 0;
  bool is_open_ = false;
  bool is_node_ = false;
};

/* ---- Sessions and the host ---- */

/* What a logged-out interface is for. */
enum class Purpose : std::int32_t {
  sign_in = ACK_PURPOSE_SIGN_IN,               /* a session for whoever signs in */
  confirm = ACK_PURPOSE_CONFIRM,               /* the user of the session shows that it is them */
  unlock = ACK_PURPOSE_UNLOCK,                 /* the user of the session comes back to it */
  switch_account = ACK_PURPOSE_SWITCH_ACCOUNT, /* a session for another user than that of the session */
  change_secret = ACK_PURPOSE_CHANGE_SECRET,   /* the user gets another password or key */
  recover = ACK_PURPOSE_RECOVER,               /* the user has lost what they sign in with */
  sign_up = ACK_PURPOSE_SIGN_UP                /* the user has no account yet */
};

/* The appearance of a transition. */
struct Configuration {
  std::int32_t style;                        /* ACK_STYLE_... */
  bool dismisses_presented;                  /* whether presented layers go with the transition */
  std::chrono::milliseconds duration, delay; /* 0 to a minute; a duration of 0 = no animation */
};

/* A session to sign in with. */
struct Session {
  std::string subject, display_name{}, secret{};
  std::int64_t expires_at = 0; /* seconds since 1970; 0 = never */
  std::vector<std::pair<std::string, std::string>> attributes{};
  std::string refresh_token{};         /* what refresh_session needs */
  std::int64_t secret_expires_at = 0; /* when the secret is not accepted any more; 0 = as good as the session */

  /* Lends it to a function of the host. */
  template <class Function> ack_status lend(Function function) const {
    std::vector<ack_pair> pairs;
    for (const auto &attribute : attributes) {
      pairs.push_back({detail::lent(attribute.first), detail::lent(attribute.second)});
    }
    auto session = detail::sized<ack_session>();
    session.subject = detail::lent(subject);
    session.display_name = detail::lent(display_name);
    session.secret = detail::lent(secret);
    session.expires_at = expires_at;
    session.attributes = pairs.empty() ? nullptr : pairs.data();
    session.attribute_count = pairs.size();
    session.refresh_token = detail::lent(refresh_token);
    session.secret_expires_at = secret_expires_at;
    return function(&session);
  }
};

/* The session of the user, lent by the host for the call. */
class SessionView {
 public:
  explicit SessionView(const ack_session &session) noexcept : session_(&session) {}
  string_view subject() const noexcept { return detail::view(session_->subject); }
  string_view display_name() const noexcept { return detail::view(session_->display_name); }
  string_view secret() const noexcept { return detail::view(session_->secret); }
  string_view refresh_token() const noexcept { return detail::view(session_->refresh_token); }
  std::int64_t secret_expires_at() const noexcept { return session_->secret_expires_at; }
  std::int64_t expires_at() const noexcept { return session_->expires_at; }
  std::optional<string_view> attribute(string_view name) const noexcept {
    return detail::find(session_->attributes, session_->attribute_count, name);
  }

 private:
  const ack_session *session_;
};

/* What a program asks a credential for, lent by the host for the call. */
class CredentialRequest {
 public:
  explicit CredentialRequest(const ack_credential_request &request) noexcept : request_(&request) {}
  string_view program() const noexcept { return detail::view(request_->program); } /* such as "git" */
  string_view host() const noexcept { return detail::view(request_->host); }
  string_view path() const noexcept { return detail::view(request_->path); }

 private:
  const ack_credential_request *request_;
};

/* What a program uses in the place of the session's secret. */
struct Credential {
  std::string secret, user_name{}; /* a user name that is empty is the usual one of the session */
  std::int64_t expires_at = 0;     /* seconds since 1970; 0 = with the session */
};

/* What the host is, and what it takes, as in ack_host_info. */
struct HostInfo {
  string_view name, version; /* valid as long as the process */
  std::uint32_t depth, nodes, value_depth, values, text_total, text, label, id, effects, actions;
  std::chrono::milliseconds question_limit;
};

/* The host. It may be copied, kept and used from any thread; after the end of the instance its functions answer
 * ACK_GONE. */
class Host {
 public:
  explicit Host(const ack_host *table) noexcept : table_(table) {}

  ack_status request_login() const noexcept { return detail::call(table_->request_login, table_, nullptr); }
  ack_status request_login(const Session &session) const {
    return session.lend([&](const ack_session *lent) { return detail::call(table_->request_login, table_, lent); });
  }
  ack_status request_logout() const noexcept { return detail::call(table_->request_logout, table_); }
  ack_status update_session(const Session &session) const {
    return session.lend([&](const ack_session *lent) { return detail::call(table_->update_session, table_, lent); });
  }
  /* Asks for the interface to be described again, or a screen that was pushed or presented. */
  ack_status invalidate(string_view screen = {}) const noexcept {
    return detail::call(table_->invalidate, table_, detail::lent(screen));
  }
  ack_status request_tick() const noexcept { return detail::call(table_->request_tick, table_); }
  /* Writes to the host's log; level is ACK_LEVEL_DEBUG to ACK_LEVEL_ERROR. Never pass a secret. */
  void log(std::int32_t level, string_view text) const noexcept {
    if (table_->log) table_->log(table_, level, detail::lent(text));
  }
  const void *extension(string_view id) const noexcept {
    return table_->get_extension ? table_->get_extension(table_, detail::lent(id)) : nullptr;
  }
  /* Nothing when the host does not say it. */
  std::optional<HostInfo> info() const noexcept {
    const auto *i = static_cast<const ack_host_info *>(extension("ack.host-info/1"));
    if (!i || !ACK_HAS(i, ack_host_info, question_limit)) return std::nullopt;
    return HostInfo{detail::view(i->name), detail::view(i->version), i->depth, i->nodes, i->value_depth, i->values,
                    i->text_total, i->text, i->label, i->id, i->effects, i->actions,
                    std::chrono::milliseconds(i->question_limit)};
  }
  /* Connects to the local socket that the provider declares by this name: a descriptor, or a negated errno. Blocks. */
  std::int32_t open_socket(string_view name) const noexcept {
    const auto *sockets = static_cast<const ack_sockets *>(extension("ack.socket/1"));
    if (!sockets || !ACK_HAS(sockets, ack_sockets, open)) return -ENOSYS;
    return sockets->open(table_, detail::lent(name));
  }
  /* Writes the numeric addresses of a machine, separated by commas: their size, or a negated errno. Blocks. */
  std::int32_t resolve(string_view machine, char (&addresses)[1024]) const noexcept {
    const auto *resolver = static_cast<const ack_resolver *>(extension("ack.resolve/1"));
    if (!resolver || !ACK_HAS(resolver, ack_resolver, resolve)) return -ENOSYS;
    return resolver->resolve(table_, detail::lent(machine), addresses, sizeof addresses);
  }
  const ack_host *table() const noexcept { return table_; }

 private:
  const ack_host *table_;
};

/* What an instance is made with, lent by the host for the call; the host may be kept. */
class Creation {
 public:
  explicit Creation(const ack_creation &creation) noexcept : creation_(&creation) {}
  Host host() const noexcept { return Host(creation_->host); }
  std::optional<string_view> setting(string_view name) const noexcept {
    return detail::find(creation_->settings, creation_->setting_count, name);
  }
  /* The path of the provider's own folder, or empty. */
  string_view home() const noexcept { return detail::view(creation_->home); }
  bool is_granted(string_view permission) const noexcept {
    for (std::uint64_t i = 0; creation_->granted && i < creation_->granted_count; i++) {
      if (detail::view(creation_->granted[i]) == permission) return true;
    }
    return false;
  }

 private:
  const ack_creation *creation_;
};

/* ---- Pending answers ---- */

namespace detail {

/* Work on a thread of its own. */
struct Job {
  std::mutex mutex;
  std::condition_variable changed;
  bool is_cancelled = false, is_done = false;
  std::any value;
  std::exception_ptr error;
};

/* The work of the questions that are open, in the order in which each question asks for it. */
class Jobs {
 public:
  ~Jobs() { cancel_all(); }
  std::shared_ptr<Job> &operator[](std::pair<std::uint64_t, unsigned> key) { return jobs_[key]; }
  void cancel_all() {
    cancel_if([](std::uint64_t) { return true; });
  }
  void cancel(std::uint64_t sequence) {
    cancel_if([=](std::uint64_t other) { return other == sequence; });
  }

 private:
  template <class Condition> void cancel_if(Condition condition) {
    for (auto at = jobs_.begin(); at != jobs_.end();) {
      if (!condition(at->first.first)) {
        ++at;
        continue;
      }
      if (const auto job = at->second) {
        const std::lock_guard<std::mutex> lock(job->mutex);
        job->is_cancelled = true;
        job->changed.notify_all();
      }
      at = jobs_.erase(at);
    }
  }

  std::map<std::pair<std::uint64_t, unsigned>, std::shared_ptr<Job>> jobs_;
};

}  // namespace detail

/* Tells work that nobody waits for it any more: the question was cancelled or answered, or the instance has ended. */
class Cancellation {
 public:
  explicit Cancellation(std::shared_ptr<detail::Job> job) noexcept : job_(std::move(job)) {}
  bool is_requested() const {
    const std::lock_guard<std::mutex> lock(job_->mutex);
    return job_->is_cancelled;
  }
  /* Waits, and returns at once when it is requested; whether it is. */
  template <class Duration> bool wait_for(Duration duration) const {
    std::unique_lock<std::mutex> lock(job_->mutex);
    return job_->changed.wait_for(lock, duration, [this] { return job_->is_cancelled; });
  }

 private:
  std::shared_ptr<detail::Job> job_;
};

/* The context of a question, lent by the host for the call. */
class Context {
 public:
  Context(const ack_context &context, Host host, detail::Jobs &jobs) noexcept
      : context_(&context), host_(host), jobs_(&jobs) {}

  std::int32_t target() const noexcept { return context_->target; }
  bool is_logged_in() const noexcept { return context_->target == ACK_LOGGED_IN; }
  Purpose purpose() const noexcept { return static_cast<Purpose>(context_->purpose); }
  std::uint64_t sequence() const noexcept { return context_->sequence; }
  std::uint64_t revision() const noexcept { return context_->revision; }
  const ack_traits &traits() const noexcept { return *context_->traits; }
  /* Whether the user is at the machine that the host runs on, as far as the host says. */
  bool is_local() const noexcept { return traits().place == ACK_PLACE_LOCAL; }
  /* Whether the surface can do something, such as ACK_CAN_SHOW_QR. */
  bool can(std::uint32_t ability) const noexcept { return (traits().abilities & ability) == ability; }
  std::optional<SessionView> session() const noexcept {
    if (context_->session) return SessionView(*context_->session);
    return std::nullopt;
  }
  /* Of the session; empty without one. */
  string_view subject() const noexcept { return context_->session ? session()->subject() : string_view(); }

  /* Returns what `work` returns, or throws what it throws. The work runs once, on a thread of its own. Until it is done
   * the question is pending: this throws Pending, and when the work is done the host asks again, which runs the
   * question from its beginning. A question may wait for several works, one after the other, in the same order each
   * time.
   *
   * The work takes nothing, or a const Cancellation &. It must own what it uses: views are valid only in the call. */
  template <class Work> auto later(Work work) const {
    constexpr bool is_told = std::is_invocable_v<Work &, const Cancellation &>;
    using Value = decltype(result_of<is_told>(work, std::declval<const Cancellation &>()));
    const std::uint64_t sequence = context_->sequence;
    std::shared_ptr<detail::Job> &known = (*jobs_)[{sequence, ordinal_++}];
    if (!known) {
      auto job = std::make_shared<detail::Job>();
      std::thread([job, host = host_.table(), sequence, work = std::move(work)]() mutable noexcept {
        try {
          std::any value;
          std::exception_ptr error;
          try {
            if constexpr (std::is_void_v<Value>) {
              result_of<is_told>(work, Cancellation(job));
            } else {
              value.emplace<std::decay_t<Value>>(result_of<is_told>(work, Cancellation(job)));
            }
          } catch (...) {
            error = std::current_exception();
          }
          {
            const std::lock_guard<std::mutex> lock(job->mutex);
            job->value = std::move(value), job->error = std::move(error), job->is_done = true;
            if (job->is_cancelled) return;
          }
          detail::call(host->wake, host, sequence); /* the table lives as long as the process */
        } catch (...) {
        }
      }).detach();
      known = std::move(job);
      throw Pending{};
    }
    const std::lock_guard<std::mutex> lock(known->mutex);
    if (!known->is_done) throw Pending{};
    if (known->error) std::rethrow_exception(known->error);
    if constexpr (!std::is_void_v<Value>) {
      if (const auto *value = std::any_cast<std::decay_t<Value>>(&known->value)) return std::decay_t<Value>(*value);
      throw Failure{"the provider has a fault", "a question that was asked again waits for other work than before",
                    "call later in the same order each time", Category::provider};
    }
  }

 private:
  template <bool is_told, class Work> static decltype(auto) result_of(Work &work, const Cancellation &cancellation) {
    if constexpr (is_told) {
      return work(cancellation);
    } else {
      return static_cast<void>(cancellation), work();
    }
  }

  const ack_context *context_;
  Host host_;
  detail::Jobs *jobs_;
  mutable unsigned ordinal_ = 0;
};

/* ---- Answering ---- */

/* An action of the user, lent by the host for the call. */
class Action {
 public:
  explicit Action(const ack_action &action) noexcept : action_(&action) {}
  string_view name() const noexcept { return detail::view(action_->name); }
  string_view node_id() const noexcept { return detail::view(action_->node_id); }
  /* An input or an entry of the payload; empty when there is none. */
  string_view value(string_view name) const noexcept { return values(name, 0).value_or(string_view()); }
  string_view payload(string_view name) const noexcept {
    return detail::find(action_->payload, action_->payload_count, name).value_or(string_view());
  }
  /* The values of a choice of several: number 0, 1, and so on. */
  std::optional<string_view> values(string_view name, std::size_t number) const noexcept {
    for (std::uint64_t i = 0; action_->values && i < action_->value_count; i++) {
      if (detail::view(action_->values[i].name) == name && number-- == 0) return detail::view(action_->values[i].value);
    }
    return std::nullopt;
  }

 private:
  const ack_action *action_;
};

/* The answer to an action: effects, which are applied together. After the first failure nothing more is added, and that
 * failure is the answer. */
class Reply {
 public:
  Reply(const ack_reply *reply, const ack_host *host) noexcept : reply_(reply), host_(host) {}
  Reply(const Reply &) = delete;
  Reply &operator=(const Reply &) = delete;

  void login() noexcept { add(ACK_EFFECT_LOGIN); }
  void login(const Session &session) {
    session.lend([&](const ack_session *lent) { return give(ACK_EFFECT_LOGIN, {}, {}, 0, lent), ACK_OK; });
  }
  void logout() noexcept { add(ACK_EFFECT_LOGOUT); }
  /* Shows another screen; how is "push", "present" or "replace"; `describe` is a function of a Node &, the document. */
  template <class Describe> void show(string_view how, Describe describe) {
    if (status_ != ACK_OK) return;
    write(host_, describe,
          [&](const ack_form *form) { return give(ACK_EFFECT_SHOW, how, {}, 0, nullptr, form), ACK_OK; });
  }
  /* Leaves the top screen; how is "pop", "pop-to-root" or "dismiss". */
  void leave(string_view how) noexcept { add(ACK_EFFECT_LEAVE, how); }
  void select(string_view tabs, string_view item) noexcept { add(ACK_EFFECT_SELECT, tabs, item); }
  void field_error(string_view input, string_view message) noexcept { add(ACK_EFFECT_FIELD_ERROR, input, message); }
  /* Tells the user something; severity is ACK_LEVEL_INFO to ACK_LEVEL_ERROR. */
  void message(std::int32_t severity, string_view text) noexcept {
    give(ACK_EFFECT_MESSAGE, {}, text, static_cast<std::uint32_t>(severity));
  }
  /* Adds an effect of any kind; false when the host does not know the kind, and the answer goes on without it. */
  bool add(string_view kind, string_view target = {}, string_view text = {}) noexcept {
    return give(kind, target, text, 0) != ACK_UNSUPPORTED;
  }

 private:
  friend struct detail::Boundary;

  ack_status give(string_view kind, string_view target, string_view text, std::uint32_t severity,
                  const ack_session *session = nullptr, const ack_form *form = nullptr) noexcept {
    if (status_ != ACK_OK) return status_;
    auto effect = detail::sized<ack_effect>();
    effect.severity = severity;
    effect.kind = detail::lent(kind);
    effect.target = detail::lent(target);
    effect.text = detail::lent(text);
    effect.session = session;
    effect.form = form;
    const ack_status status = detail::call(reply_->add, reply_, static_cast<const ack_effect *>(&effect));
    if (status != ACK_UNSUPPORTED) status_ = status;
    return status;
  }

  /* Has a document described, and hands its form to `taken`; the status of that. */
  template <class Describe, class Taken>
  static ack_status write(const ack_host *host, Describe &describe, Taken taken) {
    detail::Writing writing(host);
    Node document(&writing);
    describe(document);
    if (writing.depth > 0) {
      throw Failure{"the description was not ended", "a node was kept beyond the function that describes",
                    "let each Node go with its statement or block: do not allocate it, and do not store it",
                    Category::provider};
    }
    if (writing.is_out_of_turn) {
      throw Failure{"the description was written out of turn", "a node was written to while something in it was open",
                    "end the inner one first: give it a statement or a block of its own", Category::provider};
    }
    const ack_form form = ack_finish(&writing.builder);
    return taken(&form);
  }

  const ack_reply *reply_;
  const ack_host *host_;
  ack_status status_ = ACK_OK;
};

/* ---- The provider ---- */

/* An instance: the provider's state for one controller. Several may live at once. It is made with `using
 * Provider::Provider;`, or with a constructor of its own that takes the creation. */
class Provider {
 public:
  explicit Provider(const Creation &creation) noexcept : host_(creation.host()) {}
  Provider(const Provider &) = delete;
  Provider &operator=(const Provider &) = delete;
  virtual ~Provider() noexcept(false) {}

  /* Whether there is a logged-out interface for a purpose; `describe` is asked for no other. */
  virtual bool has_interface_for(Purpose purpose) { return purpose == Purpose::sign_in; }
  /* Describes the logged-out or the logged-in interface. */
  virtual void describe(const Context &context, Node &document) = 0;
  /* Describes a screen that was pushed or presented and then invalidated; Unsupported leaves it as it is. */
  virtual void describe_screen(const Context &, string_view /* id */, Node & /* document */) { throw Unsupported{}; }
  /* Describes what is seen before the first interface; Unsupported leaves that to the host. */
  virtual void describe_splash(const Context &, Node & /* document */) { throw Unsupported{}; }
  /* Answers an action. */
  virtual void perform(const Context &, const Action &, Reply &) { throw Unsupported{}; }
  /* Whether the first interface is the logged-in one. */
  virtual bool is_initially_logged_in(const Context &, bool has_stored_session) { return has_stored_session; }
  /* Changes the appearance of the transition to the context's target. */
  virtual void configure(const Context &, Configuration &) {}
  /* Revokes the rights of a session that has ended. */
  virtual void session_ended(const Context &, const SessionView &) {}
  /* Renews the secret of a session: login of the reply as the same subject, or logout when it has ended. */
  virtual void refresh_session(const Context &, const SessionView &, Reply &) { throw Unsupported{}; }
  /* A credential of the session for a program, in the place of its secret; Unsupported leaves it to the host. */
  virtual Credential credential(const Context &, const CredentialRequest &) { throw Unsupported{}; }
  /* The bytes of a picture that an image names with its "asset": a PNG of at most 256 KiB and 1024 by 1024 pixels. They
   * are copied before the next call; Unsupported when there is none of the name. */
  virtual string_view asset(const Context &, string_view /* name */) { throw Unsupported{}; }
  /* Reports an event: "did-login", "did-logout", "did-pop", "session-expires", or one that is not known here. */
  virtual void notify(const Context &, string_view /* event */) {}
  /* Reports what has become of a screen: "shown", "covered", "left", or a word that is not known here. */
  virtual void screen_changed(const Context &, string_view /* id */, string_view /* appearance */) {}
  /* Reports that a pending question is cancelled; its work is told by itself. */
  virtual void cancelled(std::uint64_t /* sequence */) {}
  /* Answers Host::request_tick. */
  virtual void tick() {}
  /* A feature of the provider's own, such as "com.example.thing/1": its table, which lives as long as the library. */
  virtual const void *extension(string_view /* id */) { return nullptr; }

  Host host() const noexcept { return host_; }

 private:
  friend struct detail::Boundary;
  Host host_;
  detail::Jobs jobs_;
};

/* ---- The boundary: nothing is thrown beyond it ---- */

namespace detail {

/* Whether a text stands in JSON as it is. */
template <std::size_t size> constexpr bool is_plain(const char (&text)[size]) noexcept {
  for (std::size_t i = 0; i + 1 < size; i++) {
    if (text[i] == '"' || text[i] == '\\' || (text[i] >= 0 && text[i] < ' ')) return false;
  }
  return size > 1;
}

struct Boundary {
  static ack_failure failure(Category category, string_view what, string_view why, string_view fix) noexcept {
    auto made = sized<ack_failure>();
    made.category = static_cast<std::uint32_t>(category);
    made.what = lent(what);
    made.why = lent(why);
    made.fix = lent(fix);
    return made;
  }
  static ack_failure fault(const char *why) noexcept {
    return failure(Category::provider, "the provider has a fault", why ? why : "", "report it to its makers");
  }

  /* Runs a body, and hands what it throws to `failed`. */
  template <class Body, class Failed> static ack_status guarded(Body body, Failed failed) noexcept {
    try {
      return body();
    } catch (const Pending &) {
      return ACK_PENDING;
    } catch (const Unsupported &) {
      return ACK_UNSUPPORTED;
    } catch (const Failure &thrown) {
      ack_failure made = failure(thrown.category, thrown.what, thrown.why, thrown.fix);
      made.retry_after = thrown.retry_after.count();
      made.code = lent(thrown.code);
      failed(made);
    } catch (const std::exception &error) {
      failed(fault(error.what()));
    } catch (...) {
      failed(fault("something was thrown that is not an exception"));
    }
    return ACK_FAILED;
  }

  template <class Body> static ack_status explained(const ack_host *host, Body body) noexcept {
    return guarded(body, [host](const ack_failure &failure) {
      if (host->fail) host->fail(host, &failure);
    });
  }

  /* For a function without a status. */
  template <class Body> static void logged(Host host, Body body) noexcept {
    guarded([&] { return body(), ACK_OK; },
            [host](const ack_failure &failure) {
              host.log(ACK_LEVEL_ERROR, view(failure.what));
              host.log(ACK_LEVEL_ERROR, view(failure.why));
            });
  }

  static Provider *provider(ack_instance *instance) noexcept { return reinterpret_cast<Provider *>(instance); }

  static bool is_whole(const ack_session *session) noexcept {
    return session && ACK_HAS(session, ack_session, secret_expires_at);
  }
  /* ACK_OK for a context that may be used; otherwise what to answer. */
  static ack_status check(const ack_context *context) noexcept {
    const ack_status status = ack_check_context(context);
    if (status == ACK_MISUSE || !context->traits || !ACK_HAS(context->traits, ack_traits, time_zone)) return ACK_MISUSE;
    return context->session && !is_whole(context->session) ? ACK_MISUSE : status;
  }

  template <class Body>
  static ack_status question(ack_instance *instance, const ack_context *context, Body body) noexcept {
    const ack_status checked = instance ? check(context) : ACK_MISUSE;
    if (checked != ACK_OK) return checked;
    Provider *self = provider(instance);
    const ack_host *host = self->host_.table();
    const ack_status status =
        explained(host, [&] { return body(*self, Context(*context, self->host_, self->jobs_)); });
    if (status != ACK_PENDING) logged(self->host_, [&] { self->jobs_.cancel(context->sequence); });
    return status;
  }

  template <class P> static ack_status create(const ack_creation *creation, ack_instance **out) noexcept {
    if (!creation || !out || !ACK_HAS(creation, ack_creation, granted_count)) return ACK_MISUSE;
    const ack_host *host = creation->host;
    if (!host || !ACK_HAS(host, ack_host, get_extension)) return ACK_MISUSE;
    if (creation->flags != 0) return ACK_UNSUPPORTED;
    return explained(host, [&] {
      *out = reinterpret_cast<ack_instance *>(static_cast<Provider *>(new P(Creation(*creation))));
      return ACK_OK;
    });
  }
  static void destroy(ack_instance *instance) noexcept {
    if (!instance) return;
    logged(provider(instance)->host_, [=] { provider(instance)->jobs_.cancel_all(); });
    logged(provider(instance)->host_, [=] { delete provider(instance); });
  }
  static ack_status is_initially_logged_in(ack_instance *instance, const ack_context *context,
                                           std::uint32_t *out) noexcept {
    if (!out) return ACK_MISUSE;
    return question(instance, context, [=](Provider &self, const Context &asked) {
      *out = self.is_initially_logged_in(asked, *out != 0) ? 1 : 0;
      return ACK_OK;
    });
  }
  static ack_status configuration(ack_instance *instance, const ack_context *context,
                                  ack_configuration *inout) noexcept {
    if (!inout || !ACK_HAS(inout, ack_configuration, delay)) return ACK_MISUSE;
    return question(instance, context, [=](Provider &self, const Context &asked) {
      using std::chrono::milliseconds;
      Configuration changed{inout->style, inout->dismisses_presented != 0, milliseconds(inout->duration),
                            milliseconds(inout->delay)};
      self.configure(asked, changed);
      inout->style = changed.style;
      inout->dismisses_presented = changed.dismisses_presented ? 1 : 0;
      inout->duration = changed.duration.count();
      inout->delay = changed.delay.count();
      return ACK_OK;
    });
  }
  static ack_status describe(ack_instance *instance, const ack_context *context, const ack_description *out) noexcept {
    if (!out || !ACK_HAS(out, ack_description, give)) return ACK_MISUSE;
    return question(instance, context, [=](Provider &self, const Context &asked) {
      if (asked.target() == ACK_LOGGED_OUT && !self.has_interface_for(asked.purpose())) throw Unsupported{};
      const auto described = [&](Node &document) {
        const string_view screen = view(context->screen);
        if (asked.target() == ACK_LAUNCHING) return self.describe_splash(asked, document);
        screen.empty() ? self.describe(asked, document) : self.describe_screen(asked, screen, document);
      };
      return Reply::write(self.host_.table(), described,
                          [out](const ack_form *form) { return call(out->give, out, form); });
    });
  }
  static ack_status perform(ack_instance *instance, const ack_context *context, const ack_action *action,
                            const ack_reply *reply) noexcept {
    if (!action || !ACK_HAS(action, ack_action, payload_count)) return ACK_MISUSE;
    if (!reply || !ACK_HAS(reply, ack_reply, add)) return ACK_MISUSE;
    return question(instance, context, [=](Provider &self, const Context &asked) {
      Reply answer(reply, self.host_.table());
      self.perform(asked, Action(*action), answer);
      return answer.status_;
    });
  }
  static void cancel(ack_instance *instance, std::uint64_t sequence) noexcept {
    if (!instance) return;
    Provider *self = provider(instance);
    logged(self->host_, [=] { self->jobs_.cancel(sequence); });
    logged(self->host_, [=] { self->cancelled(sequence); });
  }
  static void notify(ack_instance *instance, const ack_context *context, ack_str event) noexcept {
    if (!instance || check(context) != ACK_OK) return;
    Provider *self = provider(instance);
    logged(self->host_, [=] { self->notify(Context(*context, self->host_, self->jobs_), view(event)); });
  }
  static void screen_changed(ack_instance *instance, const ack_context *context, ack_str appearance) noexcept {
    if (!instance || check(context) != ACK_OK) return;
    Provider *self = provider(instance);
    logged(self->host_, [=] {
      self->screen_changed(Context(*context, self->host_, self->jobs_), view(context->screen), view(appearance));
    });
  }
  static ack_status session_ended(ack_instance *instance, const ack_context *context,
                                  const ack_session *session) noexcept {
    if (!is_whole(session)) return ACK_MISUSE;
    return question(instance, context, [=](Provider &self, const Context &asked) {
      self.session_ended(asked, SessionView(*session));
      return ACK_OK;
    });
  }
  static ack_status refresh_session(ack_instance *instance, const ack_context *context, const ack_session *session,
                                    const ack_reply *reply) noexcept {
    if (!is_whole(session) || !reply || !ACK_HAS(reply, ack_reply, add)) return ACK_MISUSE;
    return question(instance, context, [=](Provider &self, const Context &asked) {
      Reply answer(reply, self.host_.table());
      self.refresh_session(asked, SessionView(*session), answer);
      return answer.status_;
    });
  }
  static ack_status asset(ack_instance *instance, const ack_context *context, ack_str name,
                          const ack_asset *out) noexcept {
    if (!out || !ACK_HAS(out, ack_asset, give)) return ACK_MISUSE;
    return question(instance, context, [=](Provider &self, const Context &asked) {
      const string_view bytes = self.asset(asked, view(name));
      return call(out->give, out, static_cast<const void *>(bytes.data()), static_cast<std::uint64_t>(bytes.size()));
    });
  }
  static ack_status credential(ack_instance *instance, const ack_context *context,
                               const ack_credential_request *request, const ack_credential *out) noexcept {
    if (!request || !ACK_HAS(request, ack_credential_request, path)) return ACK_MISUSE;
    if (!out || !ACK_HAS(out, ack_credential, give)) return ACK_MISUSE;
    if (request->flags != 0) return ACK_UNSUPPORTED;
    return question(instance, context, [=](Provider &self, const Context &asked) {
      const Credential given = self.credential(asked, CredentialRequest(*request));
      return call(out->give, out, lent(given.user_name), lent(given.secret), given.expires_at);
    });
  }
  static void tick(ack_instance *instance) noexcept {
    if (instance) logged(provider(instance)->host_, [=] { provider(instance)->tick(); });
  }
  static const void *get_extension(ack_instance *instance, ack_str id) noexcept {
    static constexpr ack_credentials credentials = [] {
      auto table = sized<ack_credentials>();
      table.credential = credential;
      return table;
    }();
    if (instance && view(id) == "ack.credential/1") return &credentials;
    const void *found = nullptr;
    if (instance) logged(provider(instance)->host_, [&] { found = provider(instance)->extension(view(id)); });
    return found;
  }

  template <class P> static constexpr ack_provider functions() noexcept {
    auto table = sized<ack_provider>();
    table.create = create<P>;
    table.destroy = destroy;
    table.is_initially_logged_in = is_initially_logged_in;
    table.configuration = configuration;
    table.describe = describe;
    table.perform = perform;
    table.cancel = cancel;
    table.notify = notify;
    table.session_ended = session_ended;
    table.tick = tick;
    table.get_extension = get_extension;
    table.asset = asset;
    table.refresh_session = refresh_session;
    table.screen_changed = screen_changed;
    return table;
  }

  template <class P>
  static ack_status query(const ack_query *query, ack_answer *answer, string_view id, string_view version) noexcept {
    static constexpr ack_provider table = functions<P>();
    return query && answer ? ack_answer_query(query, answer, lent(id), lent(version), &table) : ACK_MISUSE;
  }
};

}  // namespace detail
}  // namespace ack

/* The note and the entry of a provider: its class, and four literals. */
#define ACK_PROVIDER(Class, id, name, version, vendor)                                          \
  ACK_PROVIDER_MORE(Class, id, name, version, vendor, "")

/* The same with further members of the note: JSON, as in ACK_PROVIDER_NOTE_WITH. */
#define ACK_PROVIDER_WITH(Class, id, name, version, vendor, ...)                                \
  ACK_PROVIDER_MORE(Class, id, name, version, vendor, "," ACK_NOTE_TEXT(__VA_ARGS__))

#define ACK_PROVIDER_MORE(Class, id, name, version, vendor, more)                               \
  ACK_PROVIDER_NOTE_MORE(id, name, version, vendor, more);                                      \
  static_assert(ack::detail::is_plain(id), "an id without quotation marks and backslashes");    \
  static_assert(ack::detail::is_plain(name), "a name without quotation marks and backslashes"); \
  static_assert(ack::detail::is_plain(version), "a version without them");                      \
  static_assert(ack::detail::is_plain(vendor), "a vendor without them");                        \
  ack_status ack_provider_query(const ack_query *query, ack_answer *answer) {                   \
    return ack::detail::Boundary::query<Class>(query, answer, id, version);                     \
  }                                                                                             \
  static_assert(true, "")

#endif /* APPCONTROLLER_PROVIDER_HPP */
