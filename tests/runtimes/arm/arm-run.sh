#!/bin/sh
# arm-run.sh [dalvikvm options] CLASS [args]: as art-run.sh, for another processor, whose instructions qemu-user runs.
# Stands in a folder that build.sh made. ART_DIR: where the Android Runtime of this computer's processor was built, for its dex files.
A=$(cd "$(dirname "$0")" && pwd) || exit 2
. "$A/target"
R=${ART_DATA:-$A/root}
S=$A/sysroot
mkdir -p "$R/data/dalvik-cache" "$R/etc" "$R/tz" "$R/rt"
# -E: for the program alone, not for qemu.
[ "$DEBUGGABLE" = 0 ] || set -- -Xcompiler-option --debuggable "$@"
exec "$QEMU" -L "$S" -E "LD_LIBRARY_PATH=$A:$S/usr/lib/$TRIPLE/android:$S/lib/$TRIPLE:$S/usr/lib/$TRIPLE" \
  -E "LD_PRELOAD=$A/preload/libnativehelper.so" -E "ANDROID_LOG_TAGS=*:${ART_LOG:-w}" -E "ANDROID_DATA=$R/data" -E "ANDROID_ROOT=$R" \
  -E "ANDROID_TZDATA_ROOT=$R/tz" -E "ANDROID_ART_ROOT=$R/rt" -E "ANDROID_I18N_ROOT=$R/rt" -E "ANDROID_RUNTIME_ROOT=$R/rt" \
  "$A/dalvikvm" -Xusejit:false -Xnoimage-dex2oat -Xnorelocate -Xmx512m \
  "-Xbootclasspath:$ART_DIR/core-dex.jar${FRAMEWORK:+:$ART_DIR/framework-dex.jar}" \
  "-Xbootclasspath-locations:$R/rt/javalib/core-oj.jar${FRAMEWORK:+:$R/framework/framework.jar}" "$@"
