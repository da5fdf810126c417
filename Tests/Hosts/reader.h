/* reader.h - how host.c reads a form: it is copied, checked, and resolved to what is shown.
 *
 * An id such as F7 is that of a rule in Docs/ProviderABI.md. */
#ifndef READER_H
#define READER_H

#include "form.h"
#include "json.h"

#define S(literal) ((ack_str){(literal), sizeof(literal) - 1})
enum { MOST_JSON = 16 << 20, KIND_REVISION = 2 };

/* The first fault of what the running call has given. Only the thread that makes the calls has to do with it (T14). */
static struct {
  ack_status status;
  const char *why;
} fault;
static bool refuse(ack_status status, const char *why) {
  if (fault.status == ACK_OK) fault.status = status, fault.why = why;
  return false;
}
#define MUST(condition, why)                          \
  do {                                                \
    if (!(condition)) return refuse(ACK_MISUSE, why); \
  } while (0)

/* ---- Text ---- */

/* T3: whether a character controls a terminal or hides text. Whether joiners, selectors and tags change anything takes the
 * tables of Unicode, so they are kept. */
static bool is_removed(uint32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x61C || c == 0x200E || c == 0x200F ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x206F) || c == 0xFEFF || (c >= 0xFFF9 && c <= 0xFFFB) ||
         c == 0xE0001 || (c >= 0xFDD0 && c <= 0xFDEF) || (c & 0xFFFE) == 0xFFFE;
}

/* Whether a text is UTF-8 and not too long; a line has no character that is removed. */
static bool is_text(ack_str text, uint64_t most, bool is_line) {
  uint32_t scalar;
  if (text.len > most || (text.ptr == NULL && text.len > 0)) return false;
  for (uint64_t at = 0, length; at < text.len; at += length) {
    length = decode(text.ptr + at, text.len - at, &scalar);
    if (length == 0 || (is_line && is_removed(scalar))) return false;
  }
  return true;
}

/* T7: a copy for people, cut between two characters, in which everything that cannot be shown is U+FFFD. */
static char *copy_shown(ack_str text, uint64_t most) {
  char *copy = allocate(3 * (text.len < most ? text.len : most) + 1), *end = copy;
  uint32_t scalar = 0;
  for (uint64_t at = 0, length; text.ptr != NULL && at < text.len && at < most; at += length > 0 ? length : 1) {
    length = decode(text.ptr + at, text.len - at, &scalar);
    const bool is_kept = length > 0 && !is_removed(scalar) && at + length <= most;
    end = mempcpy(end, is_kept ? text.ptr + at : "\xEF\xBF\xBD", is_kept ? length : 3);
  }
  return copy;
}

static bool is_name(ack_str text) { /* an id in reverse DNS */
  static const char known[] = "-._0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  for (uint64_t i = 0; i < text.len; i++)
    if (memchr(known, text.ptr[i], sizeof known - 1) == NULL) return false;
  return text.len > 0 && text.len <= ACK_MOST_NAME && text.ptr[0] != '.';
}

/* Whether a text is one of the words, which end with a space each. */
static bool is_one_of(ack_str word, const char *words) {
  for (const char *end; (end = strchr(words, ' ')) != NULL; words = end + 1)
    if (ack_is(word, (ack_str){words, (uint64_t)(end - words)})) return true;
  return false;
}

static int compare_texts(const void *a, const void *b) {
  const ack_str *x = a, *y = b;
  const int order = memcmp(x->ptr, y->ptr, x->len < y->len ? x->len : y->len);
  return order != 0 ? order : (x->len > y->len) - (x->len < y->len);
}

/* ---- Forms ---- */

typedef struct form {
  ack_form f;         /* of the copy, which is behind it */
  bool is_left_out[]; /* the nodes that are not shown */
} form;

/* Takes a text out of the copy. What may not be shown is replaced byte for byte, so that no text moves (T4). */
static bool take_text(const ack_form *f, uint64_t at, uint64_t size, uint64_t most, bool is_line, char filler,
                      ack_str *out) {
  uint32_t scalar;
  MUST(at <= f->text_size && size <= f->text_size - at, "a text is not in the text of the form");
  if (size > most) return refuse(ACK_LIMIT, "a text is too long");
  *out = (ack_str){f->text + at, size};
  for (uint64_t i = 0, length; i < size; i += length) {
    char *text = (char *)f->text + at + i;
    length = decode(text, size - i, &scalar);
    MUST(length > 0, "a text is not UTF-8");
    if (is_removed(scalar) && (is_line || scalar != '\n'))
      length == 3 ? memcpy(text, "\xEF\xBF\xBD", 3) : memset(text, filler, length);
  }
  return true;
}

