#include "frontend/lower/operand_order.h"

#include "frontend/lower/expression.h"

enum {
    UNKNOWN = -1,     /* it has effects, or calls something: nothing is moved past it */
    NESTED_MOST = 40, /* expressions inside each other; deeper ones are left as they are */
    REGISTERS_MOST = 64
};

static int registers(const syntax *s, int nested);

static int most_of(const syntax *s, int nested)
{
    int most = 0;
    for (int i = 0; i < s->child_count && most >= 0; i++) {
        const int one = s->child[i] ? registers(s->child[i], nested) : 0;
        most = one < 0 ? UNKNOWN : one > most ? one : most;
    }
    return most;
}

static int of_binary(const syntax *s, int nested)
{
    const int left = registers(s->child[0], nested), right = registers(s->child[1], nested);
    if (left < 0 || right < 0 || s->op == OPERATOR_COMMA)
        return UNKNOWN;
    if (left != right)
        return left > right ? left : right;
    return left + 1 < REGISTERS_MOST ? left + 1 : REGISTERS_MOST;
}

/* Those that its evaluation takes: none where it is in one already, or part of an instruction, one
 * of an element. */
static int registers(const syntax *s, int nested)
{
    if (nested > NESTED_MOST)
        return UNKNOWN;
    if (lower_is_constant(s))
        return 0;
    switch (s->kind) {
    case SYNTAX_NAME:
    case SYNTAX_INT:
    case SYNTAX_SIZEOF:
    case SYNTAX_FLOAT:
    case SYNTAX_STRING:
        return 0;
    case SYNTAX_SUBSCRIPT:
    case SYNTAX_MEMBER:
        return most_of(s, nested + 1) < 0 ? UNKNOWN : 1;
    case SYNTAX_UNARY:
        if (s->op >= OPERATOR_PRE_INC)
            return UNKNOWN;
        return s->op == OPERATOR_DEREF && most_of(s, nested + 1) >= 0 ? 1 : most_of(s, nested + 1);
    case SYNTAX_CAST:
    case SYNTAX_CONDITIONAL:
        return most_of(s, nested + 1);
    case SYNTAX_BINARY:
        return of_binary(s, nested + 1);
    case SYNTAX_SECTION:
    case SYNTAX_IMAGE:
    case SYNTAX_CALL:
    case SYNTAX_ASSIGN:
    case SYNTAX_INIT_LIST:
    case SYNTAX_OTHER:
    case SYNTAX_BLOCK:
    case SYNTAX_DECLARATION:
    case SYNTAX_IF:
    case SYNTAX_FOR:
    case SYNTAX_COPIES:
    case SYNTAX_WHILE:
    case SYNTAX_DO:
    case SYNTAX_SWITCH:
    case SYNTAX_CASE:
    case SYNTAX_BREAK:
    case SYNTAX_CONTINUE:
    case SYNTAX_RETURN:
    case SYNTAX_GOTO:
    case SYNTAX_LABEL:
    case SYNTAX_EMPTY:
        return UNKNOWN;
    }
    return UNKNOWN;
}

bool lower_is_right_first(const syntax *left, const syntax *right)
{
    const int first = registers(left, 0), second = registers(right, 0);
    return first > 0 && second > first; /* none: there is nothing to come later */
}
