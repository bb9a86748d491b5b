#!/usr/bin/env bash
# record-sample.sh DEVICE FILE: records the sample app from its launch; fails unless the recording has its lags, or with a false fact of the device.
set -euo pipefail

device="$1"
file="$2"
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"

npm run -s laglens -- devices --apps
npm run -s laglens -- record --device "$device" --app dev.laglens.sample --launch --seconds 20 -o "$file"
npm run -s laglens -- report "$file"
npm run -s laglens -- verify --device "$device" --app dev.laglens.sample -o "${file%.laglens}.field-report.json"
# This budget allows no lag: it has to be broken.
code=0
npm run -s laglens -- check "$file" --budget "$here/no-lags.budget.json" || code=$?
if [ "$code" -ne 1 ]; then
  echo "The recording has to have lags; the budget without any gave $code." >&2
  exit 1
fi
