// Files of the project as bytes, so that `appctl` stays a single file.
#include "embedded_files.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char header[] = {
#embed "../CProviderABI/include/appcontroller_provider.h"
};

static const unsigned char first_provider[] = {
#embed "../../Examples/Features/provider.c"
};

static const unsigned char shared_header[] = {
#embed "../../Examples/Features/provider.h"
};

static const unsigned char builder_header[] = {
#embed "../CProviderABI/include/appcontroller_builder.h"
};

static const unsigned char header_for_cpp[] = {
#embed "../CProviderABI/include/appcontroller_provider.hpp"
};

static const unsigned char version_script[] = {
#embed "../CProviderABI/include/appcontroller_provider.map"
};

static const unsigned char rust_cargo_toml[] = {
#embed "../../Bindings/rust/Cargo.toml"
};

static const unsigned char rust_answer_rs[] = {
#embed "../../Bindings/rust/src/answer.rs"
};

static const unsigned char rust_boundary_rs[] = {
#embed "../../Bindings/rust/src/boundary.rs"
};

static const unsigned char rust_form_rs[] = {
#embed "../../Bindings/rust/src/form.rs"
};

static const unsigned char rust_host_rs[] = {
#embed "../../Bindings/rust/src/host.rs"
};

static const unsigned char rust_later_rs[] = {
#embed "../../Bindings/rust/src/later.rs"
};

static const unsigned char rust_lib_rs[] = {
#embed "../../Bindings/rust/src/lib.rs"
};

static const unsigned char rust_node_rs[] = {
#embed "../../Bindings/rust/src/node.rs"
};

static const unsigned char rust_sys_rs[] = {
#embed "../../Bindings/rust/src/sys.rs"
};

static const unsigned char rust_vocabulary_rs[] = {
#embed "../../Bindings/rust/src/vocabulary.rs"
};

static const unsigned char errors[] = {
#embed "../../Docs/Errors.md"
};

embedded_file embedded_provider_header(void) { return (embedded_file){header, sizeof header}; }

embedded_file embedded_first_provider_in_c(void) { return (embedded_file){first_provider, sizeof first_provider}; }

embedded_file embedded_shared_header_in_c(void) { return (embedded_file){shared_header, sizeof shared_header}; }

embedded_file embedded_error_document(void) { return (embedded_file){errors, sizeof errors}; }

embedded_file embedded_builder_header(void) { return (embedded_file){builder_header, sizeof builder_header}; }

embedded_file embedded_provider_header_for_cpp(void) { return (embedded_file){header_for_cpp, sizeof header_for_cpp}; }

embedded_file embedded_version_script(void) { return (embedded_file){version_script, sizeof version_script}; }

const embedded_path *embedded_rust_crate(size_t *count) {
  static const embedded_path crate[] = {
      {"Cargo.toml", {rust_cargo_toml, sizeof rust_cargo_toml}},
      {"src/answer.rs", {rust_answer_rs, sizeof rust_answer_rs}},
      {"src/boundary.rs", {rust_boundary_rs, sizeof rust_boundary_rs}},
      {"src/form.rs", {rust_form_rs, sizeof rust_form_rs}},
      {"src/host.rs", {rust_host_rs, sizeof rust_host_rs}},
      {"src/later.rs", {rust_later_rs, sizeof rust_later_rs}},
      {"src/lib.rs", {rust_lib_rs, sizeof rust_lib_rs}},
      {"src/node.rs", {rust_node_rs, sizeof rust_node_rs}},
      {"src/sys.rs", {rust_sys_rs, sizeof rust_sys_rs}},
      {"src/vocabulary.rs", {rust_vocabulary_rs, sizeof rust_vocabulary_rs}},
  };
  *count = sizeof crate / sizeof crate[0];
  return crate;
}
