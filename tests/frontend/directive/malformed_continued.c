#pragma hpf distribute T(block,   \
                         cyclik) /* the columns */ \
            onto P
#pragma xmp distribute t(block) // onto p
