// Files of the project as bytes, so that `appctl` stays a single file.
#include "embedded_files.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char swift_package_swift[] = {
#embed "../../Templates/swift/Package.swift"
};
static const unsigned char swift_provider_json[] = {
#embed "../../Templates/swift/Sources/ComExampleSkeleton/provider.json"
};
static const unsigned char swift_skeletonprovider_swift[] = {
#embed "../../Templates/swift/Sources/ComExampleSkeleton/SkeletonProvider.swift"
};
static const unsigned char swift_skeletonprovidertests_swift[] = {
#embed "../../Templates/swift/Tests/ComExampleSkeletonTests/SkeletonProviderTests.swift"
};
static const unsigned char swift_readme_md[] = {
#embed "../../Templates/swift/README.md"
};
static const unsigned char swift_gitignore[] = {
#embed "../../Templates/swift/.gitignore"
};
static const unsigned char c_makefile[] = {
#embed "../../Templates/c/Makefile"
};
static const unsigned char provider_c[] = {
#embed "../../Examples/Features/provider.c"
};
static const unsigned char provider_h[] = {
#embed "../../Examples/Features/provider.h"
};
static const unsigned char c_test_c[] = {
#embed "../../Templates/c/test.c"
};
static const unsigned char appcontroller_builder_h[] = {
#embed "../CProviderABI/include/appcontroller_builder.h"
};
static const unsigned char appcontroller_provider_h[] = {
#embed "../CProviderABI/include/appcontroller_provider.h"
};
static const unsigned char c_readme_md[] = {
#embed "../../Templates/c/README.md"
};
static const unsigned char c_gitignore[] = {
#embed "../../Templates/c/.gitignore"
};
static const unsigned char cpp_makefile[] = {
#embed "../../Templates/cpp/Makefile"
};
static const unsigned char cpp_provider_cpp[] = {
#embed "../../Templates/cpp/provider.cpp"
};
static const unsigned char appcontroller_provider_hpp[] = {
#embed "../CProviderABI/include/appcontroller_provider.hpp"
};
static const unsigned char appcontroller_provider_map[] = {
#embed "../CProviderABI/include/appcontroller_provider.map"
};
static const unsigned char cpp_readme_md[] = {
#embed "../../Templates/cpp/README.md"
};
static const unsigned char cpp_gitignore[] = {
#embed "../../Templates/cpp/.gitignore"
};
static const unsigned char rust_cargo_toml[] = {
#embed "../../Templates/rust/Cargo.toml"
};
static const unsigned char rust_src_lib_rs[] = {
#embed "../../Templates/rust/src/lib.rs"
};
static const unsigned char rust_readme_md[] = {
#embed "../../Templates/rust/README.md"
};
static const unsigned char rust_gitignore[] = {
#embed "../../Templates/rust/.gitignore"
};
static const unsigned char crate_cargo_toml[] = {
#embed "../../Bindings/rust/Cargo.toml"
};
static const unsigned char crate_src_answer_rs[] = {
#embed "../../Bindings/rust/src/answer.rs"
};
static const unsigned char crate_src_boundary_rs[] = {
#embed "../../Bindings/rust/src/boundary.rs"
};
static const unsigned char crate_src_form_rs[] = {
#embed "../../Bindings/rust/src/form.rs"
};
static const unsigned char crate_src_host_rs[] = {
#embed "../../Bindings/rust/src/host.rs"
};
static const unsigned char crate_src_later_rs[] = {
#embed "../../Bindings/rust/src/later.rs"
};
static const unsigned char crate_src_lib_rs[] = {
#embed "../../Bindings/rust/src/lib.rs"
};
static const unsigned char crate_src_node_rs[] = {
#embed "../../Bindings/rust/src/node.rs"
};
static const unsigned char crate_src_sys_rs[] = {
#embed "../../Bindings/rust/src/sys.rs"
};
static const unsigned char crate_src_vocabulary_rs[] = {
#embed "../../Bindings/rust/src/vocabulary.rs"
};
static const unsigned char completions_bash[] = {
#embed "../../Templates/completions/appctl.bash"
};
static const unsigned char completions_zsh[] = {
#embed "../../Templates/completions/appctl.zsh"
};
static const unsigned char completions_fish[] = {
#embed "../../Templates/completions/appctl.fish"
};
static const unsigned char errors[] = {
#embed "../../Docs/Errors.md"
};

