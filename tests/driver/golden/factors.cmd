# exit 1
fpredict estimate phases.c --scale processor=1e-30 ||
    fpredict estimate phases.c --load network=0.9999999 ||
    fpredict estimate phases.c --param cube.communication.startup_us=1e308 ||
    fpredict estimate phases.c --scale processor=1e-6