/* F5: a description has one form. So each value and node is built again, in the order in which it is found, and what comes out
 * has to be the copy: nothing then overlaps, is shared, left over, out of order, or a default. It ends, because the builder
 * takes no more than the limits of D7. */
static bool rebuild_values(ack_builder *b, const ack_form *f, uint32_t node, uint32_t first, uint32_t count,
                           bool *has_fallback) {
  const ack_frame in = b->frames[b->level];
  const bool is_map_of_node =
      in.in == ACK_IN_MAP && in.name == ACK_NAME_FALLBACK && b->frames[b->level - 1].in == ACK_IN_NODE;
  ack_str last = S("");
  MUST(first <= f->value_count && count <= f->value_count - first, "values are not where they belong");
  for (const ack_value *value = f->values + first; value < f->values + first + count && b->fault.code == 0; value++) {
    const bool is_url = value->name == ACK_NAME_URL || ack_has_data_keys(&in),
               is_label = value->name == ACK_NAME_LABEL || value->name == ACK_NAME_PLACEHOLDER ||
                          (value->name == ACK_NAME_TITLE && in.name == ACK_NAME_CONFIRM);
    ack_str key, text;
    if (!take_text(f, value->text, value->key_size, ACK_MOST_NAME, true, '?', &key)) return false;
    MUST(value->name < ACK_NAME_COUNT && (value->name == 0 || key.len == 0) &&
             (ack_has_data_keys(&in) || ack_name_of(key) == 0),
         "a name is no number of a name");
    MUST(!is_one_of(key, in.in == ACK_IN_DOCUMENT ? "root "
                         : is_map_of_node         ? "kind "
                                                  : ""),
         "a name is said by nesting");
    MUST(in.in == ACK_IN_LIST || value->name != 0 || last.len == 0 || compare_texts(&last, &key) < 0,
         "names are out of order");
    ack_key_str(b, last = key);
    if (value->tag == ACK_VALUE_TEXT) {
      if (!take_text(f, (uint64_t)value->text + key.len, count_of(value), ACK_MOST_TEXT, is_label, is_url ? ' ' : '?',
                     &text))
        return false;
      ack_put_text(b, value->name, text);
    } else if (value->tag == ACK_VALUE_MAP || value->tag == ACK_VALUE_LIST) {
      ack_put_container(b, value->name, value->tag == ACK_VALUE_MAP ? ACK_IN_MAP : ACK_IN_LIST);
      if (b->fault.code == 0 && !rebuild_values(b, f, node, first_of(value), count_of(value), NULL)) return false;
      ack_close(b);
    } else if (value->tag == ACK_VALUE_NODE) {
      MUST(in.in == ACK_IN_NODE && value->name == ACK_NAME_FALLBACK && value->content == (uint64_t)node + 1,
           "a node is no value here");
      *has_fallback = true, b->key = S(""); /* which is built after all other values */
    } else {
      MUST(value->tag >= ACK_VALUE_BOOL && value->tag <= ACK_VALUE_DOUBLE, "a tag is no type of a value");
      MUST(value->tag != ACK_VALUE_BOOL || value->content <= 1, "a boolean is neither 0 nor 1");
      if (value->tag == ACK_VALUE_BOOL) ack_put_bool(b, value->name, value->content == 1);
      else if (value->tag == ACK_VALUE_INT) ack_put_int(b, value->name, (int64_t)value->content);
      else ack_put_double(b, value->name, double_of(value));
    }
  }
  return true;
}

static bool rebuild_node(ack_builder *b, const ack_form *f, uint32_t index, uint32_t end, uint32_t parent,
                         bool is_fallback) {
  const ack_node *node = &f->nodes[index];
  bool has_fallback = false;
  ack_str kind, id;
  MUST(index < end && node->end > index && node->end <= end && node->parent == parent && node->flags == is_fallback &&
           node->kind < ACK_KIND_COUNT,
       "a node is not in its parent, or of a kind or with a flag that is not known");
  if (b->fault.code != 0) return true;
  if (!take_text(f, node->text, node->kind_size, ACK_MOST_NAME, true, '?', &kind)) return false;
  if (!take_text(f, node->text + node->kind_size, node->id_size, ACK_MOST_NAME, true, '?', &id)) return false;
  if (node->kind != 0) ack_begin_str(b, (ack_kind)node->kind, id);
  else ack_begin_named(b, kind, id);
  if (b->fault.code == 0 && !rebuild_values(b, f, index, node->first_value, node->value_count, &has_fallback))
    return false;
  if (has_fallback) {
    ack_open_map(b, ACK_NAME_FALLBACK);
    if (!rebuild_node(b, f, index + 1, node->end, index, true)) return false;
    ack_close(b);
  }
  for (uint32_t i = has_fallback ? f->nodes[index + 1].end : index + 1; i < node->end; i = f->nodes[i].end)
    if (!rebuild_node(b, f, i, node->end, index, false) || b->fault.code != 0) return b->fault.code != 0;
  return ack_end(b), true;
}

