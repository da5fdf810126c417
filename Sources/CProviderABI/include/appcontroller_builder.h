/* appcontroller_builder.h - describes an interface in C, by calls that make a form in memory of the provider's own.
 *
 * C11 or C++17, and nothing besides appcontroller_provider.h and the C library. What it writes is what
 * Docs/ProviderABI.md, 5.5, asks for; whoever makes forms in another way does not need this file.
 *
 *   ack_builder f = {0};
 *   ack_begin(&f, ACK_KIND_SCREEN, "welcome");
 *   ack_set_text(&f, ACK_NAME_LABEL, "Welcome");
 *   ack_end(&f);
 *   return ack_give(&f, out);
 *
 * Properties before the first ack_begin are the document's. Then comes one root node. A node's properties come before
 * its first child. The first fault stops the building: later calls do nothing, and ack_give tells the host what it was, and
 * where. So no call has to be checked. Texts are copied.
 *
 * A kind or name that is newer than version 1.0 is written as its text, which a host that does not have it takes too, and as
 * its number to a host that says, in ack_host, that it has it: set known_kinds and known_names of the builder to the host's. */
#ifndef APPCONTROLLER_BUILDER_H
#define APPCONTROLLER_BUILDER_H

#include "appcontroller_provider.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__)
#define ACK_COLD __attribute__((noinline, unused))
#pragma GCC diagnostic push
#ifdef __cplusplus /* this is C, which has no other casts */
#pragma GCC diagnostic ignored "-Wold-style-cast"
#pragma GCC diagnostic ignored "-Wzero-as-null-pointer-constant"
#endif
#else
#define ACK_COLD
#endif

enum { ACK_MOST_DEPTH = 64, ACK_MOST_VALUE_DEPTH = 16, ACK_MOST_NODES = 10000, ACK_MOST_VALUES = 100000 };
enum { ACK_MOST_NAME = 64, ACK_MOST_LABEL = 512, ACK_MOST_TEXT = 16 << 10, ACK_MOST_TOTAL = 1 << 20 };
enum { ACK_IN_DOCUMENT, ACK_IN_NODE, ACK_IN_MAP, ACK_IN_LIST };

/* What is open: the document, a node, or a map or list. */
typedef struct ack_frame {
  uint16_t in;        /* ACK_IN_... */
  uint16_t node_kind; /* of a node, if it is known */
  uint16_t name;      /* the property that a map or list is; 0 inside an unknown one */
  uint16_t last;      /* the name of the last value; UINT16_MAX after one whose name is a text */
  uint8_t is_unordered, is_settled, holds_node; /* holds_node: of the map of a fallback, which is a node */
  uint32_t node;      /* the node itself, or the one that a map or list belongs to */
  uint32_t base;      /* the first of its values that are not at their places yet */
  uint32_t area;      /* the first value that is in its maps and lists */
  uint64_t seen[ACK_NAME_COUNT / 64 + 1]; /* the names that were set, a bit each */
} ack_frame;

/* A builder; zeroed, it is ready. Its members are its own, but for the first two. */
typedef struct ack_builder {
  uint16_t known_kinds, known_names; /* as in ack_host; 0 = those of version 1.0 */
  ack_node *nodes;
  ack_value *values, *pending; /* those at their places, and those of open frames */
  char *text;
  uint32_t node_count, value_count, pending_count, text_size, node_room, value_room, pending_room, text_room;
  uint32_t document_first, document_count, received, depth, value_depth, level;
  uint16_t setting; /* the property that a fault is about; 0 = none */
  ack_str key; /* of the next value, by ack_key */
  ack_fault fault;
  char path[1024], message[256];
  ack_frame frames[1 + 2 * ACK_MOST_DEPTH + ACK_MOST_VALUE_DEPTH]; /* a fallback is a map and a node */
} ack_builder;

static inline ack_str ack_text(const char *text) {
  const ack_str made = {text, text ? strlen(text) : 0};
  return made;
}
static inline int ack_is(ack_str a, ack_str b) { return a.len == b.len && (!a.len || (a.ptr && !memcmp(a.ptr, b.ptr, a.len))); }
static inline int ack_equal(ack_str text, const char *word) { return ack_is(text, ack_text(word)); }

/* The number that a kind or name is written as, 0 for its text; `first` is the last one of version 1.0. */
static inline uint16_t ack_number(uint16_t number, uint16_t known, uint16_t first, uint16_t count) {
  return number <= first || (number <= known && number < count) ? number : 0;
}

