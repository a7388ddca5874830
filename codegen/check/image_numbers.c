/* Images that references name by a number. */

#include "codegen/check/image_numbers.h"

void emit_check_images(emitter *e)
{
    for (int i = 0; i < e->planned->comm_count; i++) {
        const communication *c = e->planned->comms[i];
        int64_t image;
        bool is_transfer = c->kind == COMM_PUT || c->kind == COMM_GET;
        if (!is_transfer || !c->image || !expr_is_int(c->image, &image))
            continue;
        if (image < 0 || image >= env_procs(e->env))
            emit_refuse(e, c->where,
                        "image %lld does not exist: they are numbered from 0, to %d; "
                        "xmpc_this_image() is a node's own, and xmp_node_num() is one more",
                        (long long)image, env_procs(e->env) - 1);
    }
}
