#!/usr/bin/env bash
# record-simulator.sh APP: boots a new simulator, installs the sample app, and records it.
set -euo pipefail

mkdir -p captures
device="$(xcrun simctl create laglens-sample com.apple.CoreSimulator.SimDeviceType.iPhone-16)"
trap 'xcrun simctl delete "$device"' EXIT
xcrun simctl bootstatus "$device" -b
xcrun simctl install "$device" "$1"
bash "$(dirname "${BASH_SOURCE[0]}")/record-sample.sh" "$device" captures/simulator.laglens
