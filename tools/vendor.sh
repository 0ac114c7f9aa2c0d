#!/usr/bin/env bash
# Puts uPlot, which draws the curves of the training page, among the page's files. Run it from anywhere with another version, or
# the same one to check what is there; it needs npm and leaves no other trace.
#
#   tools/vendor.sh [VERSION]
set -euo pipefail
version=${1:-1.6.32}
target=$(cd "$(dirname "$0")/.." && pwd)/internal/page/web/site/assets/vendor
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
npm pack --silent "uplot@$version" >/dev/null # npm checks it against the registry's checksum
tar xzf uplot-*.tgz
mkdir -p "$target"
cp package/dist/uPlot.iife.min.js package/dist/uPlot.min.css "$target/"
cp package/LICENSE "$target/uPlot.LICENSE.txt"
echo "uPlot $version is in $target"
