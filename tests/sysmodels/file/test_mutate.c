/* The reader on damaged files: whatever it is given, it returns a machine that
 * can be written and read again, or says at least one error. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sysmodels/model/sag.h"
#include "tests/cmocka_all.h"

enum { CASES = 6000, EDITS = 4 };

static uint64_t next(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

static size_t below(uint64_t *seed, size_t n)
{
    return n ? (size_t)(next(seed) % n) : 0;
}

/* clang-format off */
static const char *const scraps[] = {
    "- ", ": ", "{", "}", "[", "]", ",", "&a ", "*a", "!!int ", "---\n", "...", "\n", "\n\n", "  ",
    "\t", "\r", "\"", "'", "| ", "> ", "#", "%YAML 1.1\n", "? ", "<<: ", "~", "null", "-1", "0",
    "1e400", "1e-320", "nan", "0x10", "999999999999", "node", "parts: [node]", "units:", "_us",
    "\xEF\xBB\xBF", "\xC3", "\xE2\x80\xA8", "\x85", "\x7F", "\\0", "\\x85", "\\u2028",
    "dunigan1991", "references:",
};
/* clang-format on */

/* Cuts, repeats, overwrites or inserts a few bytes of `text`. */
static size_t damage(uint64_t *seed, char *text, size_t length, size_t capacity)
{
    size_t at = below(seed, length + 1), n = below(seed, 40);
    const char *scrap = scraps[below(seed, sizeof scraps / sizeof *scraps)];

    switch (below(seed, 6)) {
    case 0: /* the file ends early */
        return below(seed, 8) ? length : at;
    case 1: /* a gap */
        if (n > length - at)
            n = length - at;
        memmove(text + at, text + at + n, length - at - n);
        return length - n;
    case 2: /* one byte another */
        if (at < length)
            text[at] = (char)below(seed, 256);
        return length;
    case 3: /* a part again, elsewhere */
        if (n > length - at)
            n = length - at;
        if (length + n <= capacity) {
            size_t to = below(seed, length + 1);
            char part[40];
            memcpy(part, text + at, n);
            memmove(text + to + n, text + to, length - to);
            memcpy(text + to, part, n);
            length += n;
        }
        return length;
    default: /* a scrap that means something to YAML or to the schema */
        n = strlen(scrap);
        if (length + n <= capacity) {
            memmove(text + at + n, text + at, length - at);
            memcpy(text + at, scrap, n);
            length += n;
        }
        return length;
    }
}

/* Returns whether the text was a machine. */
static bool read_text(const char *text, size_t length)
{
    fp_context *ctx = fp_context_new();
    const sag *machine = sag_read(ctx, source_add(ctx->sources, "m.yaml", text, length));
    bool is_machine = machine != NULL;
    char *written = NULL, *said = NULL;
    size_t written_length, said_length;

    assert_int_equal(is_machine, !diag_has_errors(ctx->diags));
    FILE *out = open_memstream(&said, &said_length);
    diag_print(ctx->diags, out, false, DIAG_REMARK);
    fclose(out);
    assert_null(strstr(said, "libcyaml refuses"));
    if (machine) {
        out = open_memstream(&written, &written_length);
        sag_print(ctx, machine, out, 100);
        sag_print_dot(machine, out);
        sag_print_json(ctx, machine, out);
        fclose(out);
        assert_true(written_length > 0);
        free(written);
        out = open_memstream(&written, &written_length);
        assert_true(sag_write(ctx, machine, out));
        fclose(out);
        if (!sag_read(ctx, source_add(ctx->sources, "w.yaml", written, written_length))) {
            diag_print(ctx->diags, stderr, false, DIAG_REMARK);
            fail_msg("written, but not read again:\n%s", written);
        }
        free(written);
    }
    free(said);
    fp_context_free(ctx);
    return is_machine;
}

static void damaged_files_are_read_or_refused(void **state)
{
    static const char *const files[] = {FP_SOURCE_DIR "/sysmodels/machines/ipsc860.yaml",
                                        FP_SOURCE_DIR "/sysmodels/machines/t3e.yaml",
                                        FP_SOURCE_DIR "/sysmodels/machines/slingshot11.yaml",
                                        FP_TEST_DIR "/machines/cluster.yaml"};
    enum { CAPACITY = 1 << 16 };
    char *whole = malloc(CAPACITY), *text = malloc(CAPACITY);
    uint64_t seed = 860;
    int machines = 0;

    (void)state;
    for (int f = 0; f < 4; ++f) {
        FILE *in = fopen(files[f], "rb");
        size_t size;
        assert_non_null(in);
        size = fread(whole, 1, CAPACITY / 2, in);
        fclose(in);
        assert_true(read_text(whole, size));
        for (int i = 0; i < CASES / 4; ++i) {
            size_t length = size, edits = 1 + below(&seed, EDITS);
            memcpy(text, whole, size);
            while (edits--)
                length = damage(&seed, text, length, CAPACITY);
            machines += read_text(text, length);
        }
    }
    /* Some damage is to a comment or a source; most is not. */
    assert_in_range(machines, CASES / 100, CASES * 3 / 4);
    free(whole);
    free(text);
}

/* Every prefix of a small file, so that each place where one can end is met. */
static void every_prefix(void **state)
{
    static const char text[] =
        "schema: fpredict/machine/1\nname: n\ntitle: t\n"
        "relative_errors: {seed: 0, seen: 0, derived: 0, recollected: 0, trained: 0}\n"
        "root: a\nnode: b\nunits:\n- {name: a, title: \"a\\u263A\", parts: [b]}\n"
        "- name: b\n  title: 'b'\n  memory: {size_KiB: {value: 4.5e2, from: seen, source: s}}\n";
    (void)state;
    for (size_t n = 0; n < sizeof text; ++n)
        assert_false(read_text(text, n));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damaged_files_are_read_or_refused),
        cmocka_unit_test(every_prefix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
