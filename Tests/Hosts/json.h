/* json.h - UTF-8 and JSON for host.c. A host in another project would take a library for them. */
#ifndef JSON_H
#define JSON_H

#include "appcontroller_builder.h"

#include <stdbool.h>
#include <unistd.h>

static void *allocate(size_t size) {
  void *memory = calloc(1, size > 0 ? size : 1);
  if (memory == NULL) fputs("host: the memory is used up\n", stderr), _exit(1);
  return memory;
}

/* Reads one character of UTF-8 by table 3-7 of Unicode; returns its bytes, or 0 if there is none. */
static uint64_t decode(const char *text, uint64_t left, uint32_t *scalar) {
  const unsigned char *byte = (const unsigned char *)text;
  const uint64_t length = byte[0] < 0x80 ? 1 : byte[0] >= 0xF0 ? 4 : byte[0] >= 0xE0 ? 3 : 2;
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  if ((byte[0] >= 0x80 && byte[0] < 0xC2) || byte[0] > 0xF4 || length > left) return 0;
  *scalar = length == 1 ? byte[0] : byte[0] & (0x7Fu >> length);
  for (uint64_t i = 1; i < length; i++) {
    if ((byte[i] & 0xC0) != 0x80) return 0;
    *scalar = *scalar << 6 | (byte[i] & 0x3F);
  }
  return *scalar < least[length] || (*scalar >= 0xD800 && *scalar < 0xE000) || *scalar > 0x10FFFF ? 0 : length;
}

static bool is_utf8(const char *text, uint64_t size) {
  uint32_t scalar;
  for (uint64_t at = 0, length; at < size; at += length)
    if ((length = decode(text + at, size - at, &scalar)) == 0) return false;
  return true;
}

typedef struct json {
  char type;          /* { [ " 0 t f n */
  ack_str name, text; /* its name in an object; a string, or the digits of a number */
  struct json *first, *next;
} json;

/* Where a parser is in a copy that ends with a zero byte. Strings are decoded in it. */
typedef struct parser {
  char *at;
  int depth;
} parser;

static void free_json(json *value) {
  for (json *next; value != NULL; value = next) free_json(value->first), next = value->next, free(value);
}

static char peek(parser *p) { return p->at += strspn(p->at, " \t\r\n"), *p->at; }

static bool parse_unit(parser *p, unsigned *unit) { /* \uXXXX */
  char digits[5] = "";
  if (p->at[0] != '\\' || p->at[1] != 'u' || strspn(p->at + 2, "0123456789abcdefABCDEF") < 4) return false;
  *unit = (unsigned)strtoul(memcpy(digits, p->at + 2, 4), NULL, 16);
  return p->at += 6, true;
}

static bool parse_string(parser *p, ack_str *text) {
  static const char escapes[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
  char *to = ++p->at;
  text->ptr = to;
  while (*p->at != '"') {
    if ((unsigned char)*p->at < 0x20) return false; /* also the end */
    const char *escape = p->at[0] == '\\' && p->at[1] != 0 ? strchr(escapes, p->at[1]) : NULL;
    unsigned unit = 0, low = 0;
    if (*p->at != '\\') *to++ = *p->at++;
    else if (escape != NULL) *to++ = meanings[escape - escapes], p->at += 2;
    else if (!parse_unit(p, &unit) ||
             (unit >> 11 == 0x1B && (unit >> 10 != 0x36 || !parse_unit(p, &low) || low >> 10 != 0x37)))
      return false;
    else {
      if (low != 0) unit = 0x10000 + ((unit & 0x3FF) << 10 | (low & 0x3FF));
      const int more = unit < 0x80 ? 0 : unit < 0x800 ? 1 : unit < 0x10000 ? 2 : 3;
      *to++ = (char)(more == 0 ? unit : (0xF00u >> (more + 1) & 0xFF) | unit >> 6 * more);
      for (int i = more - 1; i >= 0; i--) *to++ = (char)(0x80 | (unit >> 6 * i & 0x3F));
    }
  }
  p->at++;
  text->len = (uint64_t)(to - text->ptr);
  return is_utf8(text->ptr, text->len);
}

static json *parse(parser *p) { /* NULL if it is not JSON */
  json *value = allocate(sizeof *value), **last = &value->first;
  const char type = value->type = peek(p), close = type == '{' ? '}' : ']';
  bool is_good = ++p->depth < 256;
  if (is_good && (type == '{' || type == '[')) {
    for (p->at++; is_good && peek(p) != close; last = &(*last)->next) {
      ack_str name = {NULL, 0};
      if (last != &value->first) is_good = *p->at == ',' && (p->at++, peek(p) != close);
      if (is_good && type == '{') is_good = *p->at == '"' && parse_string(p, &name) && peek(p) == ':' && p->at++;
      if (!is_good || (*last = parse(p)) == NULL) {
        is_good = false;
        break;
      }
      (*last)->name = name;
    }
    p->at++;
  } else if (is_good && type == '"') {
    is_good = parse_string(p, &value->text);
  } else if (is_good && (type == '-' || (type >= '0' && type <= '9'))) {
    value->type = '0';
    value->text = (ack_str){p->at, strspn(p->at, "+-.0123456789eE")};
    p->at += value->text.len;
  } else {
    const char *word = type == 't' ? "true" : type == 'f' ? "false" : "null";
    is_good = is_good && strncmp(p->at, word, strlen(word)) == 0;
    p->at += is_good ? strlen(word) : 0;
  }
  p->depth--;
  return is_good ? value : (free_json(value), NULL);
}

static json *parse_all(char *text, uint64_t size) {
  parser p = {text, 0};
  json *value = is_utf8(text, size) ? parse(&p) : NULL;
  return value != NULL && peek(&p) == 0 && p.at == text + size ? value : (free_json(value), NULL);
}

static const json *member(const json *object, const char *name) {
  const json *found = object != NULL && object->type == '{' ? object->first : NULL;
  while (found != NULL && !ack_equal(found->name, name)) found = found->next;
  return found;
}
static const json *first_of_array(const json *object, const char *name) {
  const json *array = member(object, name);
  return array != NULL && array->type == '[' ? array->first : NULL;
}
static ack_str string(const json *object, const char *name) {
  const json *found = member(object, name);
  return found != NULL && found->type == '"' ? found->text : ((ack_str){"", 0});
}

#endif /* JSON_H */