/* The number of a property that is named by a text; 0 if this header does not have it. */
static inline ack_name ack_name_of(ack_str text) {
  int number = ACK_NAME_COUNT - 1;
  while (number && !ack_is(ack_name_text((ack_name)number), text)) number--;
  return (ack_name)number;
}

/* ---- Faults ---- */

static ACK_COLD void ack_add_step(ack_builder *f, const char *step, uint32_t index) {
  const size_t length = strlen(f->path);
  snprintf(f->path + length, sizeof f->path - length, step, index);
}
static ACK_COLD void ack_add_name(ack_builder *f, ack_str name) {
  const size_t length = strlen(f->path);
  if (name.len && name.len <= ACK_MOST_NAME)
    snprintf(f->path + length, sizeof f->path - length, ".%.*s", (int)name.len, name.ptr);
}

/* Notes the first fault, with its code of Docs/Errors.md and its place. */
static ACK_COLD void ack_fail(ack_builder *f, uint32_t code, const char *format, ...) {
  if (f->fault.code) return;
  va_list list;
  va_start(list, format);
  vsnprintf(f->message, sizeof f->message, format, list);
  va_end(list);
  f->fault.code = code;
  ack_add_step(f, "$", 0);
  for (uint32_t level = 1; level <= f->level; level++) {
    const ack_frame *frame = &f->frames[level];
    const ack_node *node = &f->nodes[frame->node];
    uint32_t position = 0;
    for (uint32_t i = 1; i < frame->node; i++) position += f->nodes[i].parent == node->parent && !f->nodes[i].flags;
    if (frame->in != ACK_IN_NODE && frame[-1].in == ACK_IN_LIST) {
      ack_add_step(f, "[%u]", frame->base - 1 - frame[-1].base);
    } else if (frame->in != ACK_IN_NODE) {
      const ack_value *value = &f->pending[frame->base - 1];
      const ack_str key = {f->text + value->text, value->key_size};
      ack_add_name(f, frame->name ? ack_name_text((ack_name)frame->name) : key);
    } else {
      ack_add_step(f, frame->node == 0 ? ".root" : node->flags ? ".fallback" : ".children[%u]", position);
    }
  }
  if (f->setting) ack_add_name(f, ack_name_text((ack_name)f->setting));
  else if (f->frames[f->level].in != ACK_IN_LIST) ack_add_name(f, f->key);
}

static ACK_COLD void *ack_grow(ack_builder *f, void *array, uint32_t *room, uint64_t needed, size_t size) {
  const uint64_t more = 2 * (uint64_t)*room + 1024 / size > needed ? 2 * (uint64_t)*room + 1024 / size : needed;
  void *larger = realloc(array, more * size);
  if (larger) *room = (uint32_t)more;
  else ack_fail(f, 1127, "no memory is left for %llu bytes", (unsigned long long)(more * size));
  return larger;
}

/* Makes room for more elements; `array` is a member of f, and `type` that of its elements. False without memory. */
#define ACK_ROOM(f, type, array, count, room, more) ack_make_room((f), (void **)(void *)&(f)->array, &(f)->room, \
                                                                  (f)->count + (uint64_t)(more), sizeof(type))
static inline int ack_make_room(ack_builder *f, void **array, uint32_t *room, uint64_t needed, size_t size) {
  if (needed <= *room) return 1;
  void *larger = ack_grow(f, *array, room, needed, size);
  if (larger) *array = larger;
  return larger != NULL;
}

static inline int ack_copy_text(ack_builder *f, ack_str text) {
  if (text.len && !text.ptr) {
    ack_fail(f, 1112, "the text has %llu bytes and no pointer", (unsigned long long)text.len);
    return 0;
  }
  if (text.len > ACK_MOST_TOTAL - f->text_size) {
    ack_fail(f, 1126, "there are more than %d bytes of text in all", ACK_MOST_TOTAL);
    return 0;
  }
  if (!ACK_ROOM(f, char, text, text_size, text_room, text.len)) return 0;
  if (text.len) memcpy(f->text + f->text_size, text.ptr, text.len);
  f->text_size += (uint32_t)text.len;
  return 1;
}

static ACK_COLD void ack_fail_name(ack_builder *f, const char *what, ack_str name) {
  ack_fail(f, 1125, "the %s has %llu bytes; %ss have at most %d", what, (unsigned long long)name.len, what, ACK_MOST_NAME);
}

/* ---- The one form of a value ---- */

/* Whether the names of a map are data, which is never a property. */
static inline int ack_has_data_keys(const ack_frame *frame) {
  return frame->in == ACK_IN_MAP && (frame->name == ACK_NAME_PAYLOAD || frame->name == ACK_NAME_REQUIRES);
}