static bool is_same(const ack_form *f, const ack_form *g) {
  return f->node_count == g->node_count && f->value_count == g->value_count && f->text_size == g->text_size &&
         f->document_first == g->document_first && f->document_count == g->document_count &&
         memcmp(f->nodes, g->nodes, f->node_count * sizeof *f->nodes) == 0 &&
         (f->value_count == 0 || memcmp(f->values, g->values, f->value_count * sizeof *f->values) == 0) &&
         (f->text_size == 0 || memcmp(f->text, g->text, f->text_size) == 0);
}

static bool check_form(const ack_form *f) {
  ack_builder b = {0};
  bool is_good = rebuild_values(&b, f, 0, f->document_first, f->document_count, NULL) &&
                 rebuild_node(&b, f, 0, f->node_count, 0, false);
  const ack_form again = ack_finish(&b);
  const char *const why =
      again.fault != NULL ? "a limit is passed, or a rule of building is broken" : "it is not in its one form";
  if (is_good && again.fault != NULL)
    is_good = refuse(again.fault->code >= 1120 && again.fault->code <= 1126 ? ACK_LIMIT : ACK_MISUSE, why);
  if (is_good && !is_same(f, &again)) is_good = refuse(ACK_MISUSE, why);
  return ack_discard(&b), is_good;
}

/* ---- What a whole description has to have ---- */

static const ack_value *find(const ack_form *f, uint32_t first, uint32_t count, ack_name name) {
  for (uint32_t i = first; i < first + count; i++)
    if (f->values[i].name == name) return &f->values[i];
  return NULL;
}
static const ack_value *property(const ack_form *f, uint32_t node, ack_name name) {
  return find(f, f->nodes[node].first_value, f->nodes[node].value_count, name);
}
static const ack_value *entry(const ack_form *f, const ack_value *map, ack_name name) {
  return map != NULL && map->tag == ACK_VALUE_MAP ? find(f, first_of(map), count_of(map), name) : NULL;
}
static ack_str text_or_none(const ack_form *f, const ack_value *value) {
  return value != NULL && value->tag == ACK_VALUE_TEXT ? text_of(f, value) : S("");
}
static uint32_t size_of(const ack_value *list, uint8_t tag) {
  return list != NULL && list->tag == tag ? count_of(list) : 0;
}
static void leave_out(form *form, uint32_t first, uint32_t end) {
  memset(form->is_left_out + first, true, end - first);
}

/* K5: what is shown in the place of nodes of unknown kinds. False if something is missing then, for which the fallback of a
 * node around it is shown. */
static bool choose(form *form, uint32_t index) {
  const ack_form *f = &form->f;
  const ack_node *node = &f->nodes[index];
  const ack_value *fallback = property(f, index, ACK_NAME_FALLBACK);
  const bool has_node = fallback != NULL && fallback->tag == ACK_VALUE_NODE;
  const uint32_t children = has_node ? f->nodes[index + 1].end : index + 1;
  bool is_whole = true;
  for (uint32_t i = children; i < node->end; i = f->nodes[i].end) is_whole = choose(form, i) && is_whole;
  const bool is_fine = node->kind != 0 && is_whole;
  if (!is_fine && has_node && choose(form, index + 1))
    return leave_out(form, index, index + 1), leave_out(form, children, node->end), true;
  leave_out(form, index + 1, children);
  if (is_fine) return true;
  if (ack_equal(text_or_none(f, fallback), "drop")) return leave_out(form, index, node->end), true;
  if (node->kind != 0) return false;
  form->is_left_out[index] = true;
  if (children < node->end && is_whole) return true;
  leave_out(form, children, node->end);
  return !(form->is_left_out[index] = !property(f, index, ACK_NAME_LABEL) && !property(f, index, ACK_NAME_TEXT));
}

