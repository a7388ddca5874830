/* Functions of XcalableMP's library that work on whole arrays, which descriptors name. Each process
 * gets all elements of what is read, computes all of the result, and keeps what it owns: right for
 * every distribution, and no faster than one process. */

#include <complex.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/runtime/fpr_internal.h"

typedef void *xmp_desc_t;

typedef enum whole_type {
    T_CHAR,
    T_SIGNED_CHAR,
    T_UNSIGNED_CHAR,
    T_SHORT,
    T_UNSIGNED_SHORT,
    T_INT,
    T_UNSIGNED,
    T_LONG,
    T_UNSIGNED_LONG,
    T_LONG_LONG,
    T_UNSIGNED_LONG_LONG,
    T_FLOAT,
    T_DOUBLE,
    T_LONG_DOUBLE,
    T_FLOAT_COMPLEX,
    T_DOUBLE_COMPLEX,
    T_OTHER
} whole_type;

static const char *const type_names[] = {"char",
                                         "signed char",
                                         "unsigned char",
                                         "short",
                                         "unsigned short",
                                         "int",
                                         "unsigned int",
                                         "long",
                                         "unsigned long",
                                         "long long",
                                         "unsigned long long",
                                         "float",
                                         "double",
                                         "long double",
                                         "_Complex float",
                                         "_Complex double",
                                         ""};

typedef struct whole {
    const char *name;
    fpr_array *array;
    whole_type type;
    size_t count;   /* of all elements, */
    char *elements; /* in C's order; null: not asked for */
    struct whole *next;
} whole;

static whole *all;

static whole_type type_of(const char *type)
{
    for (int i = 0; i < T_OTHER; i++)
        if (strcmp(type, type_names[i]) == 0)
            return (whole_type)i;
    return T_OTHER;
}

void fpr_name_whole(const char *name, fpr_array *array, const char *type)
{
    whole **at = &all, *found;
    while (*at && ((*at)->array != array || strcmp((*at)->name, name) != 0))
        at = &(*at)->next;
    found = *at;
    if (found)
        *at = found->next;
    else
        found = fpr_allocate(1, sizeof *found);
    *found = (whole){.name = name, .array = array, .type = type_of(type), .next = all};
    all = found;
}

static whole *find(const char *function, xmp_desc_t name, int rank)
{
    whole *w = all;
    while (w && (!name || strcmp(w->name, name) != 0))
        w = w->next;
    if (!w)
        fpr_fail("%s: '%s' is no distributed array", function, name ? (const char *)name : "NULL");
    if (rank && w->array->rank != rank)
        fpr_fail("%s: '%s' has %d dimensions, not %d", function, w->name, w->array->rank, rank);
    w->count = 1;
    for (int d = 0; d < w->array->rank; d++)
        w->count *= (size_t)w->array->extent[d];
    return w;
}

/* --- All elements ----------------------------------------------------------------------- */

typedef struct copying {
    char *elements;
    size_t bytes;
    bool is_back;
} copying;

static void copy_one(void *data, size_t place, char *element)
{
    const copying *c = data;
    char *kept = c->elements + place * c->bytes;
    memcpy(c->is_back ? element : kept, c->is_back ? kept : element, c->bytes);
}

/* Of the processes that have the same elements, the one that tells the others. */
static bool is_first_of_copies(const fpr_array *a)
{
    bool is = true;
    for (int k = 0; k < a->grid->rank; k++)
        is = is && (a->alignment[k].axis || a->grid->me[k] <= 0);
    return is;
}

/* What one process has is combined with the zeros of the others. */
static void fetch(whole *w)
{
    const size_t bytes = w->count * w->array->bytes, most = (size_t)1 << 28;
    if (w->elements)
        return;
    copying c = {fpr_allocate(w->count, w->array->bytes), w->array->bytes, false};
    if (is_first_of_copies(w->array))
        fpr_each_owned(w->array, copy_one, &c);
    for (size_t at = 0; at < bytes; at += most)
        MPI_Allreduce(MPI_IN_PLACE, c.elements + at, (int)(bytes - at < most ? bytes - at : most),
                      MPI_UNSIGNED_CHAR, MPI_BOR, fpr_executing());
    w->elements = c.elements;
}

static void let_go(whole *w)
{
    free(w->elements);
    w->elements = NULL;
}