/* The text that is the default of a property, or what a value of it is: "#no" and "#yes" are default flags, "#fraction"
 * is a double, "#one" a double whose default is 1, "#whole" an integer if it is whole. */
static inline const char *ack_rule(const ack_frame *frame, uint16_t name) {
  const int is_document = frame->in == ACK_IN_DOCUMENT, is_node = frame->in == ACK_IN_NODE, kind = frame->node_kind;
  const int owner = is_node ? 0 : frame->name, map = frame->in == ACK_IN_MAP ? owner : 0;
  switch (name) {
    case 0: return owner == ACK_NAME_VALUES && frame->in == ACK_IN_LIST ? "#fraction" : NULL;
    case ACK_NAME_ALIGN: return owner == ACK_NAME_COLUMNS ? "start" : NULL;
    case ACK_NAME_ASPECT: return map == ACK_NAME_MEDIA ? "#fraction" : NULL;
    case ACK_NAME_AXIS: return kind == ACK_KIND_STACK ? "vertical" : NULL;
    case ACK_NAME_BUSY: case ACK_NAME_HIDDEN: case ACK_NAME_LABEL_HIDDEN: return is_node ? "#no" : NULL;
    case ACK_NAME_COLUMNS: case ACK_NAME_MIN_COLUMNS: return is_node ? "#whole" : NULL;
    case ACK_NAME_CONTENT: return owner == ACK_NAME_INPUT ? "text" : NULL;
    case ACK_NAME_DEADLINE: return map == ACK_NAME_PROGRESS || map == ACK_NAME_ACTION ? "#fraction" : NULL;
    case ACK_NAME_DECORATIVE: return map == ACK_NAME_MEDIA ? "#no" : NULL;
    case ACK_NAME_DIR: return is_document ? "auto" : NULL;
    case ACK_NAME_ENABLED: case ACK_NAME_VISIBLE: return is_node ? "#yes" : NULL;
    case ACK_NAME_LANG: return is_document ? "und" : NULL;
    case ACK_NAME_LINES: return map == ACK_NAME_INPUT ? "#whole" : NULL;
    case ACK_NAME_LIVE: return is_node && kind != ACK_KIND_BANNER ? "off" : NULL;
    case ACK_NAME_MAX: case ACK_NAME_MIN: return map == ACK_NAME_RULES ? "#whole" : NULL;
    case ACK_NAME_MULTIPLE: return map == ACK_NAME_INPUT ? "#no" : NULL;
    case ACK_NAME_SCHEMA: return is_document ? "#whole" : NULL;
    case ACK_NAME_SCOPE: return owner == ACK_NAME_ACTION ? "provider" : NULL;
    case ACK_NAME_SEVERITY: return kind == ACK_KIND_BANNER ? "info" : NULL;
    case ACK_NAME_STYLE:
      return kind == ACK_KIND_TEXT ? "body" : kind == ACK_KIND_BUTTON ? "plain" : kind == ACK_KIND_CHART ? "bar" : NULL;
    case ACK_NAME_TOTAL: return map == ACK_NAME_PROGRESS ? "#one" : NULL;
    case ACK_NAME_VALIDATES: return map == ACK_NAME_ACTION ? "#yes" : NULL;
    case ACK_NAME_VALUE: return map == ACK_NAME_PROGRESS ? "#fraction" : NULL;
    case ACK_NAME_WEIGHT: return is_node || map == ACK_NAME_COLUMNS ? "#whole" : NULL;
    default: return NULL;
  }
}
static inline int ack_is_ruled(const ack_frame *frame, uint16_t name, const char *as) {
  const char *rule = ack_rule(frame, name);
  return rule && strcmp(rule, as) == 0;
}

static inline int ack_is_default_empty(const ack_frame *frame) {
  if (frame->in == ACK_IN_MAP) return frame->name == ACK_NAME_PAYLOAD || frame->name == ACK_NAME_PROGRESS;
  return frame->name == ACK_NAME_SENDS || frame->name == ACK_NAME_RULES || frame->name == ACK_NAME_LABELS;
}

/* ---- The order of values ---- */

static inline uint32_t ack_count(const ack_value *value) { return (uint32_t)(value->content >> 32); }
static inline int ack_has_elements(const ack_value *value) { return value->tag == ACK_VALUE_MAP || value->tag == ACK_VALUE_LIST; }

static inline int ack_compare(const ack_builder *f, const ack_value *a, const ack_value *b) {
  if (a->name || b->name) return !a->name ? 1 : !b->name ? -1 : (int)a->name - (int)b->name;
  const int order = memcmp(f->text + a->text, f->text + b->text, a->key_size < b->key_size ? a->key_size : b->key_size);
  return order ? order : (int)a->key_size - (int)b->key_size;
}

