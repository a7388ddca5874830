/* Types and operations of MPI. */

#include <string.h>

#include "codegen/runtime/shared/fps.h"

enum { OPERATIONS_MOST = 64 };

/* Of this thread; null: it may be used again. */
static MPI_User_function *of_program[OPERATIONS_MOST];

int MPI_Type_size(MPI_Datatype type, int *size)
{
    static const size_t sizes[] = {
        [MPI_BYTE] = 1,
        [MPI_CHAR] = 1,
        [MPI_UNSIGNED_CHAR] = 1,
        [MPI_SHORT] = sizeof(short),
        [MPI_UNSIGNED_SHORT] = sizeof(short),
        [MPI_INT] = sizeof(int),
        [MPI_UNSIGNED] = sizeof(int),
        [MPI_LONG] = sizeof(long),
        [MPI_UNSIGNED_LONG] = sizeof(long),
        [MPI_LONG_LONG] = sizeof(long long),
        [MPI_UNSIGNED_LONG_LONG] = sizeof(long long),
        [MPI_FLOAT] = sizeof(float),
        [MPI_DOUBLE] = sizeof(double),
        [MPI_LONG_DOUBLE] = sizeof(long double),
    };
    *size = type & FPS_BYTES ? type & ~FPS_BYTES : (int)sizes[type];
    return MPI_SUCCESS;
}

int MPI_Type_contiguous(int count, MPI_Datatype old, MPI_Datatype *made)
{
    int size;
    MPI_Type_size(old, &size);
    if (count < 0 || (long long)count * size >= FPS_VECTOR)
        fpr_fail("a type of MPI has %lld bytes: 512 MiB are too many", (long long)count * size);
    *made = FPS_BYTES | (count * size);
    return MPI_SUCCESS;
}

int MPI_Type_commit(MPI_Datatype *type)
{
    (void)type;
    return MPI_SUCCESS;
}

int MPI_Type_free(MPI_Datatype *type)
{
    *type = MPI_BYTE;
    return MPI_SUCCESS;
}

int MPI_Op_create(MPI_User_function *function, int commutes, MPI_Op *made)
{
    (void)commutes; /* values are combined in the order of ranks */
    int at = 0;
    while (at < OPERATIONS_MOST && of_program[at])
        at++;
    if (at == OPERATIONS_MOST)
        fpr_fail("more than %d operations of MPI are open", OPERATIONS_MOST);
    of_program[at] = function;
    *made = FPS_OF_PROGRAM + at;
    return MPI_SUCCESS;
}

int MPI_Op_free(MPI_Op *op)
{
    of_program[*op - FPS_OF_PROGRAM] = NULL;
    *op = MPI_SUM;
    return MPI_SUCCESS;
}

/* --- Operations ------------------------------------------------------------------------------ */

/* Values may be anywhere: of what is packed, too. */
#define OF_ALL(type, x, y)                                                                         \
    case MPI_SUM:                                                                                  \
        y = (type)(x + y);                                                                         \
        break;                                                                                     \
    case MPI_PROD:                                                                                 \
        y = (type)(x * y);                                                                         \
        break;                                                                                     \
    case MPI_MIN:                                                                                  \
        y = x < y ? x : y;                                                                         \
        break;                                                                                     \
    case MPI_MAX:                                                                                  \
        y = x > y ? x : y;                                                                         \
        break;                                                                                     \
    case MPI_LAND:                                                                                 \
        y = (type)(x != 0 && y != 0);                                                              \
        break;                                                                                     \
    case MPI_LOR:                                                                                  \
        y = (type)(x != 0 || y != 0);                                                              \
        break;
#define OF_BITS(type, x, y)                                                                        \
    case MPI_BAND:                                                                                 \
        y = (type)(x & y);                                                                         \
        break;                                                                                     \
    case MPI_BOR:                                                                                  \
        y = (type)(x | y);                                                                         \
        break;                                                                                     \
    case MPI_BXOR:                                                                                 \
        y = (type)(x ^ y);                                                                         \
        break;
#define COMBINE(name, type, CASES)                                                                 \
    static void name(const char *in, char *inout, int count, MPI_Op op)                            \
    {                                                                                              \
        for (int i = 0; i < count; i++, in += sizeof(type), inout += sizeof(type)) {               \
            type x, y;                                                                             \
            memcpy(&x, in, sizeof x);                                                              \
            memcpy(&y, inout, sizeof y);                                                           \
            switch (op) {                                                                          \
                CASES                                                                              \
            default:                                                                               \
                fpr_fail("an operation of MPI is not one for numbers of its type");                \
            }                                                                                      \
            memcpy(inout, &y, sizeof y);                                                           \
        }                                                                                          \
    }
COMBINE(combine_char, char, OF_ALL(char, x, y) OF_BITS(char, x, y))
COMBINE(combine_uchar, unsigned char, OF_ALL(unsigned char, x, y) OF_BITS(unsigned char, x, y))
COMBINE(combine_short, short, OF_ALL(short, x, y) OF_BITS(short, x, y))
COMBINE(combine_ushort, unsigned short, OF_ALL(unsigned short, x, y) OF_BITS(unsigned short, x, y))
COMBINE(combine_int, int, OF_ALL(int, x, y) OF_BITS(int, x, y))
COMBINE(combine_uint, unsigned, OF_ALL(unsigned, x, y) OF_BITS(unsigned, x, y))
COMBINE(combine_long, long, OF_ALL(long, x, y) OF_BITS(long, x, y))
COMBINE(combine_ulong, unsigned long, OF_ALL(unsigned long, x, y) OF_BITS(unsigned long, x, y))
COMBINE(combine_llong, long long, OF_ALL(long long, x, y) OF_BITS(long long, x, y))
COMBINE(combine_ullong, unsigned long long,
        OF_ALL(unsigned long long, x, y) OF_BITS(unsigned long long, x, y))
COMBINE(combine_float, float, OF_ALL(float, x, y))
COMBINE(combine_double, double, OF_ALL(double, x, y))
COMBINE(combine_ldouble, long double, OF_ALL(long double, x, y))

int MPI_Reduce_local(const void *in, void *inout, int count, MPI_Datatype type, MPI_Op op)
{
    typedef void combine(const char *in, char *inout, int count, MPI_Op op);
    static combine *const of_type[] = {
        [MPI_BYTE] = combine_uchar,
        [MPI_CHAR] = combine_char,
        [MPI_UNSIGNED_CHAR] = combine_uchar,
        [MPI_SHORT] = combine_short,
        [MPI_UNSIGNED_SHORT] = combine_ushort,
        [MPI_INT] = combine_int,
        [MPI_UNSIGNED] = combine_uint,
        [MPI_LONG] = combine_long,
        [MPI_UNSIGNED_LONG] = combine_ulong,
        [MPI_LONG_LONG] = combine_llong,
        [MPI_UNSIGNED_LONG_LONG] = combine_ullong,
        [MPI_FLOAT] = combine_float,
        [MPI_DOUBLE] = combine_double,
        [MPI_LONG_DOUBLE] = combine_ldouble,
    };
    if (op >= FPS_OF_PROGRAM)
        of_program[op - FPS_OF_PROGRAM]((void *)in, inout, &count, &type);
    else if (type & FPS_BYTES)
        fpr_fail("an operation of MPI is not one for values of %d bytes", type & ~FPS_BYTES);
    else
        of_type[type](in, inout, count, op);
    return MPI_SUCCESS;
}
