#!/usr/bin/env bash
# Compares the captures with the baseline's, if there are any. Outputs: markdown, html.
set -euo pipefail
# shellcheck source=captures.sh
. "${BASH_SOURCE[0]%/*}/captures.sh"

mkdir -p "$reports"
first=()
more=()
# Adds files to the arguments: the first alone, others by an option.
add() {
  local option="$1" file count=0
  while IFS= read -r file; do
    if [ "$count" -eq 0 ]; then first+=("$file"); else more+=("$option" "$file"); fi
    count=$((count + 1))
  done
}
add --before < <(baseline_files)
if [ "${#first[@]}" -eq 0 ]; then
  echo 'No captures to compare with: the base branch has kept none yet.'
  exit 0
fi
add --after < <(files_of "$LAGLENS_SESSIONS")

# The old bash of macOS takes an empty list for an unset one.
if laglens diff "${first[@]}" ${more[@]+"${more[@]}"} --markdown --html "$reports/changes.html" >"$reports/diff.md"; then
  output markdown "$reports/diff.md"
  output html "$reports/changes.html"
  cat "$reports/diff.md" >>"$GITHUB_STEP_SUMMARY"
else
  rm -f "$reports/diff.md"
  echo "::warning title=Laglens::The captures could not be compared with the baseline. The step 'Compare with the baseline' has the reason."
fi
