#ifndef FPREDICT_CODEGEN_STATEMENT_STATEMENT_H
#define FPREDICT_CODEGEN_STATEMENT_STATEMENT_H

/* What the files share that write statements. */

#include "codegen/check/guarded_effects.h"
#include "codegen/check/whole_array.h"
#include "codegen/communication/written_marks.h"
#include "codegen/text/mention.h"
#include "codegen/text/span.h"

/* statement/node_list.c: a list of nodes, up to `stop` (null: all), over the statements of a block,
 * which stand at begin…end of the text with what is around them. */
void emit_nodes(emitter *e, const outline *const *items, int count, size_t begin, size_t end,
                const node *list, const node *stop);

/* statement/statement.c: a statement, which the nodes first … stop - 1 come from. */
void emit_item(emitter *e, const outline *o, const node *first, const node *stop,
               const char *indent);

/* statement/node_list.c: statements first … last - 1, which no node comes from, are copied: refuses
 * those that have to do with what is distributed. */
void emit_check_copied(emitter *e, const outline *const *items, int first, int last);

/* statement/switch.c: the same of a switch. */
void emit_switch(emitter *e, const outline *o, const node *first, const node *stop,
                 const char *indent);

/* statement/synthesized.c: a node of the plan's own, with the statements in it. */
void emit_generated_node(emitter *e, const outline *const *items, int count, const node *n,
                         const char *indent);

/* statement/rename.c: references to arrays that have other names here than in the text. */
void emit_edit_references(emitter *e, int count, const reference *const *reads);

/* statement/rename.c: the function that a node calls has another name here. */
void emit_edit_callee(emitter *e, const node *call);

/* statement/as_written.c: copies the statement as it is; false, and nothing is written: parts of it
 * are not for every processor that gets there. */
bool emit_as_written(emitter *e, const outline *o, const node *first, const node *stop);

/* statement/statement.c: refuses what the names of a statement must not say of what is
 * distributed. */
void emit_check_statement(emitter *e, const outline *o, const node *first, const node *stop,
                          bool is_guarded);

/* statement/hoist_comm.c: the nodes leader … comm are parts of one simple statement: can what is
 * communicated be so before all of it? */
bool comm_is_hoistable(const node *leader, const node *comm);

/* statement/live_out.c: behind the statement at begin…end of the text, of which a processor
 * executes only a part: the values that its loops' variables have in the source, where something
 * looks. */
void emit_last_values(emitter *e, const node *n, size_t begin, size_t end, const char *indent);

/* The same of a scalar that the statement sets, which only some processors execute. */
void emit_check_scalar(emitter *e, const outline *o, const node *n);

/* statement/forall.c: is the node, a loop that comes from the statement, the nest of an array
 * assignment or of a part of a forall? */
bool emit_is_of_forall(const outline *o, const node *n);
void emit_forall(emitter *e, const outline *o, const node *n, const char *indent);

/* statement/comm_prologue.c: does it end what begins with the statements before it: partial
 * results, or values that others own? */
bool comm_is_epilogue(const node *n);
/* Before the statement of the nodes first … next - 1, of a list that ends at `stop`: what
 * the communications behind it begin with. */
void emit_comm_prologues(emitter *e, const node *list, const node *first, const node *next,
                         const node *stop, const char *indent);

#endif
