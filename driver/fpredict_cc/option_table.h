#ifndef FPREDICT_DRIVER_FPREDICT_CC_OPTION_TABLE_H
#define FPREDICT_DRIVER_FPREDICT_CC_OPTION_TABLE_H

/* The options of fpredict-cc, for whoever reads, documents or completes them. */

typedef struct cc_option_spec {
    const char *name;    /* what follows "-fpredict-"; null: it is of another form */
    const char *written; /* "-fpredict-compare[=LIST]"; several with ", " between them; null: that
                          * of `fpredict estimate`, --NAME VALUE, as -fpredict-NAME=VALUE */
    const char *meaning; /* null: likewise */
} cc_option_spec;

extern const cc_option_spec cc_option_table[];
extern const int cc_option_count;

/* The formats that -fpredict-report= takes, with a null at the end. */
extern const char *const cc_report_formats[];
extern const int cc_report_format_count;

#endif
