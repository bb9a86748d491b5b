#!/bin/bash
# build.sh OUT ANDROID_ALL R8: builds ART 11 (a debuggable, interpreting Android Runtime) for Debian 12 on amd64 from Debian's binary and
# source packages, with Robolectric's android-all 11 and D8 as jars. Leaves in OUT: natives, art-run.sh, core-dex.jar, framework.jar (for
# javac), framework-dex.jar and screen-dex.jar (for the runtime), stamp. Needs what apt-packages.txt lists, about 3 GB of memory and 1 GB of disk. Does nothing
# when OUT was built by the same recipe; two builds at the same time wait for each other; one that is broken off leaves OUT as it was.
set -euo pipefail
export TZ=UTC LC_ALL=C.UTF-8

ART=11.0.0+r48-5
LIBCORE=10.0.0+r36-1
ANDROID_ALL=$(realpath "$2")
R8=$(realpath "$3")

HERE=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
OUT=$(cd "$1" && pwd)
RECIPE="build.sh art-run.sh patch.py clang-flags natives.mk framework-classes.txt screen-classes.txt $(cd "$HERE" && find native-stubs framework-stubs -type f | sort)"
STAMP=$(cd "$HERE" && cat $RECIPE | sha256sum | cut -c1-16)

up_to_date() { [ "$(cat "$OUT/stamp" 2>/dev/null)" = "$STAMP" ]; }
if up_to_date; then exit 0; fi
exec 9> "$OUT.lock"
flock 9
if up_to_date; then exit 0; fi

MISSING=$(dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' $(cat "$HERE/apt-packages.txt") 2>&1 | sed -n 's/^ii .*//; /./p')
if [ -n "$MISSING" ]; then
  echo "Debian packages are missing. Install them by: apt-get install --no-install-recommends $(tr '\n' ' ' < "$HERE/apt-packages.txt")"
  echo "$MISSING"
  exit 1
fi
INSTALLED=$(dpkg-query -W -f '${Version}' android-libart)
if [ "$INSTALLED" != $ART ]; then
  echo "android-libart is $INSTALLED, this recipe is for $ART (Debian 12)"
  exit 1
fi

TMP=$OUT.building
NEW=$TMP/out
LIB=/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)/android
rm -rf "$TMP"
mkdir -p "$TMP"/{src,lists/partial,cache/archives/partial,inc/a/b,inc/external/fdlibm} "$NEW"/{preload,o}
BEGAN=$(date +%s%N)
say() { printf '%6.1f s  %s\n' "$((($(date +%s%N) - BEGAN) / 1000000))e-3" "$*"; }
# Runs a step with its output in a log. "wait" rather than "||" on the step itself: that would turn -e off inside it.
step() {
  local log=$TMP/$1.log
  shift
  "$@" > "$log" 2>&1 &
  wait $! || { tail -30 "$log"; echo "failed: $* (log: $log)"; exit 1; }
}

