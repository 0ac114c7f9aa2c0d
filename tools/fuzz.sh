#!/usr/bin/env bash
# Runs every fuzz test for a while, one after another, and prints a table: package, test, executions,
# executions a second, new inputs of interest, and whether it failed.
#
#   tools/fuzz.sh 30s            # all of them, 30 seconds each
#   tools/fuzz.sh 5m ./replay    # those of one package and below
#
# What a test finds lies in testdata/fuzz beside it; keep it there, and go test repeats it.
set -euo pipefail
cd "$(dirname "$0")/.."
duration=${1:?usage: tools/fuzz.sh TIME [FOLDER], such as tools/fuzz.sh 30s}
folder=${2:-.}

log=$(mktemp)
trap 'rm -f "$log"' EXIT
failed=0
printf '%-30s %-24s %12s %9s %6s  %s\n' package test executions each/s new result
while IFS=: read -r file test; do
	package=$(dirname "$file")
	result=ok
	# Without a bound, one input of interest may be minimised for a minute in which nothing else is tried.
	go test -run '^$' -fuzz "^$test\$" -fuzztime "$duration" -fuzzminimizetime 100x "./$package" >"$log" 2>&1 || { result=FAILED; failed=1; }
	# A line is: fuzz: elapsed: 10s, execs: 12345 (1234/sec), new interesting: 5 (total: 20)
	last=$(grep 'execs: ' "$log" | tail -n 1 || true)
	executions=$(sed -n 's/.*execs: \([0-9]*\).*/\1/p' <<<"$last")
	elapsed=$(sed -n 's/.*elapsed: \([0-9hms]*\),.*/\1/p' <<<"$last" | sed -E 's/([0-9]+)h/\1*3600+/;s/([0-9]+)m/\1*60+/;s/([0-9]+)s/\1/;s/\+$//')
	new=$(sed -n 's/.*new interesting: \([0-9]*\).*/\1/p' <<<"$last")
	rate=$((${executions:-0} / (${elapsed:-0} > 0 ? ${elapsed:-0} : 1)))
	printf '%-30s %-24s %12s %9s %6s  %s\n' "$package" "$test" "${executions:-0}" "$rate" "${new:-0}" "$result"
	[ "$result" = ok ] || cat "$log"
done < <(grep -rho --include='*_test.go' -H '^func Fuzz[A-Za-z0-9_]*' "$folder" | sed -e 's|^\./||' -e 's/func //' | sort)
exit "$failed"
