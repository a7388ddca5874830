/* Where the values of the machines that come with fpredict are from: publications that
 * anybody can find, named as people name them. */

#include <stdlib.h>
#include <string.h>

#include "sysmodels/model/sag.h"
#include "tests/cmocka_all.h"

static const char *const folder = FP_SOURCE_DIR "/sysmodels/machines";

static const sag *open_machine(fp_context *ctx, const char *name)
{
    const sag *machine = sag_open(ctx, name, 1, &folder);
    diag_print(ctx->diags, stderr, false, DIAG_REMARK);
    if (!machine)
        fail_msg("%s", name);
    return machine;
}

/* A value that was looked up names what it was looked up in. One study was given to the
 * project and is not published. */
static void cites(void *data, const quantity *q)
{
    size_t length;
    (void)data;
    if ((q->from == FROM_SEED || q->from == FROM_SEEN) && !reference_next(q->source, &length) &&
        !strstr(q->source, "study of 47 kernels"))
        fail_msg("%s: '%s' names no reference", q->path, q->source);
}

static void what_was_looked_up_names_a_reference(void **state)
{
    fp_context *ctx = fp_context_new();
    int count;
    const char *const *names = sag_list(ctx, 1, &folder, &count);

    (void)state;
    assert_int_equal(count, 15);
    for (int i = 0; i < count; ++i) {
        const sag *machine = open_machine(ctx, names[i]);
        assert_true(machine->reference_count > 0);
        sag_each(machine, cites, NULL);
    }
    fp_context_free(ctx);
}

/* Nobody sees a key, nor what no reader of a publication can find. */
static void people_see_no_keys(void **state)
{
    fp_context *ctx = fp_context_new();
    int count;
    const char *const *names = sag_list(ctx, 1, &folder, &count);

    (void)state;
    for (int i = 0; i < count; ++i) {
        const sag *machine = open_machine(ctx, names[i]);
        char *page = NULL;
        size_t length;
        FILE *out = open_memstream(&page, &length);
        sag_print(ctx, machine, out, 400);
        fclose(out);
        for (int k = 0; k < machine->reference_count; ++k) {
            const sag_reference *r = &machine->references[k];
            if (strstr(page, r->key))
                fail_msg("%s shows the key '%s'", names[i], r->key);
            assert_non_null(strstr(page, r->label));
            assert_non_null(strstr(page, r->title));
        }
        if (strstr(page, "seed 0"))
            fail_msg("%s: %.40s", names[i], strstr(page, "seed 0"));
        free(page);
    }
    fp_context_free(ctx);
}

static void has(const char *page, const char *text)
{
    if (!strstr(page, text))
        fail_msg("'%s' is not in: %s", text, page);
}

static void the_ipsc860_as_people_read_it(void **state)
{
    fp_context *ctx = fp_context_new();
    const sag *machine = open_machine(ctx, "ipsc860");
    char *page = NULL, *json = NULL;
    size_t length;
    FILE *out = open_memstream(&page, &length);

    (void)state;
    sag_print(ctx, machine, out, 400);
    fclose(out);
    has(page, "seed ±5 %          Sarukkai and Malony 1993, section 4.2, after Dunigan 1991\n");
    has(page, "\nReferences\n");
    has(page,
        "  Sarukkai and Malony 1993\n    Sekhar R. Sarukkai and Allen D. Malony: Perturbation "
        "Analysis of High Level Instrumentation for SPMD Programs. ");
    out = open_memstream(&json, &length);
    sag_print_json(ctx, machine, out);
    fclose(out);
    has(json, "\"source\": \"Sarukkai and Malony 1993, section 4.2, after Dunigan 1991\"");
    has(json, "\"cited_as\": \"Dunigan 1991\"");
    has(json, "\"key\": \"dunigan1991\"");
    free(page);
    free(json);
    fp_context_free(ctx);
}

/* A machine of parts of another one, as `fpredict train --node-of` makes it, is written with
 * the references of these parts: here the node without the cube. */
static void parts_take_their_references_along(void **state)
{
    fp_context *ctx = fp_context_new();
    sag part = *open_machine(ctx, "ipsc860");
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);

    (void)state;
    part.root = part.node;
    part.host = part.link = NULL;
    assert_true(sag_write(ctx, &part, out));
    fclose(out);
    has(text, "key: \"parashar1996\"");
    assert_null(strstr(text, "sarukkai1993"));
    free(text);
    fp_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_looked_up_names_a_reference),
        cmocka_unit_test(people_see_no_keys),
        cmocka_unit_test(the_ipsc860_as_people_read_it),
        cmocka_unit_test(parts_take_their_references_along),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