# deb-src lines are made from the package sources that this machine uses already, mirrors included
sources() {
  apt-get indextargets --format '$(ORIGIN) deb-src $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
    sed -n 's/^Debian //p' | sort -u > "$TMP/src.list"
  local options=(-o Dir::Etc::SourceList="$TMP/src.list" -o Dir::Etc::SourceParts=/dev/null -o Dir::State::Lists="$TMP/lists"
    -o Dir::Cache="$TMP/cache" -o APT::Sandbox::User=)
  apt-get "${options[@]}" update
  cd "$TMP/src"
  apt-get "${options[@]}" source --download-only "android-platform-art=$ART" "android-platform-libcore=$LIBCORE"
}
unpack() {
  cd "$TMP"
  dpkg-source --no-check -x src/android-platform-art_*.dsc art-src
  mkdir libcore
  tar -xf src/android-platform-libcore_*.orig.tar.* -C libcore
  unzip -qo "$ANDROID_ALL" 'android/icu/*.class' 'com/android/org/conscrypt/*.class' 'com/android/okhttp/*.class' 'android/compat/*' -d deps || [ $? = 11 ]
  unzip -qo "$ANDROID_ALL" java/lang/DexCache.class 'dalvik/system/*.class' libcore/util/FP16.class -d from11
  unzip -qo "$ANDROID_ALL" $(cat "$HERE/framework-classes.txt") -d framework
  unzip -qo "$ANDROID_ALL" $(cat "$HERE/screen-classes.txt") -d screen
  cp "$HERE"/native-stubs/* inc/
  cp inc/fdlibm.h inc/external/fdlibm/
  python3 "$HERE/patch.py" "$TMP/art-src" "$TMP/libcore"
}
natives() {
  # libart asks for these two by name; what it needs of them is inside it
  for name in preload/libnativehelper libicu_jni; do
    echo 'int laglens_dummy;' | clang -x c -shared -fPIC -s -Wl,-soname,"$(basename $name).so" -o "$NEW/$name.so" -
  done
  cd "$TMP/art-src"
  local cc="clang++ $(tr '\n' ' ' < "$HERE/clang-flags") -s -fuse-ld=lld -L$LIB"
  $cc -I../libcore/ojluni/src/main/native -shared -Wl,-soname,libopenjdkjvm.so -o "$NEW/libopenjdkjvm.so" openjdkjvm/OpenjdkJvm.cc \
    -lart -lbase -llog -lnativehelper
  # libart.so lacks DT_NEEDED entries for its own libraries, so the launcher brings them
  $cc -rdynamic -o "$NEW/dalvikvm" dalvikvm/dalvikvm.cc -Wl,--no-as-needed -lsigchain -lnativehelper -llog -lbase -lziparchive \
    -lnativebridge -lnativeloader -lbacktrace -llz4 -lz -ldl -lpthread
  $cc -shared -Wl,-soname,libopenjdkjvmti.so -o "$NEW/libopenjdkjvmti.so" unity.cc -lart -lbase -llog -lsigchain -lziparchive -lnativehelper &
  local jvmti=$!
  make -s -C "$TMP/libcore" -f "$HERE/natives.mk" O="$NEW" INC="$TMP/inc"
  wait $jvmti
  rm -rf "$NEW/o"
}
d8() { java -Xmx2g -cp "$R8" com.android.tools.r8.D8 --min-api 29 "$@"; }
core() {
  cd "$TMP/libcore"
  javac -J-Xmx2g -nowarn -encoding UTF-8 -g -proc:none -XDstringConcat=inline -XDignore.symbol.file -source 9 -target 9 \
    --system=none --patch-module=java.base="$TMP/deps" -d "$TMP/core" @sources.txt
  cd "$TMP/core"
  rm -rf module-info.class java/lang/DexCache.class dalvik/system
  cp -r ../from11/. .
  zip -qr0 ../core.jar .
}
framework() {
  cd "$TMP"
  javac -nowarn -source 8 -target 8 -Xlint:-options -cp framework -d framework $(find "$HERE/framework-stubs" -name '*.java')
  find framework screen -exec touch -d @315532800 {} + # equal bytes from every build
  (cd framework && find . -type f | sort | zip -qX9 "$TMP/looper.jar" -@)
  (cd screen && find . -type f | sort | zip -qX9 "$TMP/screen.jar" -@)
  d8 --lib core.jar --output "$NEW/framework-dex.jar" looper.jar
  d8 --lib core.jar --classpath looper.jar --output "$NEW/screen-dex.jar" screen.jar
  cp looper.jar "$NEW/framework.jar"
  (cd screen && find . -type f | sort | zip -qX9 "$NEW/framework.jar" -@)
}

step sources sources
say "Debian source packages"
step unpack unpack
say "unpacked and patched"
(step natives natives; say "runtime, JVMTI and core natives") &
NATIVES=$!
trap 'kill $NATIVES 2>/dev/null || true' EXIT
step core core
say "core classes compiled"
step core-dex d8 --output "$NEW/core-dex.jar" "$TMP/core.jar"
say "core-dex.jar"
step framework framework
say "framework-dex.jar, screen-dex.jar"
wait $NATIVES
cp "$HERE/art-run.sh" "$NEW/"
echo "$STAMP" > "$NEW/stamp"
rm -rf "$OUT"
mv "$NEW" "$OUT"
rm -rf "$TMP"
say "done: $(du -sh "$OUT" | cut -f1) in $OUT"
