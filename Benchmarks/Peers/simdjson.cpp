// simdjson.cpp - a JSON text to simdjson's tape, which has no type; the text is validated.
#include "orders.h"

#include <simdjson.h>

static void load(const char *path) {
  static simdjson::padded_string text;
  static simdjson::dom::parser parser;
  // By the first order, which does not count.
  if (text.size() == 0) text = simdjson::padded_string::load(path).value();
  if (auto error = parser.parse(text).error()) fail(path, simdjson::error_message(error));
}

int main() { return serve(load, nullptr); }
