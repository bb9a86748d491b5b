# Sourced by the steps that call Laglens.
# shellcheck shell=bash

# The steps' reports, as files.
# shellcheck disable=SC2034 # The steps use it.
reports="$RUNNER_TEMP/laglens"

# Prints the files that lines of paths and globs name, each once. A glob without a match stays: Laglens reports it as missing.
files_of() {
  local line
  while IFS= read -r line || [ -n "$line" ]; do
    line="${line#"${line%%[![:space:]]*}"}"
    line="${line%"${line##*[![:space:]]}"}"
    [ -n "$line" ] || continue
    # Else it would be an option.
    case "$line" in -*) line="./$line" ;; esac
    if [ -f "$line" ]; then
      printf '%s\n' "$line"
    else
      { compgen -G "$line" || printf '%s\n' "$line"; } | LC_ALL=C sort
    fi
  done <<<"$1" | awk '!seen[$0]++'
}

# Prints the baseline's files: the given ones, else the fetched ones of the base branch, else nothing.
baseline_files() {
  if [ -n "${LAGLENS_BASELINE//[[:space:]]/}" ]; then
    files_of "$LAGLENS_BASELINE"
  elif [ -d "$RUNNER_TEMP/laglens-base" ]; then
    find "$RUNNER_TEMP/laglens-base" -type f | LC_ALL=C sort
  fi
}

laglens() {
  local package="$LAGLENS_PACKAGE"
  # npm takes folder/file.tgz for a repository.
  case "$package" in
    [./]* | ?:*) ;;
    *) if [ -f "$package" ]; then package="./$package"; fi ;;
  esac
  npx --yes --package "$package" -- laglens "$@"
}

output() {
  printf '%s=%s\n' "$1" "$2" >>"$GITHUB_OUTPUT"
}
