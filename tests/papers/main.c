/* fpredict-papers FPREDICT FOLDER [OUT [PAPER]]
 *
 * What the papers claim beside what is predicted, as tables of docs/published.md: OUT/summary.md,
 * and OUT/mohr.md and so on; of one PAPER alone where it is named. Without OUT nothing is
 * measured: it is checked that each claim has its answer, each answer its measure, and each
 * measure its answer. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/papers/claims.h"
#include "tests/papers/measure/measure.h"

typedef struct paper_entry {
    const char *name, *cited;
    const measure *measures;
} paper_entry;

static const paper_entry papers[] = {
    {"mohr", "Mohr and others 1995", mohr_measures},
    {"sun", "Sun and others 1999", sun_measures},
    {"balasundaram", "Balasundaram and others 1991", balasundaram_measures},
    {"sarukkai", "Sarukkai and Malony 1993", sarukkai_measures},
    {"parashar", "Parashar and Hariri 1996", parashar_measures},
};
enum { PAPERS = sizeof papers / sizeof papers[0] };

static const measure *find(const measure *measures, const char *name)
{
    for (; measures->name; measures++) {
        if (strcmp(measures->name, name) == 0)
            return measures;
    }
    return NULL;
}

static bool is_used(const paper *p, const char *name)
{
    for (unsigned i = 0; i < p->answer_count; i++) {
        if (p->answers[i].measure && strcmp(p->answers[i].measure, name) == 0)
            return true;
    }
    return false;
}

/* Each answer's measure is there, and each measure has its answer. */
static bool has_measures(const paper *p, const measure *measures)
{
    bool is_whole = true;
    for (unsigned i = 0; i < p->answer_count; i++) {
        const answer *a = &p->answers[i];
        if (a->measure && !find(measures, a->measure)) {
            fprintf(stderr, "%s: no measure %s\n", a->id, a->measure);
            is_whole = false;
        }
    }
    for (; measures->name; measures++) {
        if (!is_used(p, measures->name)) {
            fprintf(stderr, "%s: a measure of no claim\n", measures->name);
            is_whole = false;
        }
    }
    return is_whole;
}

/* Text in a cell of a table. Between backquotes nothing is escaped but what would end the cell. */
static void put(FILE *out, const char *text)
{
    bool is_code = false;
    for (; *text; text++) {
        if (*text == '\n') {
            fputc(' ', out);
            continue;
        }
        is_code ^= *text == '`';
        if (strchr(is_code ? "|" : "|*_<", *text))
            fputc('\\', out);
        fputc(*text, out);
    }
}

static void put_claim(FILE *out, const claim *c)
{
    fputs("| ", out);
    put(out, c->place);
    fputs(" | ", out);
    put(out, c->claim);
    if (c->value) {
        fputs(" (", out);
        put(out, c->value);
        fputc(')', out);
    }
    fputs(" | ", out);
}

/* How the claims of a paper stand. */
typedef struct tally {
    int holds, near, far, others[ANSWER_CANNOT + 1];
} tally;

/* A figure that is not the paper's has its cause, and one that is may have what qualifies it; false
 * if one that is far off has none. */
static bool put_figure(FILE *out, const answer *a, const figure *f, tally *t)
{
    const bool is_far = !f->holds && (isnan(f->off) || fabs(f->off) > 0.2);
    *(f->holds ? &t->holds : is_far ? &t->far : &t->near) += 1;
    put(out, f->text);
    if (f->holds)
        fputs(" | holds", out);
    else if (isnan(f->off))
        fputs(" | **does not hold**", out);
    else
        fprintf(out, " | **differs by %+.*f %%**", fabs(f->off) < 0.1 ? 1 : 0, 100 * f->off);
    if (a->cause) {
        fputs(": ", out);
        put(out, a->cause);
    }
    if (is_far && !a->cause) {
        fprintf(stderr, "%s: %s: far from the paper's, and no cause is told\n", a->id, f->text);
        return false;
    }
    return true;
}

static bool is_sentence(const char *text)
{
    return text && text[0] && text[strlen(text) - 1] == '.';
}

static bool put_row(FILE *out, const claim *c, const measure *measures, tally *t)
{
    static const char *const words[] = {
        [ANSWER_BUILT] = "built",
        [ANSWER_NOT_BUILT] = "not built",
        [ANSWER_CANNOT] = "cannot be held",
    };
    const answer *a = c->answer;
    bool is_whole = true;
    put_claim(out, c);
    if (a->verdict == ANSWER_MEASURED) {
        const figure f = find(measures, a->measure)->make();
        is_whole = put_figure(out, a, &f, t);
    } else {
        t->others[a->verdict]++;
        put(out, a->says);
        fprintf(out, " | %s", words[a->verdict]);
    }
    if (a->test)
        fprintf(out, "%s `%s`", is_sentence(a->cause) ? "" : ";", a->test);
    fputs(" |\n", out);
    return is_whole;
}

static FILE *open_page(const char *folder, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.md", folder, name);
    FILE *out = fopen(path, "w");
    if (!out) {
        perror(path);
        exit(1);
    }
    return out;
}

/* A paper's table, and its row of the summary. */
static bool put_table(const char *folder, FILE *summary, const paper *p, const paper_entry *entry)
{
    bool is_whole = true;
    tally t = {0};
    FILE *out = open_page(folder, p->name);
    fputs("| where | the paper | fpredict | verdict |\n|---|---|---|---|\n", out);
    for (unsigned i = 0; i < p->claim_count; i++)
        is_whole &= put_row(out, &p->claims[i], entry->measures, &t);
    fclose(out);
    fprintf(summary, "| %s | %u | %d | %d | %d | %d | %d | %d |\n", entry->cited, p->claim_count,
            t.holds, t.near, t.far, t.others[ANSWER_CANNOT], t.others[ANSWER_BUILT],
            t.others[ANSWER_NOT_BUILT]);
    return is_whole;
}

static void put_summary_head(FILE *out)
{
    fputs("| paper | claims | hold | differ by up to 20 % | differ by more, or do not hold | "
          "cannot be held | methods and uses that are built | not built |\n"
          "|---|---|---|---|---|---|---|---|\n",
          out);
}

int main(int argc, char **argv)
{
    if (argc < 3 || argc > 5) {
        fputs("usage: fpredict-papers FPREDICT FOLDER [OUT [PAPER]]\n", stderr);
        return 2;
    }
    const char *folder = argc > 3 ? argv[3] : NULL, *only = argc > 4 ? argv[4] : NULL;
    FILE *summary = folder ? open_page(folder, "summary") : NULL;
    bool is_whole = true, is_known = !only;
    fpredict = argv[1];
    if (summary)
        put_summary_head(summary);
    for (int i = 0; i < PAPERS; i++) {
        paper p;
        if (only && strcmp(only, papers[i].name) != 0)
            continue;
        is_known = true;
        if (!paper_open(&p, argv[2], papers[i].name) || !has_measures(&p, papers[i].measures))
            is_whole = false;
        else if (folder)
            is_whole &= put_table(folder, summary, &p, &papers[i]);
        paper_close(&p);
    }
    if (summary)
        fclose(summary);
    if (!is_known)
        fprintf(stderr, "no paper '%s'\n", only);
    return is_whole && is_known ? 0 : 1;
}
