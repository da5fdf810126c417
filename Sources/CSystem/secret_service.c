// The header is types only; this has the C compiler read it alone.
#include "secret_service.h"
