#ifndef FPREDICT_DRIVER_FPREDICT_TICKER_H
#define FPREDICT_DRIVER_FPREDICT_TICKER_H

/* Tells a person at a terminal, on standard error, how far something long is. */

#include <stdbool.h>
#include <time.h>

typedef struct ticker {
    bool is_terminal, is_shown;
    struct timespec last;
} ticker;

ticker ticker_begin(void);
/* Shall a line be written now, as by ticker_say? Twice a second, and not in the first half. */
bool ticker_is_due(ticker *p);
/* Replaces the line. */
void ticker_say(ticker *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
void ticker_end(ticker *p);

#endif