static inline ack_value ack_moved(ack_value value, uint32_t by_text, uint32_t by_value) { /* both modulo 2^32 */
  value.text += by_text;
  if (ack_has_elements(&value)) value.content = ((uint32_t)value.content + by_value) | (uint64_t)ack_count(&value) << 32;
  return value;
}

/* Puts the values of a frame in order, with their texts and what is in them, which are in the order of the calls. */
static ACK_COLD void ack_sort(ack_builder *f, const ack_frame *frame, ack_value *run, uint32_t count) {
  const uint32_t start = run[0].text, size = f->text_size - start, inner = f->value_count - frame->area;
  char *text = (char *)malloc(size + 1);
  ack_value *values = (ack_value *)malloc((inner + count) * sizeof *values);
  uint32_t *order = (uint32_t *)malloc(3 * count * sizeof *order);
  if (!text || !values || !order) {
    ack_fail(f, 1127, "no memory is left for %u values", inner + count);
  } else {
    ack_value *copy = values + inner;
    uint32_t *first = order + count, *past = first + count, at = frame->area, next_text = 0, next_value = 0;
    memcpy(copy, run, count * sizeof *copy);
    for (uint32_t i = 0; i < count; i++) {
      uint32_t place = i;
      for (; place > 0 && ack_compare(f, &copy[i], &copy[order[place - 1]]) < 0; place--) order[place] = order[place - 1];
      order[place] = i;
      first[i] = at;
      past[i] = at = ack_has_elements(&copy[i]) ? (uint32_t)copy[i].content + ack_count(&copy[i]) : at;
    }
    for (uint32_t i = 0; i < count; i++) {
      const uint32_t from = order[i], text_size = (from + 1 < count ? copy[from + 1].text : f->text_size) - copy[from].text;
      const uint32_t by_text = start + next_text - copy[from].text, by_value = frame->area + next_value - first[from];
      memcpy(text + next_text, f->text + copy[from].text, text_size);
      next_text += text_size;
      for (uint32_t k = first[from]; k < past[from]; k++) values[next_value++] = ack_moved(f->values[k], by_text, by_value);
      run[i] = ack_moved(copy[from], by_text, by_value);
    }
    if (size) memcpy(f->text + start, text, size);
    if (inner) memcpy(f->values + frame->area, values, inner * sizeof *values);
  }
  free(text), free(values), free(order);
}

/* Puts the values of a frame at their places, and returns where they begin. */
static inline uint32_t ack_settle_run(ack_builder *f, const ack_frame *frame, uint32_t *count) {
  const uint32_t n = *count = f->pending_count - frame->base, first = f->value_count;
  ack_value *run = f->pending + frame->base;
  if (frame->is_unordered && frame->in != ACK_IN_LIST) {
    ack_sort(f, frame, run, n);
    for (uint32_t i = 1; i < n; i++) {
      if (ack_compare(f, &run[i - 1], &run[i]) == 0)
        ack_fail(f, 1107, "the property \"%.*s\" is set twice", (int)run[i].key_size, f->text + run[i].text);
    }
  }
  if (!ACK_ROOM(f, ack_value, values, value_count, value_room, n)) return first;
  if (n) memcpy(f->values + first, run, n * sizeof *run);
  f->value_count += n;
  f->pending_count = frame->base;
  return first;
}

static inline void ack_settle(ack_builder *f, ack_frame *frame) {
  if (frame->is_settled) return;
  uint32_t count = 0;
  const uint32_t first = ack_settle_run(f, frame, &count);
  frame->is_settled = 1;
  if (frame->in == ACK_IN_DOCUMENT) {
    f->document_first = first, f->document_count = count;
    return;
  }
  if (count > UINT16_MAX) ack_fail(f, 1122, "the node has %u properties; a node has at most %d", count, UINT16_MAX);
  f->nodes[frame->node].first_value = first;
  f->nodes[frame->node].value_count = (uint16_t)count;
}

static inline void ack_push(ack_builder *f, int in, uint16_t node_kind, uint16_t name, uint32_t node) {
  ack_frame *frame = &f->frames[++f->level];
  memset(frame, 0, sizeof *frame);
  frame->in = (uint16_t)in, frame->node_kind = node_kind, frame->name = name, frame->node = node;
  frame->base = f->pending_count, frame->area = f->value_count;
}

/* ---- Nodes ---- */