#define ENTRY(path, bytes) {path, bytes, sizeof bytes}

const embedded_file *embedded_files(size_t *count) {
  static const embedded_file files[] = {
      ENTRY("swift/Package.swift", swift_package_swift),
      ENTRY("swift/Sources/ComExampleSkeleton/provider.json", swift_provider_json),
      ENTRY("swift/Sources/ComExampleSkeleton/SkeletonProvider.swift", swift_skeletonprovider_swift),
      ENTRY("swift/Tests/ComExampleSkeletonTests/SkeletonProviderTests.swift", swift_skeletonprovidertests_swift),
      ENTRY("swift/README.md", swift_readme_md),
      ENTRY("swift/.gitignore", swift_gitignore),
      ENTRY("c/Makefile", c_makefile),
      ENTRY("c/provider.c", provider_c),
      ENTRY("c/provider.h", provider_h),
      ENTRY("c/test.c", c_test_c),
      ENTRY("c/appcontroller_builder.h", appcontroller_builder_h),
      ENTRY("c/appcontroller_provider.h", appcontroller_provider_h),
      ENTRY("c/README.md", c_readme_md),
      ENTRY("c/.gitignore", c_gitignore),
      ENTRY("cpp/Makefile", cpp_makefile),
      ENTRY("cpp/provider.cpp", cpp_provider_cpp),
      ENTRY("cpp/appcontroller_builder.h", appcontroller_builder_h),
      ENTRY("cpp/appcontroller_provider.h", appcontroller_provider_h),
      ENTRY("cpp/appcontroller_provider.hpp", appcontroller_provider_hpp),
      ENTRY("cpp/appcontroller_provider.map", appcontroller_provider_map),
      ENTRY("cpp/README.md", cpp_readme_md),
      ENTRY("cpp/.gitignore", cpp_gitignore),
      ENTRY("rust/Cargo.toml", rust_cargo_toml),
      ENTRY("rust/src/lib.rs", rust_src_lib_rs),
      ENTRY("rust/README.md", rust_readme_md),
      ENTRY("rust/.gitignore", rust_gitignore),
      ENTRY("rust/appcontroller-provider/Cargo.toml", crate_cargo_toml),
      ENTRY("rust/appcontroller-provider/src/answer.rs", crate_src_answer_rs),
      ENTRY("rust/appcontroller-provider/src/boundary.rs", crate_src_boundary_rs),
      ENTRY("rust/appcontroller-provider/src/form.rs", crate_src_form_rs),
      ENTRY("rust/appcontroller-provider/src/host.rs", crate_src_host_rs),
      ENTRY("rust/appcontroller-provider/src/later.rs", crate_src_later_rs),
      ENTRY("rust/appcontroller-provider/src/lib.rs", crate_src_lib_rs),
      ENTRY("rust/appcontroller-provider/src/node.rs", crate_src_node_rs),
      ENTRY("rust/appcontroller-provider/src/sys.rs", crate_src_sys_rs),
      ENTRY("rust/appcontroller-provider/src/vocabulary.rs", crate_src_vocabulary_rs),
      ENTRY("completions/appctl.bash", completions_bash),
      ENTRY("completions/appctl.zsh", completions_zsh),
      ENTRY("completions/appctl.fish", completions_fish),
      ENTRY("errors.md", errors),
  };
  *count = sizeof files / sizeof files[0];
  return files;
}
