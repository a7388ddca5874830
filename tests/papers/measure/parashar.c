#include "tests/papers/measure/parashar.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PROGRAMS FP_SOURCE_DIR "/tests/papers/programs/"
#define HEADERS "-I '" FP_SOURCE_DIR "/frontend/include'"

json_t *program(const char *name, const char *options, const char *flags)
{
    return json_of("estimate '" PROGRAMS "%s.c' %s --format json --no-warnings --quiet-compiler "
                   "-- " HEADERS " %s",
                   name, options, flags);
}

json_t *graph(const char *path, const char *flags)
{
    return json_of("dump --stage saag '" FP_SOURCE_DIR "/%s' --as json --no-warnings -- " HEADERS
                   " %s",
                   path, flags);
}

double clocks(const char *operation)
{
    char path[128];
    snprintf(path, sizeof path, "node.processing.%s_clk", operation);
    return machine_value("ipsc860", path) * 1e-6 /
           machine_value("ipsc860", "node.processing.clock_MHz");
}

double short_message(int bytes)
{
    return 1e-6 * (machine_value("ipsc860", "cube.communication.pieces[0].startup_us") +
                   bytes * machine_value("ipsc860", "cube.communication.pieces[0].per_byte_us") +
                   machine_value("ipsc860", "cube.communication.pieces[0].per_hop_us"));
}

double part(const json_t *o, const char *key)
{
    return number(json_object_get(o, "breakdown_s"), key);
}

bool equal(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b)) + 1e-12;
}

bool has_unit(const json_t *o, const char *class, double count)
{
    size_t i;
    const json_t *line;
    json_array_foreach(json_object_get(o, "lines"), i, line)
    {
        if (strcmp(json_string_value(json_object_get(line, "aau")), class) == 0 &&
            number(line, "count") == count)
            return true;
    }
    return false;
}

#define ENTRY(name) {#name, parashar_##name},
const measure parashar_measures[] = {OF_UNITS(ENTRY) OF_LANGUAGE(ENTRY) OF_MACHINE(ENTRY)
                                         OF_RESULTS(ENTRY) OF_ACCURACY(ENTRY){0}};
