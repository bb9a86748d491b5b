#!/usr/bin/env bash
# Ends the job by the verdict: 0 if the budget holds, 1 if it is broken, 2 if it could not be judged.
set -euo pipefail

case "$LAGLENS_VERDICT" in
  held) ;;
  broken) exit 1 ;;
  undecided) [ "$LAGLENS_UNDECIDED" = pass ] || exit 2 ;;
  *) exit 2 ;;
esac