static inline void ack_begin_any(ack_builder *f, uint16_t kind, ack_str kind_text, ack_str id) {
  ack_frame *frame = &f->frames[f->level];
  f->setting = 0;
  if (f->fault.code) return;
  /* The map "fallback" of a node turns out to be a node. */
  const int is_fallback = frame->in == ACK_IN_MAP && frame->name == ACK_NAME_FALLBACK && frame[-1].in == ACK_IN_NODE &&
                          !frame->last && !frame->holds_node;
  if (frame->in > ACK_IN_NODE && !is_fallback)
    ack_fail(f, 1105, "a node begins inside a value; only the \"fallback\" of a node takes one");
  if (frame->in == ACK_IN_DOCUMENT && f->node_count)
    ack_fail(f, 1102, "a second root node begins; a description has exactly one");
  if (f->node_count >= ACK_MOST_NODES) ack_fail(f, 1120, "there are more than %d nodes", ACK_MOST_NODES);
  if (f->depth >= ACK_MOST_DEPTH) ack_fail(f, 1121, "nodes nest more than %d deep", ACK_MOST_DEPTH);
  if (f->fault.code) return;
  if (is_fallback) {
    ack_value *value = &f->pending[f->pending_count - 1];
    value->tag = ACK_VALUE_NODE;
    value->content = f->node_count;
    frame->holds_node = 1;
    f->value_depth--;
  }
  ack_settle(f, is_fallback ? frame - 1 : frame);
  if (f->fault.code || !ACK_ROOM(f, ack_node, nodes, node_count, node_room, 1)) return;
  const uint32_t index = f->node_count++;
  ack_node *node = &f->nodes[index];
  memset(node, 0, sizeof *node);
  node->kind = ack_number(kind, f->known_kinds, ACK_KIND_SECRET, ACK_KIND_COUNT);
  node->text = f->text_size;
  node->flags = (uint16_t)is_fallback;
  node->parent = frame->in == ACK_IN_DOCUMENT ? 0 : frame->node;
  f->depth++;
  ack_push(f, ACK_IN_NODE, kind, 0, index);
  if (kind && !node->kind) kind_text = ack_kind_text((ack_kind)kind);
  if (!node->kind && !kind_text.len) ack_fail(f, 1101, "the node has no kind");
  if (kind_text.len > ACK_MOST_NAME) ack_fail_name(f, "kind", kind_text);
  if (id.len > ACK_MOST_NAME) ack_fail_name(f, "id", id);
  if (f->fault.code || !ack_copy_text(f, kind_text) || !ack_copy_text(f, id)) return;
  node->kind_size = (uint8_t)kind_text.len;
  node->id_size = (uint8_t)id.len;
}

/* Opens a node: the root, or a child of the open node. The id may be empty, or NULL, where none is required. */
static inline void ack_begin_str(ack_builder *f, ack_kind kind, ack_str id) { ack_begin_any(f, (uint16_t)kind, ack_text(NULL), id); }
static inline void ack_begin(ack_builder *f, ack_kind kind, const char *id) { ack_begin_str(f, kind, ack_text(id)); }
/* Opens a node of a kind that is named by a text; this header may not have it, and the host may not know it. */
static inline void ack_begin_named(ack_builder *f, ack_str kind, ack_str id) {
  uint16_t number = ACK_KIND_COUNT - 1;
  while (number && !ack_is(ack_kind_text((ack_kind)number), kind)) number--;
  ack_begin_any(f, number, number ? ack_text(NULL) : kind, id);
}

/* Ends the open node. */
static inline void ack_end(ack_builder *f) {
  ack_frame *frame = &f->frames[f->level];
  f->setting = 0;
  if (f->fault.code) return;
  if (frame->in == ACK_IN_DOCUMENT) ack_fail(f, 1104, "ack_end() without a node that is open");
  else if (frame->in != ACK_IN_NODE) ack_fail(f, 1104, "ack_end() while a map or list is open; ack_close() comes first");
  if (f->fault.code) return;
  ack_settle(f, frame);
  f->nodes[frame->node].end = f->node_count;
  f->depth--;
  f->level--;
}

/* ---- Values ---- */

