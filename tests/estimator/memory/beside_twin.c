#include "tests/estimator/memory/beside_twin.h"

#include <string.h>

model *twin_model(const twin_shape *shape)
{
    model *m = model_new();
    m->memory.cache_count = 1;
    m->cache.line = value((double)shape->line);
    m->cache.size = value((double)shape->bytes);
    m->cache.associativity = value(shape->ways);
    m->cache.replace = shape->replace == TWIN_RANDOM ? REPLACE_RANDOM
                       : shape->replace == TWIN_FIFO ? REPLACE_FIFO
                                                     : REPLACE_LRU;
    m->cache.write_allocate = shape->allocates;
    m->cache.fetch_miss = m->cache.store_miss = value(TWIN_MISS);
    return m;
}

double predicted_misses(const nest_program *p, const twin_shape *shape, memory_model how)
{
    model *m = twin_model(shape);
    estimate_options options = {.memory = how, .overlap = -1};
    estimate e = predict(m, model_graph(m, nest_tree(m, p)), &options, 0, NULL);
    double misses = 0;
    for (int i = 0; i < e.unit_count; i++)
        misses += e.units[i].misses[0];
    model_free(m);
    return misses;
}

double counted_misses(const nest_program *p, twin_shape shape, int runs)
{
    if (shape.replace != TWIN_RANDOM)
        runs = 1;
    double misses = 0;
    for (int i = 0; i < runs; i++) {
        cache_twin *c = cache_twin_new(shape);
        c->dice += (uint64_t)i * UINT64_C(0x9e3779b97f4a7c15);
        nest_walk(p, c);
        misses += (double)c->misses / runs;
        cache_twin_free(c);
    }
    return misses;
}

static bool is_of_samples(const estimate *e)
{
    bool found = false;
    for (int i = 0; i < e->assumption_count; i++)
        found |= strstr(e->assumptions[i].text, "samples of their executions") != NULL;
    return found;
}

sampled_misses predicted_samples(const nest_program *p, const twin_shape *shape)
{
    model *m = twin_model(shape);
    estimate_options options = {.memory = MEMORY_SAMPLED, .overlap = -1};
    estimate e = predict(m, model_graph(m, nest_tree(m, p)), &options, 0, NULL);
    const sampled_misses all = {e.time / TWIN_MISS, e.low / TWIN_MISS, e.high / TWIN_MISS,
                                is_of_samples(&e)};
    model_free(m);
    return all;
}
