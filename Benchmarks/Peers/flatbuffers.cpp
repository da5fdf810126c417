// flatbuffers.cpp - FlatBuffers' verifier over the same tree, which is made of its JSON text before.
#include "orders.h"

#include <flatbuffers/idl.h>
#include <flatbuffers/util.h>

#include "tree_generated.h"

static void load(const char *path) {
  static flatbuffers::Parser parser{[] {
    flatbuffers::IDLOptions options;
    options.skip_unexpected_fields_in_json = true;
    return options;
  }()};
  // By the first order, which does not count.
  if (parser.builder_.GetSize() == 0) {
    std::string schema, text;
    if (!flatbuffers::LoadFile(SCHEMA, false, &schema) || !flatbuffers::LoadFile(path, false, &text)) fail(path, "not read");
    if (!parser.Parse(schema.c_str()) || !parser.Parse(text.c_str())) fail(path, parser.error_.c_str());
  }
  flatbuffers::Verifier verifier{parser.builder_.GetBufferPointer(), parser.builder_.GetSize()};
  if (!VerifyDocumentBuffer(verifier)) fail(path, "not valid");
}

int main() { return serve(load, nullptr); }
