#!/usr/bin/env bash
# Counts the instructions that one iteration of a benchmark executes on ARM64 or x86-64, in an emulator. The
# counts do not depend on the machine. They need the packages qemu-user and gcc of Debian.
#
#   tools/count/count.sh ./net 'Evaluate/14x12-4x32-attack/goroutines=1'
#   EPAMINONDAS_KERNEL=plain tools/count/count.sh ./net/train 'Step/epaminondas:8x8'    # plain Go
#   GOARCH=amd64 tools/count/count.sh ./net 'Evaluate/14x12-4x32-attack/goroutines=1$'   # x86-64 with AVX2
#   tools/count/count.sh ./net/train 'Step/epaminondas-4x32/batch=256/threads=1$' 1 3    # few iterations
#
# The counts are in thousands: all instructions and, on ARM64, FMLA and FMLS of vectors, BFMMLA, other
# instructions on vectors and floats, and loads and stores of vector registers. The emulator has neither AVX-512
# nor AMX. The script runs the benchmark with two numbers of iterations, and takes the difference, so that the
# start of the program does not count.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"
package=${1:?usage: tools/count/count.sh PACKAGE BENCHMARK}
benchmark=${2:?usage: tools/count/count.sh PACKAGE BENCHMARK}
few=${3:-3} many=${4:-13}
export GOARCH=${GOARCH:-arm64}
case $GOARCH in
	arm64) emulator=(qemu-aarch64) ;;
	amd64) emulator=(qemu-x86_64 -cpu max) ;;
	*) echo "GOARCH is $GOARCH, want arm64 or amd64" >&2; exit 1 ;;
esac

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
gcc -O2 -Wall -shared -fPIC -o "$work/count.so" tools/count/count.c
go test -c -o "$work/bench" "$package"

# run prints the counts of a number of iterations.
run() {
	(cd "$package" && GOMAXPROCS=1 GOGC=off GODEBUG=asyncpreemptoff=1 \
		"${emulator[@]}" -plugin "$work/count.so" -d plugin -D "$work/log" "$work/bench" -test.run '^$' \
		-test.bench "$benchmark" -test.benchtime "$1x" -test.cpu 1 >"$work/output")
	grep -q '^Benchmark' "$work/output" || { echo "no benchmark of $package matches $benchmark" >&2; exit 1; }
	[ "$(grep -c '^Benchmark' "$work/output")" = 1 ] || { echo "several benchmarks match $benchmark" >&2; exit 1; }
	cat "$work/log"
}
join <(run "$few" | sort) <(run "$many" | sort) | awk -v n=$((many - few)) -v name="$benchmark" '
	{ each[$1] = ($3 - $2) / n / 1000 }
	END {
		printf "%s: all %.1f", name, each["all"]
		if ("fmla" in each) printf ", fmla %.1f, bfmmla %.1f, other vector %.1f, loads %.1f, stores %.1f",
			each["fmla"], each["bfmmla"], each["vector"] - each["fmla"] - each["bfmmla"], each["load"], each["store"]
		print ""
	}'