/* Finds the fault of the next value, if it has one. */
static ACK_COLD void ack_check(ack_builder *f, const ack_frame *frame, uint16_t name, uint16_t number, ack_str key) {
  if (number && frame->seen[number >> 6] >> (number & 63) & 1) {
    ack_fail(f, 1107, "the property \"%s\" is set twice", ack_name_text((ack_name)name).ptr);
  } else if (frame->is_settled || frame->holds_node) {
    const ack_str said = number ? ack_name_text((ack_name)number) : key;
    f->setting = 0;
    ack_fail(f, 1106, "a property comes after the first child: \"%.*s\"", (int)(said.len & 127), said.len ? said.ptr : "");
  } else if (frame->in == ACK_IN_LIST && (name || key.len)) {
    ack_fail(f, 1108, "a value inside a list has a key; it must be empty");
  } else if (frame->in != ACK_IN_LIST && !number && !key.len) {
    ack_fail(f, 1108, "the key is empty");
  } else if (f->received >= ACK_MOST_VALUES) {
    ack_fail(f, 1122, "there are more than %d property values", ACK_MOST_VALUES);
  } else if (frame->in == ACK_IN_NODE && (name == ACK_NAME_ID || ack_equal(key, "kind") || ack_equal(key, "children"))) {
    ack_fail(f, 1108, "the id and the kind of a node are given when it begins, and its children by nesting");
  } else if (key.len > ACK_MOST_NAME) {
    ack_fail_name(f, "key", key);
  }
}

/* The record of the next value, with its name; NULL when it is refused. */
static inline ack_value *ack_put(ack_builder *f, uint16_t name, uint8_t tag, uint64_t content) {
  ack_frame *frame = &f->frames[f->level];
  ack_str key = f->key;
  const uint16_t number =
      ack_has_data_keys(frame) ? 0 : ack_number(name, f->known_names, ACK_NAME_WEIGHT, ACK_NAME_COUNT);
  f->setting = name;
  if (f->fault.code) return NULL;
  f->key = ack_text(NULL);
  if (name && !number) key = ack_name_text((ack_name)name);
  /* The next property in order, by its number, has none of the faults. */
  if (frame->in != ACK_IN_NODE || number <= frame->last || number == ACK_NAME_ID || frame->is_unordered ||
      frame->is_settled || f->received >= ACK_MOST_VALUES || key.len) {
    ack_check(f, frame, name, number, key);
    if (f->fault.code) return NULL;
    const uint16_t order = number ? number : UINT16_MAX;
    if (frame->last >= order) frame->is_unordered = 1;
    frame->last = order;
  } else {
    frame->last = number;
  }
  if (!ACK_ROOM(f, ack_value, pending, pending_count, pending_room, 1)) return NULL;
  if (number) frame->seen[number >> 6] |= 1ull << (number & 63);
  f->received++;
  ack_value *value = &f->pending[f->pending_count++];
  value->name = number, value->key_size = (uint8_t)key.len, value->tag = tag;
  value->text = f->text_size, value->content = content;
  return !key.len || ack_copy_text(f, key) ? value : NULL;
}

static inline void ack_put_text(ack_builder *f, uint16_t name, ack_str text) {
  const ack_frame *frame = &f->frames[f->level];
  const int is_label = name == ACK_NAME_LABEL || name == ACK_NAME_PLACEHOLDER ||
                       (name == ACK_NAME_TITLE && frame->name == ACK_NAME_CONFIRM);
  const unsigned limit = is_label ? ACK_MOST_LABEL : ACK_MOST_TEXT;
  f->setting = name;
  if (text.len > limit)
    ack_fail(f, 1124, "the text has %llu bytes; %s has at most %u", (unsigned long long)text.len,
             is_label ? "a label" : "a text", limit);
  const char *rule = name ? ack_rule(frame, name) : NULL;
  if (rule && rule[0] != '#' && ack_equal(text, rule)) return;
  if (ack_put(f, name, ACK_VALUE_TEXT, text.len << 32)) ack_copy_text(f, text);
}

static inline void ack_put_double(ack_builder *f, uint16_t name, double number) {
  const ack_frame *frame = &f->frames[f->level];
  uint64_t bits;
  f->setting = name;
  if (!(number - number == 0)) ack_fail(f, 1110, "the number is %f; only finite numbers are allowed", number);
  if (number == 1 && ack_is_ruled(frame, name, "#one")) return;
  if (number >= -0x1p63 && number < 0x1p63 && number == (double)(int64_t)number && ack_is_ruled(frame, name, "#whole")) {
    ack_put(f, name, ACK_VALUE_INT, (uint64_t)(int64_t)number);
    return;
  }
  if (number == 0 && (frame->name == ACK_NAME_PROGRESS || frame->name == ACK_NAME_VALUES)) number = 0; /* has no sign */
  memcpy(&bits, &number, sizeof bits);
  ack_put(f, name, ACK_VALUE_DOUBLE, bits);
}

static inline void ack_put_int(ack_builder *f, uint16_t name, int64_t number) {
  const ack_frame *frame = &f->frames[f->level];
  if (ack_is_ruled(frame, name, "#fraction") || ack_is_ruled(frame, name, "#one")) ack_put_double(f, name, (double)number);
  else ack_put(f, name, ACK_VALUE_INT, (uint64_t)number);
}

