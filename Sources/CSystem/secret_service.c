// The header contains types only; this file makes the C compiler check it by itself.
#include "secret_service.h"
