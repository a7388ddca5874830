#include "support/terminal.h"

#include <langinfo.h>
#include <locale.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "support/utf8.h"

/* The value of a variable of the environment that is set and not empty; else null. */
static const char *variable(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

bool terminal_is(FILE *stream)
{
    return isatty(fileno(stream));
}

int terminal_columns(FILE *stream, int otherwise)
{
    enum { MOST = 100000 };
    const char *columns = variable("COLUMNS");
    char *end = NULL;
    long stated = columns ? strtol(columns, &end, 10) : 0;
    struct winsize size;
    if (columns && !*end && stated > 0 && stated <= MOST)
        return (int)stated;
    if (isatty(fileno(stream)) && ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return otherwise;
}

bool terminal_can_rewrite(FILE *stream)
{
    const char *kind = variable("TERM");
    return terminal_is(stream) && kind && strcmp(kind, "dumb") != 0;
}

bool terminal_has_color(FILE *stream, color_choice choice)
{
    const char *forced = variable("CLICOLOR_FORCE");
    if (choice != COLOR_AUTO)
        return choice == COLOR_ALWAYS;
    if (variable("NO_COLOR"))
        return false;
    return (forced && strcmp(forced, "0") != 0) || terminal_can_rewrite(stream);
}

/* The program's own locale stays "C", so that it reads and writes numbers alike everywhere. */
bool terminal_is_utf8(void)
{
    locale_t users = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    if (users == (locale_t)0)
        return false;
    bool is_utf8 = strcasecmp(nl_langinfo_l(CODESET, users), "UTF-8") == 0;
    freelocale(users);
    return is_utf8;
}

/* In ASCII; of as many columns where the eye would not be misled. */
static const char *in_ascii(uint32_t code)
{
    static const struct {
        uint32_t code;
        const char *text;
    } all[] = {
        {0x00B1, "+/-"}, {0x00B5, "u"}, {0x00B7, "."},  {0x00D7, "x"},  {0x0394, "D"},
        {0x03A3, "sum"}, {0x03BC, "u"}, {0x2013, "-"},  {0x2014, "-"},  {0x2018, "'"},
        {0x2019, "'"},   {0x201C, "'"}, {0x201D, "'"},  {0x2026, "~"},  {0x2192, "->"},
        {0x2212, "-"},   {0x2248, "~"}, {0x2264, "<="}, {0x2265, ">="}, {0x2308, "ceil("},
        {0x2309, ")"},   {0x2500, "-"}, {0x2502, "|"},  {0x2514, "`"},  {0x251C, "|"},
        {0x2581, "."},   {0x2582, "."}, {0x2583, ":"},  {0x2584, ":"},  {0x2585, "="},
        {0x2586, "="},   {0x2587, "#"}, {0x2588, "#"},  {0x2591, "."},  {0x2592, "-"},
        {0x2593, "="},   {0x25B8, ">"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].code == code)
            return all[i].text;
    return NULL;
}

bool terminal_write(FILE *to, const char *text, size_t length)
{
    if (terminal_is_utf8())
        return fwrite(text, 1, length, to) == length;
    const bool is_shown = terminal_is(to);
    for (size_t at = 0, bytes; at < length; at += bytes) {
        uint32_t code = '?';
        bytes = utf8_decode(text + at, length - at, &code);
        const char *ascii = bytes > 1 ? in_ascii(code) : NULL;
        if (ascii)
            fputs(ascii, to);
        else if (bytes == 1 || !is_shown) /* what others wrote stays as it is in a file */
            fwrite(text + at, 1, bytes ? bytes : 1, to);
        else
            fputc('?', to);
        bytes = bytes ? bytes : 1;
    }
    return !ferror(to);
}

FILE *terminal_open(terminal_text *t, FILE *to)
{
    *t = (terminal_text){.to = to, .out = to};
    FILE *memory = !terminal_is_utf8() ? open_memstream(&t->text, &t->length) : NULL;
    if (memory)
        t->out = memory;
    return t->out;
}

bool terminal_close(terminal_text *t)
{
    bool ok = true;
    if (t->out != t->to) {
        ok = fclose(t->out) == 0 && terminal_write(t->to, t->text, t->length);
        free(t->text);
    }
    *t = (terminal_text){0};
    return ok;
}
