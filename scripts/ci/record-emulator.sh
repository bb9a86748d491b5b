#!/usr/bin/env bash
# record-emulator.sh APK: installs the sample app on the running emulator, and records it.
set -euo pipefail

mkdir -p captures
adb install -r "$1"
serial="$(adb get-serialno)"
bash "$(dirname "${BASH_SOURCE[0]}")/record-sample.sh" "$serial" "captures/$serial.laglens"
