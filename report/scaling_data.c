#include <math.h>

#include "report/csv.h"
#include "report/json_write.h"
#include "report/scaling.h"
#include "scaling/ranges.h"
#include "sysmodels/model/compiler.h"

/* What scaling says, for programs. */

static json_t *shape_of(const scaling_trial *t)
{
    json_t *shape = json_array();
    for (int axis = 0; axis < t->shape_rank; axis++)
        json_array_append_new(shape, json_integer(t->shape[axis]));
    if (t->shape_rank == 0)
        json_array_append_new(shape, json_integer(t->procs));
    return shape;
}

static json_t *spans_of(const size_answer *answer)
{
    json_t *all = json_array();
    for (int i = 0; i < answer->span_count; i++) {
        json_t *span = json_array();
        json_array_append_new(span, json_integer(answer->spans[i].first));
        json_array_append_new(span, json_integer(answer->spans[i].last));
        json_array_append_new(all, span);
    }
    return all;
}

static const char *end_name(size_end end)
{
    switch (end) {
    case SIZE_FOUND:
        return "found";
    case SIZE_BEYOND_MEMORY:
        return "memory";
    case SIZE_BEYOND_EFFORT:
        return "effort";
    case SIZE_BEYOND_MOST:
    case SIZE_BROKEN_OFF:
        break;
    }
    return "none";
}

static json_t *size_or_null(const size_answer *answer)
{
    return answer->end == SIZE_FOUND ? json_integer(answer->size) : json_null();
}

static json_t *point_of(const scaling_point *p)
{
    const bool is_found = p->same_speed.end == SIZE_FOUND;
    json_t *o = json_object();
    json_object_set_new(o, "processors", json_integer(p->begin.procs));
    json_object_set_new(o, "shape", shape_of(&p->begin));
    json_object_set_new(o, "size", size_or_null(&p->same_speed));
    json_set_real(o, "work", is_found ? p->at_speed.work : NAN);
    json_set_real(o, "time_s", is_found ? p->at_speed.time : NAN);
    json_set_real(o, "speed",
                  is_found ? p->at_speed.work / (p->at_speed.procs * p->at_speed.time) : NAN);
    json_set_real(o, "scaled_speedup", p->scaled_speed_up);
    json_object_set_new(o, "search", json_string(end_name(p->same_speed.end)));
    json_object_set_new(o, "step", json_integer(p->same_speed.step));
    json_object_set_new(o, "largest_tried", json_integer(p->same_speed.last));
    json_object_set_new(o, "sizes_reaching", spans_of(&p->same_speed));
    json_t *begin = json_object();
    json_set_real(begin, "time_s", p->begin.is_made ? p->begin.time : NAN);
    json_set_real(begin, "speedup", p->speed_up);
    json_set_real(begin, "efficiency", p->efficiency);
    json_set_real(begin, "serial_fraction", p->serial_fraction);
    json_object_set_new(o, "at_first_size", begin);
    json_object_set_new(o, "isoefficiency_size", size_or_null(&p->same_efficiency));
    return o;
}

static json_t *scaling_of(fp_context *ctx, const scaling *s)
{
    const estimate *e = s->start;
    json_t *o = json_object();
    json_object_set_new(o, "schema", json_string("fpredict/scaling/1"));
    json_object_set_new(o, "source", json_text(ctx->arena, source_path(e->graph->program->file)));
    json_object_set_new(o, "entry", json_text(ctx->arena, e->graph->entry->name));
    json_object_set_new(o, "machine", json_text(ctx->arena, e->machine->name));
    json_object_set_new(o, "compiler", json_text(ctx->arena, sag_compiler_name(e->machine)));
    json_t *distributions = json_array();
    for (int i = 0; i < e->graph->layout->text_count; i++)
        json_array_append_new(distributions, json_text(ctx->arena, e->graph->layout->text[i]));
    json_object_set_new(o, "distributions", distributions);
    json_object_set_new(o, "parameter", json_text(ctx->arena, s->of->size));
    json_object_set_new(o, "first_size", json_integer(s->size));
    json_object_set_new(o, "work", json_text(ctx->arena, s->of->work ? s->of->work : "counted"));
    json_set_real(o, "speed", s->speed);
    json_t *points = json_array(), *pairs = json_array();
    for (int i = 0; i < s->count; i++)
        json_array_append_new(points, point_of(&s->points[i]));
    for (int i = 0; i < s->pair_count; i++) {
        json_t *one = json_object();
        json_object_set_new(one, "from", json_integer(s->points[s->pairs[i].from].begin.procs));
        json_object_set_new(one, "to", json_integer(s->points[s->pairs[i].to].begin.procs));
        json_set_real(one, "psi", s->pairs[i].psi);
        json_array_append_new(pairs, one);
    }
    json_object_set_new(o, "points", points);
    json_object_set_new(o, "pairs", pairs);
    return o;
}

bool report_scaling_json(fp_context *ctx, FILE *out, int count, const scaling *all)
{
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(array, scaling_of(ctx, &all[i]));
    return json_write_all(array, out);
}

void report_scaling_csv(FILE *out, int count, const scaling *all)
{
    fputs("machine,distributions,processors,size,work,time_s,psi,scaled_speedup,first_size_time_s,"
          "speedup,"
          "efficiency,serial_fraction,isoefficiency_size\r\n",
          out);
    for (int m = 0; m < count; m++)
        for (int i = 0; i < all[m].count; i++) {
            const scaling_point *p = &all[m].points[i];
            const bool is_found = p->same_speed.end == SIZE_FOUND;
            fprintf(out, "%s,", all[m].of->machine->name);
            for (int k = 0; k < all[m].of->graph->layout->text_count; k++)
                fprintf(out, "%s%s", k ? "; " : "\"", all[m].of->graph->layout->text[k]);
            fprintf(out, "%s,%d", all[m].of->graph->layout->text_count ? "\"" : "", p->begin.procs);
            csv_put_number(out, is_found ? (double)p->same_speed.size : NAN);
            csv_put_number(out, is_found ? p->at_speed.work : NAN);
            csv_put_number(out, is_found ? p->at_speed.time : NAN);
            csv_put_number(out, scaling_psi(&all[m], i));
            csv_put_number(out, p->scaled_speed_up);
            csv_put_number(out, p->begin.is_made ? p->begin.time : NAN);
            csv_put_number(out, p->speed_up);
            csv_put_number(out, p->efficiency);
            csv_put_number(out, p->serial_fraction);
            csv_put_number(
                out, p->same_efficiency.end == SIZE_FOUND ? (double)p->same_efficiency.size : NAN);
            fputs("\r\n", out);
        }
}