static inline void ack_put_bool(ack_builder *f, uint16_t name, int flag) {
  if (!ack_is_ruled(&f->frames[f->level], name, flag ? "#yes" : "#no")) ack_put(f, name, ACK_VALUE_BOOL, flag ? 1 : 0);
}

static inline void ack_put_container(ack_builder *f, uint16_t name, int in) {
  const ack_frame *frame = &f->frames[f->level];
  f->setting = name;
  if (f->value_depth >= ACK_MOST_VALUE_DEPTH) ack_fail(f, 1123, "maps and lists nest more than %d deep", ACK_MOST_VALUE_DEPTH);
  const int is_named = (frame->in <= ACK_IN_NODE || (frame->in == ACK_IN_MAP && frame->name)) && !ack_has_data_keys(frame);
  if (!ack_put(f, name, in == ACK_IN_MAP ? ACK_VALUE_MAP : ACK_VALUE_LIST, 0)) return;
  /* A rule is known by the list that it is in. */
  const int keeps = frame->in == ACK_IN_LIST && (frame->name == ACK_NAME_RULES || frame->name == ACK_NAME_COLUMNS);
  f->value_depth++;
  ack_push(f, in, 0, keeps ? frame->name : is_named ? name : 0, frame->node);
}

/* Set a property of the open node or map, or of the document. */
static inline void ack_set_text(ack_builder *f, ack_name name, const char *text) { ack_put_text(f, (uint16_t)name, ack_text(text)); }
static inline void ack_set_str(ack_builder *f, ack_name name, ack_str text) { ack_put_text(f, (uint16_t)name, text); }
static inline void ack_set_int(ack_builder *f, ack_name name, int64_t number) { ack_put_int(f, (uint16_t)name, number); }
static inline void ack_set_double(ack_builder *f, ack_name name, double number) { ack_put_double(f, (uint16_t)name, number); }
static inline void ack_set_bool(ack_builder *f, ack_name name, int flag) { ack_put_bool(f, (uint16_t)name, flag); }
/* Open a map or a list as the value of a property. In the map "fallback" of a node one node may begin, after all other
 * properties of its owner. */
static inline void ack_open_map(ack_builder *f, ack_name name) { ack_put_container(f, (uint16_t)name, ACK_IN_MAP); }
static inline void ack_open_list(ack_builder *f, ack_name name) { ack_put_container(f, (uint16_t)name, ACK_IN_LIST); }

/* Append to the open list; in a map, set what ack_key has named. */
static inline void ack_add_text(ack_builder *f, const char *text) { ack_put_text(f, 0, ack_text(text)); }
static inline void ack_add_str(ack_builder *f, ack_str text) { ack_put_text(f, 0, text); }
static inline void ack_add_int(ack_builder *f, int64_t number) { ack_put_int(f, 0, number); }
static inline void ack_add_double(ack_builder *f, double number) { ack_put_double(f, 0, number); }
static inline void ack_add_bool(ack_builder *f, int flag) { ack_put_bool(f, 0, flag); }
static inline void ack_add_map(ack_builder *f) { ack_put_container(f, 0, ACK_IN_MAP); }
static inline void ack_add_list(ack_builder *f) { ack_put_container(f, 0, ACK_IN_LIST); }

/* Name the next value that ack_add_... sets: the key of a payload, or a name that this header does not have. It is lent
 * until then. */
static inline void ack_key(ack_builder *f, const char *key) { f->key = ack_text(key); }
static inline void ack_key_str(ack_builder *f, ack_str key) { f->key = key; }

/* Closes the open map or list. */
static inline void ack_close(ack_builder *f) {
  const ack_frame *frame = &f->frames[f->level];
  f->setting = 0;
  if (frame->in < ACK_IN_MAP) ack_fail(f, 1104, "ack_close() without a map or list that is open");
  if (f->fault.code) return;
  f->level--;
  if (frame->holds_node) return;
  f->value_depth--;
  uint32_t count = 0;
  const uint32_t first = ack_settle_run(f, frame, &count);
  f->pending[f->pending_count - 1].content = first | (uint64_t)count << 32;
  if (count == 0 && ack_is_default_empty(frame)) f->pending_count--;
}

/* ---- Giving ---- */

/* Frees the memory; the builder is ready again, for the same host. */
static inline void ack_discard(ack_builder *f) {
  free(f->nodes), free(f->values), free(f->pending), free(f->text);
  memset((char *)f + offsetof(ack_builder, nodes), 0, sizeof *f - offsetof(ack_builder, nodes));
}