static bool is_link(ack_str url) { /* V3, but for the details of an address */
  static const char *const starts[] = {"https://", "mailto:", "http://localhost", "http://127.0.0.1", "http://[::1]"};
  bool is_good = false;
  for (int i = 0; i < 5; i++)
    is_good = is_good || (url.len > strlen(starts[i]) && memcmp(url.ptr, starts[i], strlen(starts[i])) == 0);
  for (uint64_t i = 0; i < url.len; i++)
    is_good = is_good && url.ptr[i] > 0x20 && strchr("\"<>\\^`{|}", url.ptr[i]) == NULL;
  return is_good;
}

/* The rules by which a user could be misled; a host for real use has all of 5.1 to 5.3. */
static bool check_rules(const form *form) {
  const ack_form *f = &form->f;
  const uint16_t root = f->nodes[0].kind;
  static ack_str ids[ACK_MOST_NODES], inputs[ACK_MOST_NODES];
  ack_str *last = ids, *end = inputs;
  MUST(root == ACK_KIND_SCREEN || root == ACK_KIND_TABS || root == ACK_KIND_NAVIGATION, "the root is no screen");
  for (uint32_t i = 0; i < f->node_count; i++) {
    const ack_value *input = property(f, i, ACK_NAME_INPUT);
    const ack_str content = text_or_none(f, entry(f, input, ACK_NAME_CONTENT));
    if (f->nodes[i].id_size > 0) *last++ = id_of(f, &f->nodes[i]);
    if (input != NULL && !form->is_left_out[i]) *end++ = text_or_none(f, entry(f, input, ACK_NAME_NAME));
    MUST(!is_one_of(content, "password newPassword oneTimeCode ") || entry(f, input, ACK_NAME_VALUE) == NULL,
         "a secret input has a value");
    MUST(f->nodes[i].kind != ACK_KIND_LINK || is_link(text_or_none(f, property(f, i, ACK_NAME_URL))),
         "a link leads where none may");
  }
  qsort(ids, (size_t)(last - ids), sizeof *ids, compare_texts);
  qsort(inputs, (size_t)(end - inputs), sizeof *inputs, compare_texts);
  for (ack_str *id = ids + 1; id < last; id++) MUST(!ack_is(id[-1], id[0]), "an id is there twice");
  for (uint32_t i = 0; i < f->node_count; i++) {
    const ack_value *sends = entry(f, property(f, i, ACK_NAME_ACTION), ACK_NAME_SENDS);
    for (uint32_t k = 0; !form->is_left_out[i] && k < size_of(sends, ACK_VALUE_LIST); k++) {
      const ack_str name = text_or_none(f, &f->values[first_of(sends) + k]);
      MUST(bsearch(&name, inputs, (size_t)(end - inputs), sizeof *inputs, compare_texts) != NULL,
           "an action sends an input that is missing");
    }
  }
  return true;
}

/* D9: whether the description needs what this host does not have. */
static bool is_newer(const ack_form *f) {
  const ack_value *schema = find(f, f->document_first, f->document_count, ACK_NAME_SCHEMA);
  const ack_value *needs = find(f, f->document_first, f->document_count, ACK_NAME_REQUIRES);
  if (schema != NULL && schema->tag == ACK_VALUE_INT && (int64_t)schema->content > 1) return true;
  for (uint32_t i = 0; i < size_of(needs, ACK_VALUE_MAP); i++) {
    const ack_value *need = &f->values[first_of(needs) + i];
    int kind = 1;
    while (kind < ACK_KIND_COUNT && !ack_is(ack_kind_text((ack_kind)kind), name_of(f, need))) kind++;
    if (kind == ACK_KIND_COUNT || need->tag != ACK_VALUE_INT || (int64_t)need->content > KIND_REVISION) return true;
  }
  return false;
}

/* ---- Taking a form ---- */

/* Members of a JSON object or array become values of what is open; those of a node become the node and what is in it. */
static void build_node(ack_builder *b, const json *object);
static void build_values(ack_builder *b, const json *object, const char *nested) {
  for (const json *value = object->first; value != NULL && b->fault.code == 0; value = value->next) {
    const bool is_node = *nested != 0 && ack_equal(value->name, "fallback") && member(value, "kind") != NULL;
    if (is_node || (object->type == '{' && is_one_of(value->name, nested))) continue;
    const uint16_t name = object->type == '[' ? 0 : (uint16_t)ack_name_of(value->name);
    char digits[64] = "";
    if (name == 0) ack_key_str(b, value->name);
    if (value->type == '0') snprintf(digits, sizeof digits, "%.*s", (int)value->text.len, value->text.ptr);
    if (value->type == '"') ack_put_text(b, name, value->text);
    else if (value->type == '0' && strpbrk(digits, ".eE") != NULL) ack_put_double(b, name, strtod(digits, NULL));
    else if (value->type == '0') ack_put_int(b, name, strtoll(digits, NULL, 10));
    else if (value->type == 't' || value->type == 'f') ack_put_bool(b, name, value->type == 't');
    else if (value->type == 'n') ack_fail(b, 1113, "null is no value");
    else
      ack_put_container(b, name, value->type == '{' ? ACK_IN_MAP : ACK_IN_LIST), build_values(b, value, ""),
          ack_close(b);
  }
}
static void build_node(ack_builder *b, const json *object) {
  const json *fallback = member(object, "fallback");
  if (object->type != '{') return ack_fail(b, 1113, "a node is no object");
  ack_begin_named(b, string(object, "kind"), string(object, "id"));
  build_values(b, object, "kind id children ");
  if (member(fallback, "kind") != NULL) ack_open_map(b, ACK_NAME_FALLBACK), build_node(b, fallback), ack_close(b);
  for (const json *child = first_of_array(object, "children"); child != NULL; child = child->next) build_node(b, child);
  ack_end(b);
}