static void store(whole *w)
{
    copying c = {w->elements, w->array->bytes, true};
    fpr_each_owned(w->array, copy_one, &c);
    let_go(w);
}

static void move_element(whole *to, size_t to_place, const whole *from, size_t from_place)
{
    const size_t bytes = to->array->bytes;
    memcpy(to->elements + to_place * bytes, from->elements + from_place * bytes, bytes);
}

/* Of a result and what it is made of. */
static void check_same_type(const char *function, const whole *a, const whole *b)
{
    if (a == b)
        fpr_fail("%s: '%s' is both the result and what it is made of", function, a->name);
    if (a->array->bytes != b->array->bytes || a->type != b->type)
        fpr_fail("%s: '%s' and '%s' have elements of different types", function, a->name, b->name);
}

static void check_extent(const char *function, const whole *a, int d, const whole *b, int with)
{
    if (a->array->extent[d] != b->array->extent[with])
        fpr_fail("%s: '%s' and '%s' do not fit: %ld and %ld elements", function, a->name, b->name,
                 a->array->extent[d], b->array->extent[with]);
}

static void check_same_shape(const char *function, const whole *a, const whole *b)
{
    for (int d = 0; d < a->array->rank; d++)
        check_extent(function, a, d, b, d);
}

/* --- Integers of any type ---------------------------------------------------------------- */

#define INTEGER_OF(type) return (long long)((const type *)elements)[i]

static long long integer_at(const char *function, const whole *w, size_t i)
{
    const void *elements = w->elements;
    switch (w->type) {
    case T_CHAR:
        INTEGER_OF(char);
    case T_SIGNED_CHAR:
        INTEGER_OF(signed char);
    case T_UNSIGNED_CHAR:
        INTEGER_OF(unsigned char);
    case T_SHORT:
        INTEGER_OF(short);
    case T_UNSIGNED_SHORT:
        INTEGER_OF(unsigned short);
    case T_INT:
        INTEGER_OF(int);
    case T_UNSIGNED:
        INTEGER_OF(unsigned);
    case T_LONG:
        INTEGER_OF(long);
    case T_UNSIGNED_LONG:
        INTEGER_OF(unsigned long);
    case T_LONG_LONG:
        INTEGER_OF(long long);
    case T_UNSIGNED_LONG_LONG:
        INTEGER_OF(unsigned long long);
    case T_FLOAT:
    case T_DOUBLE:
    case T_LONG_DOUBLE:
    case T_FLOAT_COMPLEX:
    case T_DOUBLE_COMPLEX:
    case T_OTHER:
        break;
    }
    fpr_fail("%s: the elements of '%s' are no integers", function, w->name);
}

/* --- The functions -------------------------------------------------------------------------- */

void xmp_transpose(xmp_desc_t result, xmp_desc_t source, int may_change_source);
void xmp_matmul(xmp_desc_t result, xmp_desc_t left, xmp_desc_t right);
void xmp_gather(xmp_desc_t result, xmp_desc_t source, ...);
void xmp_scatter(xmp_desc_t result, xmp_desc_t source, ...);
void xmp_pack(xmp_desc_t vector, xmp_desc_t array, xmp_desc_t mask);
void xmp_unpack(xmp_desc_t array, xmp_desc_t vector, xmp_desc_t mask);
void xmp_sort_up(xmp_desc_t source, xmp_desc_t result);
void xmp_sort_down(xmp_desc_t source, xmp_desc_t result);

void xmp_transpose(xmp_desc_t result, xmp_desc_t source, int may_change_source)
{
    const char *name = "xmp_transpose";
    whole *to = find(name, result, 2), *from = find(name, source, 2);
    (void)may_change_source;
    check_same_type(name, to, from);
    check_extent(name, to, 0, from, 1);
    check_extent(name, to, 1, from, 0);
    fetch(from);
    to->elements = fpr_allocate(to->count, to->array->bytes);
    const size_t rows = (size_t)to->array->extent[0], columns = (size_t)to->array->extent[1];
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns; j++)
            move_element(to, i * columns + j, from, j * rows + i);
    let_go(from);
    store(to);
}

typedef struct product {
    size_t rows, columns, inner;
    const void *left, *right;
    void *result;
} product;