/* What was described, or the fault that was found in it; lent until the builder is discarded. */
static inline ack_form ack_finish(ack_builder *f) {
  const int is_node = f->frames[f->level].in == ACK_IN_NODE;
  f->setting = 0;
  if (f->level)
    ack_fail(f, 1104, "a %s is open at the end; %s() is missing", is_node ? "node" : "map or list", is_node ? "ack_end" : "ack_close");
  if (!f->node_count) ack_fail(f, 1103, "the description has no root node");
  f->fault.struct_size = sizeof f->fault;
  f->fault.path = ack_text(f->path);
  f->fault.message = ack_text(f->message);
  ack_form form;
  memset(&form, 0, sizeof form);
  form.struct_size = sizeof form, form.encoding = ACK_FORM_RECORDS, form.fault = f->fault.code ? &f->fault : NULL;
  form.document_first = f->document_first, form.document_count = f->document_count;
  form.nodes = f->nodes, form.values = f->values, form.text = f->text;
  form.node_count = f->node_count, form.value_count = f->value_count, form.text_size = f->text_size;
  return form;
}

/* Gives the description, or tells the host the fault, and frees the memory. Returns the host's status. */
static inline ack_status ack_give(ack_builder *f, const ack_description *out) {
  const ack_form form = ack_finish(f);
  const ack_status status = out && out->give ? out->give(out, &form) : ACK_MISUSE;
  ack_discard(f);
  return status;
}

/* ---- Answering ---- */

/* What a later version has in an effect is zero; an initializer would have to name it. */
static inline ack_status ack_add_any(const ack_reply *reply, const char *kind, const char *target, const char *text,
                                     uint32_t severity, const ack_session *session, const ack_form *form) {
  ack_effect effect;
  memset(&effect, 0, sizeof effect);
  effect.struct_size = sizeof effect, effect.severity = severity, effect.session = session, effect.form = form;
  effect.kind = ack_text(kind), effect.target = ack_text(target), effect.text = ack_text(text);
  return reply->add(reply, &effect);
}
static inline ack_status ack_add_effect(const ack_reply *reply, const char *kind, const char *target, const char *text) {
  return ack_add_any(reply, kind, target, text, 0, NULL, NULL);
}

/* Signs in as the session, which may be NULL; signs out. */
static inline ack_status ack_login(const ack_reply *reply, const ack_session *session) {
  return ack_add_any(reply, ACK_EFFECT_LOGIN, NULL, NULL, 0, session, NULL);
}
static inline ack_status ack_logout(const ack_reply *reply) { return ack_add_effect(reply, ACK_EFFECT_LOGOUT, NULL, NULL); }

/* Shows what was described, by "push", "present" or "replace", and frees the memory; leaves the top screen, by "pop",
 * "pop-to-root" or "dismiss"; selects an item of tabs. */
static inline ack_status ack_show(const ack_reply *reply, const char *how, ack_builder *f) {
  const ack_form form = ack_finish(f);
  const ack_status status = ack_add_any(reply, ACK_EFFECT_SHOW, how, NULL, 0, NULL, &form);
  ack_discard(f);
  return status;
}
static inline ack_status ack_leave(const ack_reply *reply, const char *how) {
  return ack_add_effect(reply, ACK_EFFECT_LEAVE, how, NULL);
}
static inline ack_status ack_select(const ack_reply *reply, const char *tabs, const char *item) {
  return ack_add_effect(reply, ACK_EFFECT_SELECT, tabs, item);
}

/* Reports the error of the input that has this name; tells the user something. */
static inline ack_status ack_field_error(const ack_reply *reply, const char *input, const char *text) {
  return ack_add_effect(reply, ACK_EFFECT_FIELD_ERROR, input, text);
}
static inline ack_status ack_message(const ack_reply *reply, uint32_t severity, const char *text) {
  return ack_add_any(reply, ACK_EFFECT_MESSAGE, NULL, text, severity, NULL, NULL);
}

/* Explains the failure that the running call answers, and returns ACK_FAILED; category is ACK_FAILURE_..., or 0. */
static inline ack_status ack_failed(const ack_host *host, uint32_t category, const char *what, const char *why, const char *fix) {
  ack_failure failure;
  memset(&failure, 0, sizeof failure);
  failure.struct_size = sizeof failure, failure.category = category;
  failure.what = ack_text(what), failure.why = ack_text(why), failure.fix = ack_text(fix);
  host->fail(host, &failure);
  return ACK_FAILED;
}

#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#endif /* APPCONTROLLER_BUILDER_H */
