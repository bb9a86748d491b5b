#!/bin/sh
# art-run.sh [dalvikvm options] CLASS [args]: starts a debuggable ART like an app process; stands in the folder that build.sh made.
# FRAMEWORK=looper puts the classes of android.os and android.view that a looper needs on the boot class path, FRAMEWORK=1 also those of an
# activity with a window and its frames.
# DEBUGGABLE=0 makes the process one of a release app. -Xint as an option interprets from the start and opens all of JVMTI to late agents.
# ART_DATA: folder for what the runtime writes. ART_LOG: v|d|i|w|e, the level of what it logs to standard error (default w).
# The program ends by System.exit or Runtime.halt: both leave by _exit, so that threads still running cannot crash the way out.
A=$(cd "$(dirname "$0")" && pwd) || exit 2
R=${ART_DATA:-$A/root}
mkdir -p "$R/data/dalvik-cache" "$R/etc" "$R/tz" "$R/rt"
export LD_LIBRARY_PATH="$A:$(echo /usr/lib/*-linux-gnu*/android)" LD_PRELOAD="$A/preload/libnativehelper.so"
export ANDROID_LOG_TAGS="*:${ART_LOG:-w}" ANDROID_DATA="$R/data" ANDROID_ROOT="$R" ANDROID_TZDATA_ROOT="$R/tz"
export ANDROID_ART_ROOT="$R/rt" ANDROID_I18N_ROOT="$R/rt" ANDROID_RUNTIME_ROOT="$R/rt"
F=$R/framework
case $FRAMEWORK in
'') B='' L='' ;;
looper) B=:$A/framework-dex.jar L=:$F/framework.jar ;;
*) B=:$A/framework-dex.jar:$A/screen-dex.jar L=:$F/framework.jar:$F/screen.jar ;;
esac
[ "$DEBUGGABLE" = 0 ] || set -- -Xcompiler-option --debuggable "$@"
# -Xbootclasspath-locations: the places of a phone, on which hidden-API domains depend
exec "$A/dalvikvm" -Xusejit:false -Xnoimage-dex2oat -Xnorelocate -Xmx512m \
  "-Xbootclasspath:$A/core-dex.jar$B" "-Xbootclasspath-locations:$R/rt/javalib/core-oj.jar$L" "$@"
