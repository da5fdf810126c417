// The target consists of its header; this file compiles it as C11, and checks the layout that version 1.0 promises.
#include "appcontroller_provider.h"

#define ACK_LAYOUT(type, size) _Static_assert(sizeof(type) == (size), #type " must stay " #size " bytes")

ACK_LAYOUT(ack_str, 16);
ACK_LAYOUT(ack_pair, 32);
ACK_LAYOUT(ack_node, 24);
ACK_LAYOUT(ack_value, 16);
ACK_LAYOUT(ack_fault, 40);
ACK_LAYOUT(ack_form, 64);
ACK_LAYOUT(ack_description, 24);
ACK_LAYOUT(ack_session, 104);
ACK_LAYOUT(ack_traits, 72);
ACK_LAYOUT(ack_context, 64);
ACK_LAYOUT(ack_configuration, 32);
ACK_LAYOUT(ack_action, 72);
ACK_LAYOUT(ack_effect, 72);
ACK_LAYOUT(ack_reply, 24);
ACK_LAYOUT(ack_failure, 80);
ACK_LAYOUT(ack_asset, 24);
ACK_LAYOUT(ack_host, 96);
ACK_LAYOUT(ack_host_info, 88);
ACK_LAYOUT(ack_sockets, 16);
ACK_LAYOUT(ack_resolver, 16);
ACK_LAYOUT(ack_creation, 64);
ACK_LAYOUT(ack_provider, 120);
ACK_LAYOUT(ack_credential_request, 56);
ACK_LAYOUT(ack_credential, 24);
ACK_LAYOUT(ack_credentials, 16);
ACK_LAYOUT(ack_query, 56);
ACK_LAYOUT(ack_answer, 64);
