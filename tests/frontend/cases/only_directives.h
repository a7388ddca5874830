#pragma xmp align b[i] with t[i]
#pragma xmp shadow b[1]
