#include <math.h>
#include <string.h>

#include "explore/incomplete.h"
#include "report/csv.h"

#include "report/report.h"
#include "report/subject.h"
#include "support/format.h"
#include "support/vec.h"
#include "sysmodels/model/compiler.h"
#include <math.h>

typedef VEC(const param *) param_list;

void csv_put_text(FILE *out, const char *text)
{
    if (!text)
        return;
    if (!strpbrk(text, ",\"\n\r")) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void put_number(FILE *out, double value)
{
    char text[FORMAT_SHORTEST_SIZE];
    format_shortest(value, text);
    fprintf(out, ",%s", isfinite(value) ? text : "null");
}

/* An end of the interval; empty where there is none. */
static void put_end(FILE *out, double value, bool is_there)
{
    if (is_there)
        put_number(out, value);
    else
        fputc(',', out);
}

/* Every parameter that some prediction read has a column. */
static param_list parameters_of(fp_context *ctx, int count, const estimate *const *estimates)
{
    param_list all = {0};
    for (int i = 0; i < count; i++) {
        const parameter_value *values = subject_values(ctx, estimates[i]);
        for (int j = 0; j < estimates[i]->parameter_count; j++) {
            const param *p = values[j].param;
            int k = 0;
            while (k < all.count && strcmp(all.data[k]->name, p->name) != 0)
                k++;
            if (k == all.count)
                VEC_PUSH(ctx->arena, &all, p);
        }
    }
    return all;
}

static void put_parameter(FILE *out, const estimate *e, const param *p)
{
    fputc(',', out);
    for (int i = 0; i < e->parameter_count; i++)
        if (strcmp(e->parameters[i].param->name, p->name) == 0)
            fprintf(out, "%lld", (long long)e->parameters[i].value);
}

static void put_shape(FILE *out, const estimate *e)
{
    fprintf(out, ",%d,", e->procs);
    for (int axis = 0; axis < e->shape_rank; axis++)
        fprintf(out, "%s%d", axis ? "x" : "", e->shape[axis]);
}

bool report_csv(fp_context *ctx, FILE *out, int count, const estimate *const *estimates)
{
    param_list params = parameters_of(ctx, count, estimates);
    fputs("source,entry,machine,compiler,distributions,processors,shape", out);
    for (int i = 0; i < params.count; i++) {
        fputc(',', out);
        csv_put_text(out, params.data[i]->name);
    }
    fputs(
        ",time_s,low_s,high_s,computation_s,communication_s,overhead_s,waiting_s,balance,complete,"
        "unknown\n",
        out);
    for (int i = 0; i < count; i++) {
        const estimate *e = estimates[i];
        csv_put_text(out, source_path(e->graph->program->file));
        fputc(',', out);
        csv_put_text(out, e->graph->entry->name);
        fputc(',', out);
        csv_put_text(out, e->machine->name);
        fputc(',', out);
        csv_put_text(out, sag_compiler_name(e->machine));
        fputc(',', out);
        csv_put_text(out, subject_distributions(ctx, e));
        put_shape(out, e);
        for (int j = 0; j < params.count; j++)
            put_parameter(out, e, params.data[j]);
        estimate_bound bound = estimate_bound_of(e);
        put_number(out, e->time);
        put_end(out, e->low, bound != BOUND_NEITHER);
        put_end(out, e->high, bound == BOUND_BOTH);
        const double numbers[] = {e->parts.computation, e->parts.communication, e->parts.overhead,
                                  e->parts.waiting, e->balance};
        for (size_t j = 0; j < sizeof numbers / sizeof *numbers; j++)
            put_number(out, numbers[j]);
        fputs(bound == BOUND_BOTH ? ",true," : ",false,", out);
        csv_put_text(out, explore_reasons(ctx->arena, e, e->unknown_count));
        fputc('\n', out);
    }
    return !ferror(out);
}

void csv_put_number(FILE *out, double value)
{
    char text[FORMAT_SHORTEST_SIZE];
    format_shortest(value, text);
    fprintf(out, ",%s", isfinite(value) ? text : "");
}