#define MULTIPLY(type)                                                                             \
    do {                                                                                           \
        const type *a = p->left, *b = p->right;                                                    \
        type *x = p->result;                                                                       \
        for (size_t i = 0; i < p->rows; i++)                                                       \
            for (size_t j = 0; j < p->columns; j++) {                                              \
                type sum = 0;                                                                      \
                for (size_t k = 0; k < p->inner; k++)                                              \
                    sum = (type)(sum + a[i * p->inner + k] * b[k * p->columns + j]);               \
                x[i * p->columns + j] = sum;                                                       \
            }                                                                                      \
        return true;                                                                               \
    } while (0)

static bool multiply(const product *p, whole_type type)
{
    switch (type) {
    case T_SHORT:
    case T_UNSIGNED_SHORT:
        MULTIPLY(unsigned short);
    case T_INT:
    case T_UNSIGNED:
        MULTIPLY(unsigned);
    case T_LONG:
    case T_UNSIGNED_LONG:
        MULTIPLY(unsigned long);
    case T_LONG_LONG:
    case T_UNSIGNED_LONG_LONG:
        MULTIPLY(unsigned long long);
    case T_FLOAT:
        MULTIPLY(float);
    case T_DOUBLE:
        MULTIPLY(double);
    case T_LONG_DOUBLE:
        MULTIPLY(long double);
    case T_FLOAT_COMPLEX:
        MULTIPLY(float complex);
    case T_DOUBLE_COMPLEX:
        MULTIPLY(double complex);
    case T_CHAR:
    case T_SIGNED_CHAR:
    case T_UNSIGNED_CHAR:
    case T_OTHER:
        break;
    }
    return false;
}

void xmp_matmul(xmp_desc_t result, xmp_desc_t left, xmp_desc_t right)
{
    const char *name = "xmp_matmul";
    whole *to = find(name, result, 2), *a = find(name, left, 2), *b = find(name, right, 2);
    check_same_type(name, to, a);
    check_same_type(name, to, b);
    check_extent(name, to, 0, a, 0);
    check_extent(name, to, 1, b, 1);
    check_extent(name, a, 1, b, 0);
    fetch(a);
    fetch(b);
    char *elements = fpr_allocate(to->count, to->array->bytes);
    const product p = {(size_t)to->array->extent[0],
                       (size_t)to->array->extent[1],
                       (size_t)a->array->extent[1],
                       a->elements,
                       b->elements,
                       elements};
    if (!multiply(&p, to->type))
        fpr_fail("xmp_matmul: of elements of the type of '%s' there is no product", to->name);
    let_go(a);
    let_go(b);
    to->elements = elements;
    store(to);
}

/* The place in `of` that the index arrays name at place i. */
static size_t named_place(const char *function, const whole *of, whole *const *index, size_t i)
{
    size_t place = 0;
    for (int d = 0; d < of->array->rank; d++) {
        long long at = integer_at(function, index[d], i);
        if (at < 0 || at >= of->array->extent[d])
            fpr_fail("%s: '%s' has no index %lld in dimension %d", function, of->name, at, d + 1);
        place = place * (size_t)of->array->extent[d] + (size_t)at;
    }
    return place;
}

/* `of`: whose elements the index arrays name; `like`: whose shape these have. */
static void gather_or_scatter(const char *function, whole *to, whole *from, bool is_gather,
                              va_list arguments)
{
    whole *of = is_gather ? from : to, *like = is_gather ? to : from, *index[FPR_RANK];
    check_same_type(function, to, from);
    for (int d = 0; d < of->array->rank; d++) {
        index[d] = find(function, va_arg(arguments, xmp_desc_t), like->array->rank);
        check_same_shape(function, like, index[d]);
        if (index[d] == to)
            fpr_fail("%s: '%s' is both the result and what it is made of", function, to->name);
        fetch(index[d]);
    }
    fetch(from);
    fetch(to);
    for (size_t i = 0; i < like->count; i++) {
        size_t named = named_place(function, of, index, i);
        move_element(to, is_gather ? i : named, from, is_gather ? named : i);
    }
    for (int d = 0; d < of->array->rank; d++)
        let_go(index[d]);
    let_go(from);
    store(to);
}

void xmp_gather(xmp_desc_t result, xmp_desc_t source, ...)
{
    va_list arguments;
    va_start(arguments, source);
    gather_or_scatter("xmp_gather", find("xmp_gather", result, 0), find("xmp_gather", source, 0),
                      true, arguments);
    va_end(arguments);
}

