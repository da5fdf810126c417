/* text.c - the ABI's texts, and the conversion of PAM's texts into them. */
#define _GNU_SOURCE /* explicit_bzero */
#include "text.h"

#include <stdlib.h>
#include <string.h>

#define REPLACEMENT "\xEF\xBF\xBD" /* U+FFFD */
#define ELLIPSIS "\xE2\x80\xA6"

ack_str str(const char *text) { return (ack_str){text, strlen(text)}; }

bool equal(ack_str a, ack_str b) { return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0); }

ack_str value_of(const ack_pair *pairs, uint64_t count, ack_str name) {
  for (uint64_t i = 0; i < count; i++) {
    if (equal(pairs[i].name, name)) return pairs[i].value;
  }
  return S("");
}

/* Decodes the first character, and returns its number of bytes; 0 when it is not UTF-8. The text ends with NUL. */
static size_t character(const char *text, uint32_t *scalar) {
  const unsigned char *bytes = (const unsigned char *)text;
  size_t size = bytes[0] < 0x80 ? 1 : bytes[0] < 0xC2 ? 0 : bytes[0] < 0xE0 ? 2 : bytes[0] < 0xF0 ? 3 : 4;
  if (size == 0 || bytes[0] > 0xF4) return 0;
  *scalar = size == 1 ? bytes[0] : bytes[0] & (0x7Fu >> size);
  for (size_t i = 1; i < size; i++) {
    if ((bytes[i] & 0xC0) != 0x80) return 0; /* also stops at the NUL */
    *scalar = *scalar << 6 | (bytes[i] & 0x3Fu);
  }
  bool is_too_long = (size == 3 && *scalar < 0x800) || (size == 4 && *scalar < 0x10000);
  bool is_none = is_too_long || (*scalar >= 0xD800 && *scalar < 0xE000) || *scalar > 0x10FFFF;
  return is_none ? 0 : size;
}

char *clean_copy(const char *text, size_t limit) {
  if (text == NULL) text = "";
  size_t length = strlen(text), most = length < limit ? 3 * length : limit; /* an invalid byte becomes three */
  if (most > limit) most = limit;
  char *copy = malloc(most + sizeof ELLIPSIS);
  if (copy == NULL) return NULL;
  size_t used = 0;
  for (const char *next = text; *next != '\0';) {
    uint32_t scalar = 0;
    size_t size = character(next, &scalar);
    const char *from = size == 0 ? REPLACEMENT : scalar == '\t' ? " " : next;
    size_t added = size == 0 ? strlen(REPLACEMENT) : scalar == '\r' ? 0 : size;
    next += size == 0 ? 1 : size;
    if (added > most - used) {
      memcpy(copy + used, ELLIPSIS, sizeof ELLIPSIS);
      return copy;
    }
    memcpy(copy + used, from, added);
    used += added;
  }
  while (used > 0 && (copy[used - 1] == ' ' || copy[used - 1] == '\n')) used--;
  copy[used] = '\0';
  return copy;
}

size_t cut(const char *text, size_t length, size_t limit) {
  if (length <= limit) return length;
  size_t end = limit;
  while (end > 0 && ((unsigned char)text[end] & 0xC0) == 0x80) end--;
  return end;
}

bool is_fit_for_session(const char *text) {
  if (strlen(text) > 512) return false;
  while (*text != '\0') {
    uint32_t scalar = 0;
    size_t size = character(text, &scalar);
    if (size == 0 || scalar < 0x20 || (scalar >= 0x7F && scalar < 0xA0)) return false;
    if (scalar == 0x2028 || scalar == 0x2029) return false;
    if ((scalar >= 0x202A && scalar <= 0x202E) || (scalar >= 0x2066 && scalar <= 0x2069)) return false;
    text += size;
  }
  return true;
}

void wipe(char *secret) {
  if (secret == NULL) return;
  explicit_bzero(secret, strlen(secret));
  free(secret);
}
