#!/bin/bash
# long_remark.sh FPREDICT: a prediction that takes long says so at once, in each command that
# predicts, and once in a run, whatever the number of processes.
#
# A pipeline over 4,096 blocks of one element: each of 4,095 iterations is followed on 4,096
# processors. The first look is after 2^18 of these, in the 64th iteration, with 63/64 of the work
# to be done. Over 64 blocks all of it is less than that.
fpredict=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
cat >pipeline.c <<'END'
#define N 4096
static double a[N];
#pragma hpf processors P(N)
#pragma hpf template T(N)
#pragma hpf distribute T(block(1)) onto P
#pragma hpf align a(i) with T(i)
int main(void)
{
    for (int i = 1; i < N; i++)
        a[i] = a[i-1];
    return 0;
}
END
failed=0
# said HOW_OFTEN COMMAND...: how often the remark is printed, and at which place
said() {
    local times=$1
    shift
    if ! "$fpredict" "$@" >out 2>err; then
        cat err
        failed=1
    fi
    if [ "$(grep -c '^pipeline.c:9:5: remark: this prediction takes long: .*--set.*\[long\]$' err)" != "$times" ] ||
        [ "$(grep -c '\[long\]' err)" != "$times" ]; then
        echo "fpredict $*: the remark is expected $times times, and it prints"
        cat err
        failed=1
    fi
}
said 1 estimate pipeline.c
said 1 annotate pipeline.c
said 1 compare pipeline.c --jobs 2
said 0 estimate pipeline.c --no-warnings
said 0 estimate pipeline.c --set N=64
exit $failed
