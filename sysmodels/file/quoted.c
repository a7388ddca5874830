#include "sysmodels/file/quoted.h"

#include <string.h>
#include <yaml.h>

#include "support/utf8.h"

/* The text as UTF-8 alone, which is what YAML takes: a byte that is none becomes U+FFFD. */
static const char *well_formed(arena *a, const char *text)
{
    char *copy = arena_alloc(a, 3 * strlen(text) + 1), *at = copy;
    for (size_t left = strlen(text), n; left; text += n, left -= n) {
        uint32_t code;
        n = utf8_decode(text, left, &code);
        at = stpncpy(at, n ? text : "\xEF\xBF\xBD", n ? n : 3);
        n = n ? n : 1;
    }
    *at = '\0';
    return copy;
}

/* Takes what libyaml's emitter writes up to the line break with which it ends a document. */
static int take_quoted(void *data, unsigned char *text, size_t length)
{
    size_t shown = length && text[length - 1] == '\n' ? length - 1 : length;
    return fwrite(text, 1, shown, data) == shown;
}

bool yaml_write_text(arena *a, FILE *out, const char *text)
{
    yaml_emitter_t emitter;
    yaml_event_t event;
    yaml_char_t *value = (yaml_char_t *)well_formed(a, text); /* is only read */
    bool ok = yaml_emitter_initialize(&emitter);
    yaml_emitter_set_output(&emitter, take_quoted, out);
    yaml_emitter_set_unicode(&emitter, 1);
    yaml_emitter_set_width(&emitter, -1);
    ok = ok && yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING) &&
         yaml_emitter_emit(&emitter, &event);
    ok = ok && yaml_document_start_event_initialize(&event, NULL, NULL, NULL, 1) &&
         yaml_emitter_emit(&emitter, &event);
    ok = ok &&
         yaml_scalar_event_initialize(&event, NULL, NULL, value, -1, 1, 1,
                                      YAML_DOUBLE_QUOTED_SCALAR_STYLE) &&
         yaml_emitter_emit(&emitter, &event);
    ok = ok && yaml_document_end_event_initialize(&event, 1) && yaml_emitter_emit(&emitter, &event);
    ok = ok && yaml_emitter_flush(&emitter);
    yaml_emitter_delete(&emitter);
    return ok;
}
