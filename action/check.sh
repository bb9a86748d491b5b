#!/usr/bin/env bash
# Judges the captures by the budget. Outputs: verdict; markdown and sarif, if it could be judged. Never fails: verdict.sh does, at the end.
set -euo pipefail
# shellcheck source=captures.sh
. "${BASH_SOURCE[0]%/*}/captures.sh"

# Another use of the action may have left its own.
rm -rf "$reports"
mkdir -p "$reports"
arguments=(--budget "$LAGLENS_BUDGET")
while IFS= read -r file; do arguments+=("$file"); done < <(files_of "$LAGLENS_SESSIONS")
while IFS= read -r file; do arguments+=(--baseline "$file"); done < <(baseline_files)

code=0
laglens check "${arguments[@]}" --github --sarif "$reports/lags.sarif" --markdown "$reports/check.md" || code=$?

verdict=error
if [ -f "$reports/check.md" ]; then
  case "$code" in
    0) verdict=held ;;
    1) verdict=broken ;;
    2) verdict=undecided ;;
  esac
  output markdown "$reports/check.md"
  output sarif "$reports/lags.sarif"
  cat "$reports/check.md" >>"$GITHUB_STEP_SUMMARY"
fi
if [ "$verdict" = error ]; then
  echo "::error title=Laglens::The captures could not be judged (exit code $code). The step 'Judge by the budget' has the reason."
fi
output verdict "$verdict"
