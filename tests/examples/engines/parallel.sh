#!/bin/sh
# Embeds the lines of a text file with GNU parallel: blocks of lines, each through an `attnscope embed` of its own.
#
#   parallel.sh TEXTS MODEL [JOBS] > vectors.jsonl
#
# --keep-order gives the results in the order of the lines; "index" counts within a block. A larger block loads the
# model less often. ATTNSCOPE names the program where it is not `npx attnscope`.
set -eu
texts=$1
ATTNSCOPE_MODEL=$2
export ATTNSCOPE_MODEL
parallel --will-cite --pipe --keep-order --jobs "${3:-2}" --block "${BLOCK:-512k}" "${ATTNSCOPE:-npx attnscope} embed" <"$texts"
