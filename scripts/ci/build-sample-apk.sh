#!/usr/bin/env bash
# build-sample-apk.sh APK: builds and signs tests/workflows/sample/android by the tools in ANDROID_HOME, without Gradle.
set -euo pipefail

apk="$1"
source="$(cd "$(dirname "${BASH_SOURCE[0]}")/../../tests/workflows/sample/android" && pwd)"
newest() {
  printf '%s\n' "$ANDROID_HOME/$1"/* | sort -V | tail -n 1
}
tools="$(newest build-tools)"
platform="$(newest platforms)/android.jar"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

"$tools/aapt2" link -I "$platform" --manifest "$source/AndroidManifest.xml" -o "$work/app.apk"
javac -nowarn --release 11 -classpath "$platform" -d "$work/classes" "$source"/dev/laglens/sample/*.java
find "$work/classes" -name '*.class' -print0 | xargs -0 "$tools/d8" --min-api 28 --lib "$platform" --output "$work"
(cd "$work" && zip -q app.apk classes.dex)
"$tools/zipalign" -f 4 "$work/app.apk" "$work/aligned.apk"
keytool -genkeypair -keystore "$work/debug.keystore" -storepass android -keypass android -alias debug \
  -keyalg RSA -validity 30 -dname CN=Debug 2>/dev/null
"$tools/apksigner" sign --ks "$work/debug.keystore" --ks-pass pass:android --min-sdk-version 28 --out "$apk" "$work/aligned.apk"
