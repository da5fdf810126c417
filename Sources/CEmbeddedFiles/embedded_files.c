// Files of the project as bytes, so that `appctl` stays a single file.
#include "embedded_files.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char header[] = {
#embed "../CProviderABI/include/appcontroller_provider.h"
};

static const unsigned char errors[] = {
#embed "../../Docs/Errors.md"
};

embedded_file embedded_provider_header(void) { return (embedded_file){header, sizeof header}; }

embedded_file embedded_error_document(void) { return (embedded_file){errors, sizeof errors}; }
