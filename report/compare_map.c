#include <ctype.h>
#include <string.h>

#include "explore/incomplete.h"
#include "report/report.h"
#include "report/subject.h"
#include "report/table.h"
#include "report/text.h"
#include "support/format.h"
#include "support/utf8.h"
#include "sysmodels/model/compiler.h"

/* Several comparisons begin with one table: processors by sizes, in each cell the fastest
 * distribution and how many times as long the next one takes. */

/* "B,*" of "T(block,*)": the template is the same in all of them. */
static const char *short_name(arena *a, const char *name)
{
    static const struct {
        const char *word, *letter;
    } formats[] = {{"gen_block", "G"}, {"block", "B"}, {"cyclic", "C"}};
    const char *open = strchr(name, '('), *close = strrchr(name, ')');
    if (!open || !close)
        return name;
    const char *text = "";
    for (const char *s = open + 1; s < close;) {
        size_t length = 1;
        const char *as = arena_strndup(a, s, 1);
        for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
            if (strncmp(s, formats[i].word, strlen(formats[i].word)) == 0) {
                length = strlen(formats[i].word);
                as = formats[i].letter;
                break;
            }
        text = arena_printf(a, "%s%s", text, as);
        s += length;
    }
    return text;
}

static int predicted_count(const comparison *c)
{
    int count = 0;
    while (count < c->count && c->ranked[count].is_predicted)
        count++;
    return count;
}

/* "B,B 1.12", "B,B ≈", "equal"; "?" where what is not known could change which one it is. */
static const char *cell_text(arena *a, const comparison *c)
{
    const int predicted = predicted_count(c);
    if (predicted == 0)
        return "-";
    const estimate *best = &c->ranked[0].result, *next = &c->ranked[1].result;
    const char *name = short_name(a, c->ranked[0].name);
    if (predicted == 1)
        return name;
    if (!explore_is_decided(predicted, c->ranked))
        return arena_printf(a, "%s ?", name);
    if (explore_is_draw(predicted, c->ranked))
        return "equal";
    if (explore_is_close(next, best) || best->time <= 0)
        return arena_printf(a, "%s ≈", name);
    return arena_printf(a, "%s %s", name, format_number(a, next->time / best->time));
}

typedef VEC(const char *) label_list;

static int find(const label_list *labels, const char *label)
{
    int i = 0;
    while (i < labels->count && strcmp(labels->data[i], label) != 0)
        i++;
    return i;
}

static int find_or_add(arena *a, label_list *labels, const char *label)
{
    int i = find(labels, label);
    if (i == labels->count)
        VEC_PUSH(a, labels, label);
    return i;
}

/* The cells of a map, by row and column; null where nothing could be predicted. */
typedef struct map {
    label_list rows, columns;
    const char **cell;
} map;

static const char *cell_of(const map *m, int row, int column)
{
    const char *text = m->cell[row * m->columns.count + column];
    return text ? text : "-";
}

static map read_map(arena *a, int count, const comparison *all, const comparison_label *labels)
{
    map m = {0};
    for (int i = 0; i < count; i++) {
        find_or_add(a, &m.rows, labels[i].row);
        find_or_add(a, &m.columns, labels[i].column);
    }
    m.cell = ARENA_ARRAY(a, m.rows.count * m.columns.count + 1, const char *);
    for (int i = 0; i < count; i++)
        m.cell[find(&m.rows, labels[i].row) * m.columns.count +
               find(&m.columns, labels[i].column)] = cell_text(a, &all[i]);
    return m;
}

static int wider(int width, const char *text)
{
    const int columns = utf8_columns(text);
    return columns > width ? columns : width;
}

/* Prints columns from `first` on, as many as there is room for, one at least; returns the next. */
static int print_part(arena *a, FILE *out, const map *m, int first, report_style style)
{
    table_align align[TABLE_COLUMNS_MAX] = {TABLE_RIGHT};
    const char *cells[TABLE_COLUMNS_MAX] = {"processors"};
    int used = 2 + utf8_columns(cells[0]), columns = 1, next = first;
    for (int r = 0; r < m->rows.count; r++)
        used = wider(used, m->rows.data[r]);
    for (; next < m->columns.count && columns < TABLE_COLUMNS_MAX; next++, columns++) {
        int width = utf8_columns(m->columns.data[next]);
        for (int r = 0; r < m->rows.count; r++)
            width = wider(width, cell_of(m, r, next));
        used += 2 + width;
        if (columns > 1 && used > style.width)
            break;
        align[columns] = TABLE_LEFT;
        cells[columns] = m->columns.data[next];
    }
    table t = table_new(a, columns, align);
    table_add(&t, cells)->ink = TABLE_DIM;
    for (int r = 0; r < m->rows.count; r++) {
        cells[0] = m->rows.data[r];
        for (int k = 1; k < columns; k++)
            cells[k] = cell_of(m, r, first + k - 1);
        table_add(&t, cells);
    }
    table_print(&t, out, "  ", style.width, style.color);
    return next;
}

/* What the letters and signs mean that are in the cells. */
static void print_legend(fp_context *ctx, FILE *out, const map *m, report_style style)
{
    static const struct {
        const char *sign, *meaning;
    } all[] = {{"B", "B block"},
               {"C", "C cyclic"},
               {"G", "G gen_block"},
               {"*", "* not distributed"},
               {"≈", "≈ cannot be told apart from the next one"},
               {"equal", "equal: all take the same time"},
               {"?", "? depends on what is not known"}};
    const char *text = NULL;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        bool is_there = false;
        for (int k = 0; k < m->rows.count * m->columns.count; k++)
            is_there |= m->cell[k] && strstr(m->cell[k], all[i].sign);
        if (is_there)
            text = text ? arena_printf(ctx->arena, "%s; %s", text, all[i].meaning) : all[i].meaning;
    }
    fputc('\n', out);
    if (text)
        text_paragraph(ctx, out, "  ", 0, text, style.width);
    fputc('\n', out);
}

void report_compare_map(fp_context *ctx, FILE *out, int count, const comparison *all,
                        const comparison_label *labels, report_style style)
{
    if (count < 2 || predicted_count(&all[0]) == 0)
        return;
    const estimate *first = &all[0].ranked[0].result;
    bool is_one_machine = true;
    for (int i = 1; i < count; i++)
        is_one_machine &=
            predicted_count(&all[i]) == 0 || all[i].ranked[0].result.machine == first->machine;
    subject_print_head(
        ctx, out, subject_source(ctx, first),
        arena_printf(ctx->arena,
                     "on %s: the fastest, and how many times as long the next one takes",
                     is_one_machine ? sag_heading(ctx->arena, first->machine)
                                    : sag_several(ctx->arena, first->machine)),
        style);
    const map m = read_map(ctx->arena, count, all, labels);
    for (int next = 0; next < m.columns.count;) {
        if (next)
            fputc('\n', out);
        next = print_part(ctx->arena, out, &m, next, style);
    }
    print_legend(ctx, out, &m, style);
}
