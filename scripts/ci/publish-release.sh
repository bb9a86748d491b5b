#!/usr/bin/env bash
# publish-release.sh FOLDER: checks the files by their checksums, and publishes them as the tag's release, as a draft.
set -euo pipefail

(cd "$1" && sha256sum --check --strict SHA256SUMS)
gh release create "$GITHUB_REF_NAME" --verify-tag --draft --title "$GITHUB_REF_NAME" --generate-notes "$1"/*
