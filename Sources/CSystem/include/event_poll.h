// The event queues of Linux (epoll, eventfd), which Swift's Glibc module lacks.

#ifndef CSYSTEM_EVENT_POLL_H
#define CSYSTEM_EVENT_POLL_H

#include <sys/epoll.h>
#include <sys/eventfd.h>

#endif
