#include "tests/papers/claims.h"

#include <cyaml/cyaml.h>
#include <stdio.h>
#include <string.h>

#define TEXT(key, type)                                                                            \
    CYAML_FIELD_STRING_PTR(#key, CYAML_FLAG_POINTER, type, key, 1, CYAML_UNLIMITED)
#define TEXT_IF_ANY(key, type)                                                                     \
    CYAML_FIELD_STRING_PTR(#key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, type, key, 1,           \
                           CYAML_UNLIMITED)

static const cyaml_strval_t kinds[] = {
    {"result", CLAIM_RESULT},       {"machine", CLAIM_MACHINE},       {"method", CLAIM_METHOD},
    {"usability", CLAIM_USABILITY}, {"other-tool", CLAIM_OTHER_TOOL},
};

static const cyaml_strval_t verdicts[] = {
    {"measured", ANSWER_MEASURED},
    {"built", ANSWER_BUILT},
    {"not built", ANSWER_NOT_BUILT},
    {"cannot be held", ANSWER_CANNOT},
};

static const cyaml_schema_field_t claim_keys[] = {
    TEXT(id, claim),
    TEXT(place, claim),
    CYAML_FIELD_ENUM("kind", CYAML_FLAG_STRICT, claim, kind, kinds, CYAML_ARRAY_LEN(kinds)),
    TEXT(claim, claim),
    TEXT_IF_ANY(value, claim),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t answer_keys[] = {
    TEXT(id, answer),
    CYAML_FIELD_ENUM("verdict", CYAML_FLAG_STRICT, answer, verdict, verdicts,
                     CYAML_ARRAY_LEN(verdicts)),
    TEXT_IF_ANY(says, answer),
    TEXT_IF_ANY(measure, answer),
    TEXT_IF_ANY(cause, answer),
    TEXT_IF_ANY(test, answer),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t one_claim = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, claim, claim_keys)};
static const cyaml_schema_value_t one_answer = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, answer, answer_keys)};
static const cyaml_schema_value_t all_claims = {
    CYAML_VALUE_SEQUENCE(CYAML_FLAG_POINTER, claim, &one_claim, 1, CYAML_UNLIMITED)};
static const cyaml_schema_value_t all_answers = {
    CYAML_VALUE_SEQUENCE(CYAML_FLAG_POINTER, answer, &one_answer, 1, CYAML_UNLIMITED)};

static const cyaml_config_t config = {
    .log_fn = cyaml_log, .mem_fn = cyaml_mem, .log_level = CYAML_LOG_WARNING};

static bool load(const char *folder, const char *part, const char *name,
                 const cyaml_schema_value_t *schema, void *into, unsigned *count)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s/%s.yaml", folder, part, name);
    const cyaml_err_t error = cyaml_load_file(path, &config, schema, into, count);
    if (error != CYAML_OK)
        fprintf(stderr, "%s: %s\n", path, cyaml_strerror(error));
    return error == CYAML_OK;
}

static bool fault(const char *id, const char *what)
{
    fprintf(stderr, "%s: %s\n", id, what);
    return false;
}

/* What an answer must say. */
static bool says_enough(const claim *c, const answer *a)
{
    if ((a->verdict == ANSWER_MEASURED) != (a->measure != NULL))
        return fault(a->id, "what is measured names its measure, and nothing else does");
    if ((a->verdict == ANSWER_MEASURED) == (a->says != NULL))
        return fault(a->id, "what is not measured says why or by what it is so");
    if (a->cause && a->verdict != ANSWER_MEASURED)
        return fault(a->id, "only a figure has a cause");
    if (a->verdict == ANSWER_BUILT && (c->kind == CLAIM_RESULT || c->kind == CLAIM_MACHINE))
        return fault(a->id, "a result or a machine's value is measured, or cannot be held");
    return true;
}

static bool give(paper *p, const answer *a)
{
    for (unsigned i = 0; i < p->claim_count; i++) {
        claim *c = &p->claims[i];
        if (strcmp(c->id, a->id) != 0)
            continue;
        if (c->answer)
            return fault(a->id, "two answers to one claim");
        c->answer = a;
        return says_enough(c, a);
    }
    return fault(a->id, "an answer to no claim");
}

bool paper_open(paper *p, const char *folder, const char *name)
{
    bool is_whole = true;
    *p = (paper){.name = name};
    if (!load(folder, "claims", name, &all_claims, (void *)&p->claims, &p->claim_count) ||
        !load(folder, "answers", name, &all_answers, (void *)&p->answers, &p->answer_count))
        return false;
    for (unsigned i = 0; i < p->answer_count; i++)
        is_whole &= give(p, &p->answers[i]);
    for (unsigned i = 0; i < p->claim_count; i++) {
        if (!p->claims[i].answer)
            is_whole = fault(p->claims[i].id, "a claim without an answer");
    }
    return is_whole;
}

void paper_close(paper *p)
{
    cyaml_free(&config, &all_claims, p->claims, p->claim_count);
    cyaml_free(&config, &all_answers, p->answers, p->answer_count);
    *p = (paper){0};
}
