#include "tests/samples/predicted.h"

#include <stdlib.h>
#include <string.h>

#include "tests/cmocka_all.h"
#include "tests/json_of.h"

const char *fpredict;

json_t *predict_as(const char *source, const char *machine, const char *distribution, int procs,
                   int size)
{
    char command[4096];
    snprintf(command, sizeof command,
             "'%s' estimate '%s' --machine %s --procs %d --set N=%d %s%s%s --format json -- -I "
             "'" FP_SOURCE_DIR "/frontend/include'",
             fpredict, source, machine, procs, size, distribution ? "--distribute '" : "",
             distribution ? distribution : "", distribution ? "'" : "");
    return json_of(command);
}

json_t *predict(const char *source, int procs, int size)
{
    return predict_as(source, "ipsc860", NULL, procs, size);
}

double number(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

double time_of(const char *source, int procs, int size)
{
    json_t *o = predict(source, procs, size);
    const double time = number(o, "time_s");
    json_decref(o);
    return time;
}

int line_of(const char *source, const char *text)
{
    FILE *file = fopen(source, "r");
    char line[1024];
    int at = 0;
    assert_non_null(file);
    do {
        assert_non_null(fgets(line, sizeof line, file));
        at++;
    } while (!strstr(line, text));
    fclose(file);
    return at;
}

static bool is_in(phase p, const json_t *item)
{
    const int line = (int)number(item, "line");
    return p.first <= line && line <= p.last;
}

double spent(const json_t *o, phase p, const char *kind)
{
    double sum = 0;
    size_t i;
    json_t *line;
    json_array_foreach(json_object_get(o, "lines"), i, line)
    {
        if (is_in(p, line))
            sum += number(line, kind);
    }
    return sum;
}

double moved(const json_t *o, phase p, const char *what)
{
    double sum = 0;
    size_t i;
    json_t *one;
    json_array_foreach(json_object_get(o, "communications"), i, one)
    {
        if (is_in(p, one))
            sum += number(one, what);
    }
    return sum;
}

double region(const json_t *o, const char *name, const char *kind)
{
    double sum = 0;
    int found = 0;
    size_t i;
    json_t *one;
    json_array_foreach(json_object_get(o, "regions"), i, one)
    {
        if (strcmp(json_string_value(json_object_get(one, "name")), name) != 0)
            continue;
        sum += number(one, kind);
        found++;
    }
    assert_true(found > 0);
    return sum;
}
