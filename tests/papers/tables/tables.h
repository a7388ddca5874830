#ifndef FPREDICT_TESTS_PAPERS_TABLES_H
#define FPREDICT_TESTS_PAPERS_TABLES_H

/* Tables of docs/published.md that are worked out from predictions. */

typedef struct table {
    const char *name;
    void (*print)(void);
} table;

/* Each ends with a null name. */
extern const table sun_tables[], balasundaram_tables[];

#endif
