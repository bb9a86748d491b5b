#!/usr/bin/env bash
# build-sample-app.sh APP: builds tests/workflows/sample/ios for simulators of this Mac.
set -euo pipefail

app="$1"
source="$(cd "$(dirname "${BASH_SOURCE[0]}")/../../tests/workflows/sample/ios" && pwd)"
mkdir -p "$app"
cp "$source/Info.plist" "$app/Info.plist"
xcrun --sdk iphonesimulator clang -g -fobjc-arc -target "$(uname -m)-apple-ios15.0-simulator" -framework UIKit -framework Foundation \
  -o "$app/Sample" "$source/main.m"
codesign --force --sign - "$app"
