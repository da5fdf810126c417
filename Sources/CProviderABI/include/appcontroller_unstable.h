/* appcontroller_unstable.h - drafts: what a later minor version may have, for those who try it out before.
 *
 * A draft is an extension of get_extension, of a host or of a provider, with its id and its struct. Members of other
 * structs, functions, effects and kinds are never drafts, because nobody could take them back.
 *
 * Change.    A draft may change or go with any release. Its revision counts up with every change that is not an
 *            addition at the end of its struct, so that two sides never mean different things by one id.
 * Use.       Either side does without it: get_extension answers NULL to an id that is not known any more. A provider
 *            that is given to others does not have it in the "requires" of its note.
 * Stability. It needs two implementations that are independent of each other, and a provider that people use. It then
 *            moves to appcontroller_provider.h, with the id that it has, as "ack.NAME/REV", and "Since 1.N": whatever
 *            was built with the draft goes on working.
 */
#ifndef APPCONTROLLER_UNSTABLE_H
#define APPCONTROLLER_UNSTABLE_H

#ifndef ACK_UNSTABLE
#error "appcontroller_unstable.h has drafts, which may change or go with any release; define ACK_UNSTABLE if that is fine"
#endif

#include "appcontroller_provider.h"

/* There is no draft at present. */

#endif /* APPCONTROLLER_UNSTABLE_H */
