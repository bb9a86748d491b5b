#!/bin/sh
# art-run.sh [dalvikvm options] CLASS [args]: starts a debuggable ART 14 like an app process; stands in the folder that build.sh made. Works as
# ../art-run.sh, with FRAMEWORK, DEBUGGABLE, ART_DATA and ART_LOG as there. The loader and the libraries are Debian 13's (the link trixie);
# children of the program see nothing of them. It interprets; -Xusejit:true as an option compiles, too.
A=$(cd "$(dirname "$0")" && pwd) || exit 2
L=$A/trixie/usr/lib/x86_64-linux-gnu
R=${ART_DATA:-$A/root}
mkdir -p "$R/data/dalvik-cache" "$R/etc" "$R/tz" "$R/rt/javalib" "$R/framework"
export ANDROID_LOG_TAGS="*:${ART_LOG:-w}" ANDROID_DATA="$R/data" ANDROID_ROOT="$R" ANDROID_TZDATA_ROOT="$R/tz"
export ANDROID_ART_ROOT="$R/rt" ANDROID_I18N_ROOT="$R/rt" ANDROID_RUNTIME_ROOT="$R/rt"
[ "$DEBUGGABLE" = 0 ] || set -- -Xcompiler-option --debuggable "$@"
# -XjdwpProvider:none: another one would want adbd's library. -Xbootclasspath-locations: the places of a phone, for hidden-API domains
exec "$L/ld-linux-x86-64.so.2" --library-path "$A:$L/android:$L:$A/trixie/usr/lib/7zip" --preload "$A/preload/libnativehelper.so" "$A/dalvikvm" \
  -XjdwpProvider:none -Xusejit:false -Xnoimage-dex2oat -Xnorelocate -Xmx512m \
  "-Xbootclasspath:$A/core-dex.jar${FRAMEWORK:+:$A/framework-dex.jar}" \
  "-Xbootclasspath-locations:$R/rt/javalib/core-oj.jar${FRAMEWORK:+:$R/framework/framework.jar}" "$@"