static form *take_records(const ack_form *lent) {
  const size_t nodes = lent->node_count * sizeof(ack_node), values = lent->value_count * sizeof(ack_value);
  const bool fits =
      lent->node_count <= ACK_MOST_NODES && lent->value_count <= ACK_MOST_VALUES && lent->text_size <= ACK_MOST_TOTAL;
  if (lent->fault != NULL || lent->node_count == 0) return refuse(ACK_MISUSE, "the provider has nothing to give"), NULL;
  if (!fits) return refuse(ACK_LIMIT, "there is too much of something"), NULL;
  if (lent->nodes == NULL || (values > 0 && lent->values == NULL) || (lent->text_size > 0 && lent->text == NULL))
    return refuse(ACK_MISUSE, "a pointer is missing"), NULL;
  form *copy = allocate(sizeof *copy + lent->node_count + 16 + values + nodes + lent->text_size);
  char *at = (char *)copy + (sizeof *copy + lent->node_count + 15) / 16 * 16;
  const void *parts[3]; /* at any alignment (F2), which is not that of their types */
  memcpy(parts, &lent->nodes, sizeof parts);
  copy->f = *lent;
  copy->f.values = memcpy(at, values > 0 ? parts[1] : "", values);
  copy->f.nodes = memcpy(at + values, parts[0], nodes);
  copy->f.text = memcpy(at + values + nodes, lent->text_size > 0 ? parts[2] : "", lent->text_size);
  if (!check_form(&copy->f)) return free(copy), NULL;
  choose(copy, 0);
  const ack_str instead =
      text_or_none(&copy->f, find(&copy->f, copy->f.document_first, copy->f.document_count, ACK_NAME_FALLBACK_TEXT));
  const bool is_good =
      is_newer(&copy->f) ? instead.len > 0 || refuse(ACK_MISUSE, "it needs a newer host") : check_rules(copy);
  return is_good ? copy : (free(copy), NULL);
}

/* The copy of a form that keeps all rules; NULL if there is none, and fault says why. */
static form *take_form(const ack_form *given) {
  ack_form lent = {0};
  if (given != NULL) memcpy(&lent.struct_size, given, sizeof lent.struct_size);
  if (!ACK_HAS(&lent, ack_form, fault)) return refuse(ACK_MISUSE, "there is no form, or it is too small"), NULL;
  memcpy(&lent, given, sizeof lent);
  if (lent.reserved0 != 0) return refuse(ACK_MISUSE, "the reserved member is not 0"), NULL;
  if (lent.encoding == ACK_FORM_RECORDS || lent.fault != NULL) return take_records(&lent);
  if (lent.node_count + lent.value_count + lent.document_first + lent.document_count != 0)
    return refuse(ACK_MISUSE, "JSON has records"), NULL;
  if (lent.encoding != ACK_FORM_JSON || lent.text == NULL) return refuse(ACK_MISUSE, "the encoding is not known"), NULL;
  if (lent.text_size > MOST_JSON) return refuse(ACK_LIMIT, "the JSON is too long"), NULL;
  char *text = allocate(lent.text_size + 1);
  json *document = parse_all(memcpy(text, lent.text, lent.text_size), lent.text_size);
  form *taken = NULL;
  ack_builder b = {0};
  if (member(document, "root") == NULL) refuse(ACK_MISUSE, "the JSON is no description");
  else {
    build_values(&b, document, "root ");
    build_node(&b, member(document, "root"));
    const ack_form built = ack_finish(&b);
    taken = take_records(&built);
  }
  return ack_discard(&b), free_json(document), free(text), taken;
}

#endif /* READER_H */
