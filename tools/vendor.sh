#!/usr/bin/env bash
# Puts three things of others among the page's files: uPlot, which draws the curves of the training page,
# gifenc, which makes films of games, and the fonts. Run it from anywhere with other versions, or with the
# same ones to check the files. It needs npm and leaves no other trace.
#
#   tools/vendor.sh [UPLOT_VERSION [FONTS_VERSION [GIFENC_VERSION]]]
set -euo pipefail
uplot=${1:-1.6.32}
fonts=${2:-5.3.0}
gifenc=${3:-1.0.3}
assets=$(cd "$(dirname "$0")/.." && pwd)/internal/page/web/site/assets
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

# unpack NAME VERSION FOLDER: npm checks the package against the registry's checksum
unpack() {
	mkdir "$3"
	tar xzf "$(npm pack --silent "$1@$2")" -C "$3"
}

mkdir -p "$assets/vendor" "$assets/fonts"
unpack uplot "$uplot" uplot
cp uplot/package/dist/uPlot.iife.min.js uplot/package/dist/uPlot.min.css "$assets/vendor/"
cp uplot/package/LICENSE "$assets/vendor/uPlot.LICENSE.txt"

unpack gifenc "$gifenc" gifenc
grep -v '^//# sourceMappingURL' gifenc/package/dist/gifenc.esm.js >"$assets/vendor/gifenc.js"
cp gifenc/package/LICENSE.md "$assets/vendor/gifenc.LICENSE.txt"

# the Latin letters only: about 24 KB a weight
unpack @fontsource/inter "$fonts" inter
cp inter/package/files/inter-latin-{400,600}-normal.woff2 "$assets/fonts/"
cp inter/package/LICENSE "$assets/fonts/inter.LICENSE.txt"
unpack @fontsource/eb-garamond "$fonts" garamond
cp garamond/package/files/eb-garamond-latin-600-normal.woff2 "$assets/fonts/"
cp garamond/package/LICENSE "$assets/fonts/eb-garamond.LICENSE.txt"
echo "uPlot $uplot, gifenc $gifenc and the fonts $fonts are in $assets"
