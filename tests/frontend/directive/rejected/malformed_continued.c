#pragma hpf template T(10,10)
#pragma xmp template t(10)
#pragma hpf distribute T(block,   \
                         cyclik) /* the columns */ \
            onto P
#pragma xmp distribute t(block) // onto p
