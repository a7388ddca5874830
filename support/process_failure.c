#include "support/process_failure.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "support/format.h"
#include "support/process.h"
#include "support/utf8.h"

void process_make_plain(char *text)
{
    for (size_t left = strlen(text); left > 0;) {
        uint32_t code;
        size_t bytes = utf8_decode(text, left, &code);
        bool is_control = code < ' ' || (code >= 0x7f && code < 0xa0);
        if (bytes == 0 || (is_control && code != '\n' && code != '\t')) {
            bytes = bytes ? bytes : 1;
            memset(text, '?', bytes);
        }
        text += bytes;
        left -= bytes;
    }
}

static const char *find(const char *text, const char *word)
{
    for (; *text; text++)
        if (strncasecmp(text, word, strlen(word)) == 0)
            return text;
    return NULL;
}

/* --- The signal ------------------------------------------------------------------------------ */

enum { SIGNALS = 32 };

/* "Aborted (signal 6)", "exited on signal 11 (Segmentation fault)", "Signal: Killed (9)": the
 * number and the name must be there, as programs speak of signals, too. */
static int signal_of_line(const char *line)
{
    const char *at = find(line, "signal");
    if (!at)
        return 0;
    at += strcspn(at, "0123456789");
    long number = strtol(at, NULL, 10);
    bool is_one = number > 0 && number < SIGNALS;
    return is_one && find(line, strsignal((int)number)) ? (int)number : 0;
}

static int signal_of_file(const char *path)
{
    char line[512];
    int found = 0;
    FILE *in = path ? fopen(path, "r") : NULL;
    while (in && !found && fgets(line, sizeof line, in))
        found = signal_of_line(line);
    if (in)
        fclose(in);
    return found;
}

int process_signal_of(int exit_code, const char *output, const char *printed)
{
    if (exit_code > 128 && exit_code < 128 + SIGNALS)
        return exit_code - 128;
    int found = signal_of_file(output);
    return found ? found : signal_of_file(printed);
}

/* --- Words -------------------------------------------------------------------------------------
 */

/* After "[host:12958] ", which starters of programs put before what they say. */
static const char *after_prefix(const char *line)
{
    const char *end = *line == '[' ? strchr(line, ']') : NULL;
    return end && memchr(line, ':', (size_t)(end - line)) ? end + 1 + strspn(end + 1, " \t") : line;
}

/* Is there more than a line drawn? */
static bool has_words(const char *line)
{
    for (; *line; line++)
        if (isalnum((unsigned char)*line))
            return true;
    return false;
}

const char *process_last_words(arena *a, const char *output, bool is_signal)
{
    enum { LINES = 3, COLUMNS = 200 };
    char line[512];
    const char *last[LINES] = {NULL, NULL, NULL}, *words = NULL;
    bool is_error = false;
    FILE *in = output ? fopen(output, "r") : NULL;
    while (in && !is_error && fgets(line, sizeof line, in)) {
        line[strcspn(line, "\r\n")] = '\0';
        process_make_plain(line);
        const char *whole = line + strspn(line, " \t"), *text = after_prefix(whole);
        bool is_news = !is_signal || (text == whole && !signal_of_line(text));
        if (!has_words(text) || !is_news)
            continue;
        is_error = find(text, "error") || find(text, "undefined");
        last[0] = is_error ? NULL : last[1];
        last[1] = is_error ? NULL : last[2];
        last[2] = arena_strdup(a, text);
    }
    if (in)
        fclose(in);
    for (int i = 0; i < LINES; i++)
        if (last[i])
            words = words ? arena_printf(a, "%s / %s", words, last[i]) : last[i];
    return words ? format_fit(a, words, COLUMNS) : NULL;
}