void xmp_scatter(xmp_desc_t result, xmp_desc_t source, ...)
{
    va_list arguments;
    va_start(arguments, source);
    gather_or_scatter("xmp_scatter", find("xmp_scatter", result, 0), find("xmp_scatter", source, 0),
                      false, arguments);
    va_end(arguments);
}

/* The elements that the mask names, one after the other, are those of the vector. */
static void pack_or_unpack(const char *function, whole *vector, whole *array, xmp_desc_t mask,
                           bool is_pack)
{
    whole *m = mask ? find(function, mask, array->array->rank) : NULL;
    whole *to = is_pack ? vector : array, *from = is_pack ? array : vector;
    size_t next = 0;
    check_same_type(function, vector, array);
    if (m) {
        check_same_shape(function, array, m);
        if (m == to)
            fpr_fail("%s: '%s' is both the result and what it is made of", function, to->name);
        fetch(m);
    }
    fetch(from);
    fetch(to);
    for (size_t i = 0; i < array->count; i++) {
        if (m && !integer_at(function, m, i))
            continue;
        if (next == vector->count)
            fpr_fail("%s: '%s' has too few elements", function, vector->name);
        move_element(to, is_pack ? next : i, from, is_pack ? i : next);
        next++;
    }
    if (m)
        let_go(m);
    let_go(from);
    store(to);
}

void xmp_pack(xmp_desc_t vector, xmp_desc_t array, xmp_desc_t mask)
{
    pack_or_unpack("xmp_pack", find("xmp_pack", vector, 1), find("xmp_pack", array, 0), mask, true);
}

void xmp_unpack(xmp_desc_t array, xmp_desc_t vector, xmp_desc_t mask)
{
    pack_or_unpack("xmp_unpack", find("xmp_unpack", vector, 1), find("xmp_unpack", array, 0), mask,
                   false);
}

#define COMPARE(name, type)                                                                        \
    static int name(const void *left, const void *right)                                           \
    {                                                                                              \
        const type a = *(const type *)left, b = *(const type *)right;                              \
        return (a > b) - (a < b);                                                                  \
    }
COMPARE(compare_char, char)
COMPARE(compare_signed_char, signed char)
COMPARE(compare_unsigned_char, unsigned char)
COMPARE(compare_short, short)
COMPARE(compare_unsigned_short, unsigned short)
COMPARE(compare_int, int)
COMPARE(compare_unsigned, unsigned)
COMPARE(compare_long, long)
COMPARE(compare_unsigned_long, unsigned long)
COMPARE(compare_long_long, long long)
COMPARE(compare_unsigned_long_long, unsigned long long)
COMPARE(compare_float, float)
COMPARE(compare_double, double)
COMPARE(compare_long_double, long double)

typedef int comparison(const void *left, const void *right);

static comparison *const comparisons[] = {
    compare_char,           compare_signed_char, compare_unsigned_char,      compare_short,
    compare_unsigned_short, compare_int,         compare_unsigned,           compare_long,
    compare_unsigned_long,  compare_long_long,   compare_unsigned_long_long, compare_float,
    compare_double,         compare_long_double};

static void sort(const char *function, xmp_desc_t source, xmp_desc_t result, bool is_down)
{
    whole *from = find(function, source, 1), *to = find(function, result, 1);
    check_same_type(function, from, to);
    check_extent(function, from, 0, to, 0);
    if (from->type > T_LONG_DOUBLE)
        fpr_fail("%s: the elements of '%s' have no order", function, from->name);
    fetch(from);
    qsort(from->elements, from->count, from->array->bytes, comparisons[from->type]);
    char *elements = fpr_allocate(from->count, from->array->bytes);
    const size_t bytes = from->array->bytes;
    for (size_t i = 0; i < from->count; i++)
        memcpy(elements + (is_down ? from->count - 1 - i : i) * bytes, from->elements + i * bytes,
               bytes);
    let_go(from);
    to->elements = elements;
    store(to);
}

void xmp_sort_up(xmp_desc_t source, xmp_desc_t result)
{
    sort("xmp_sort_up", source, result, false);
}

void xmp_sort_down(xmp_desc_t source, xmp_desc_t result)
{
    sort("xmp_sort_down", source, result, true);
}
