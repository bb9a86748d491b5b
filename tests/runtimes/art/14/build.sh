#!/bin/bash
# build.sh OUT ANDROID_ALL R8 TRIXIE: builds ART 14 (a debuggable Android Runtime with its compiler) on Debian 12 for amd64, from Debian 13's
# unpacked packages in TRIXIE, Debian's sources, Robolectric's android-all 14 and D8 as jars. Leaves in OUT: natives, art-run.sh, core-dex.jar,
# framework.jar (for javac), framework-dex.jar (for the runtime). Needs what apt-packages.txt lists, about 3 GB of memory and 1 GB of disk; no
# root. Does nothing when OUT is there; two builds at the same time wait for each other; one that is broken off leaves nothing.
set -euo pipefail
export TZ=UTC LC_ALL=C.UTF-8

ART=14.0.0+r15-4
LIBCORE=10.0.0+r36-1
ANDROID_ALL=$(realpath "$2")
R8=$(realpath "$3")
TRIXIE=$(realpath "$4")

HERE=$(cd "$(dirname "$0")" && pwd)
SHARED=$(dirname "$HERE")
mkdir -p "$(dirname "$1")"
OUT=$(realpath -m "$1")
[ ! -e "$OUT" ] || exit 0
exec 9> "$OUT.lock"
flock 9
[ ! -e "$OUT" ] || exit 0

MISSING=$(dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' $(cat "$HERE/apt-packages.txt") 2>&1 | sed -n 's/^ii .*//; /./p')
if [ -n "$MISSING" ]; then
  echo "Debian packages are missing. Install them by: apt-get install --no-install-recommends $(tr '\n' ' ' < "$HERE/apt-packages.txt")"
  echo "$MISSING"
  exit 1
fi

TMP=$OUT.building
NEW=$TMP/out
SYSROOT=$TMP/sysroot
LIB=$SYSROOT/usr/lib/x86_64-linux-gnu/android
rm -rf "$TMP"
mkdir -p "$TMP"/{src,lists/partial,cache/archives/partial,inc/a/b,inc/external/fdlibm,inc/nativehelper,bin} "$NEW"/{preload,o} "$SYSROOT"
BEGAN=$(date +%s%N)
say() { printf '%6.1f s  %s\n' "$((($(date +%s%N) - BEGAN) / 1000000))e-3" "$*"; }
# Runs a step with its output in a log. "wait" rather than "||" on the step itself: that would turn -e off inside it.
step() {
  local log=$TMP/$1.log
  shift
  "$@" > "$log" 2>&1 &
  wait $! || { tail -30 "$log"; echo "failed: $* (log: $log)"; exit 1; }
}

# From where this computer's packages come: 13 has the runtime's sources, 12 the core library's.
sources() {
  local uri
  uri=$(apt-get indextargets --format '$(ORIGIN) $(CODENAME) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' |
    sed -n 's/^Debian bookworm main //p' | head -1)
  printf 'Types: deb-src\nURIs: %s\nSuites: trixie bookworm\nComponents: main\nSigned-By: %s\n' "$uri" \
    /usr/share/keyrings/debian-archive-keyring.gpg > "$TMP/debian.sources"
  local options=(-o Dir::Etc::SourceList="$TMP/debian.sources" -o Dir::Etc::SourceParts=/dev/null -o Dir::State::Lists="$TMP/lists"
    -o Dir::Cache="$TMP/cache" -o APT::Sandbox::User=)
  apt-get "${options[@]}" update
  cd "$TMP/src"
  apt-get "${options[@]}" source --download-only "android-platform-art=$ART" "android-platform-libcore=$LIBCORE"
}
unpack() {
  cd "$TMP"
  for part in usr:"$TRIXIE/usr" lib:usr/lib lib64:usr/lib64; do ln -s "${part#*:}" "$SYSROOT/${part%%:*}"; done
  for name in clang clang++; do ln -s "$(command -v $name-19)" bin/; mv "bin/$name-19" "bin/$name"; done
  dpkg-source --no-check -x src/android-platform-art_*.dsc art-src
  mkdir libcore
  tar -xf src/android-platform-libcore_*.orig.tar.* -C libcore
  unzip -qo "$ANDROID_ALL" 'android/icu/*.class' 'com/android/org/conscrypt/*.class' 'com/android/okhttp/*.class' 'android/compat/*' -d deps || [ $? = 11 ]
  unzip -qo "$ANDROID_ALL" 'dalvik/*.class' java/lang/{DexCache,StringFactory,VMClassLoader}.class 'java/lang/invoke/*VarHandle.class' \
    'org/apache/harmony/dalvik/ddmc/*.class' libcore/util/FP16.class -d from14
  unzip -qo "$ANDROID_ALL" $(cat "$HERE/framework-classes.txt") -d framework
  cp "$SHARED"/native-stubs/* inc/
  cp -r "$HERE"/native-stubs/. inc/
  cp inc/fdlibm.h inc/external/fdlibm/
  # Debian 13's package has it no longer.
  cp /usr/include/android/nativehelper/{ScopedBytes,scoped_bytes}.h inc/nativehelper/
  python3 "$SHARED/patch.py" "$TMP/art-src" "$TMP/libcore"
  python3 "$HERE/patch.py" "$TMP/art-src" "$TMP/libcore" "$HERE/core-classes"
}
core_natives() {
  make -s -j"$(nproc)" -C "$TMP/libcore" -f "$SHARED/natives.mk" O="$NEW" INC="$TMP/inc" \
    CF="--sysroot=$SYSROOT -include compat.h -O1 -g0 -fPIC -w -include string.h -include stdlib.h -D_GNU_SOURCE -D_LARGEFILE64_SOURCE -DLINUX \
      -DU_USING_ICU_NAMESPACE=0 -I$TMP/inc -I$TMP/inc/a/b -Iluni/src/main/native -I=/usr/include/android -I=/usr/include/android/nativehelper" \
    LD="clang++ --sysroot=$SYSROOT -shared -s -fuse-ld=lld -Wl,-z,defs -L$NEW -L$LIB"
}
natives() {
  export PATH=$TMP/bin:$PATH
  # libart asks for these two by name; what it needs of them is inside it
  for name in preload/libnativehelper libicu_jni; do
    echo 'int laglens_dummy;' | clang --sysroot="$SYSROOT" -x c -shared -fPIC -s -fuse-ld=lld -Wl,-soname,"$(basename $name).so" -o "$NEW/$name.so" -
  done
  make -s -j"$(nproc)" -C "$TMP/art-src" -f "$HERE/art.mk" CC=clang CXX=clang++ O="$NEW" SYSROOT="$SYSROOT" FIX="$HERE/fix-libart.py" HEADERS="$HERE/headers.h"
  core_natives
  rm -rf "$NEW/o"
}
# Below 35, D8 drops java.lang.Record.
d8() { java -Xmx2g -cp "$R8" com.android.tools.r8.D8 --min-api 35 "$@"; }
core() {
  cd "$TMP/libcore"
  javac -J-Xmx2g -nowarn -encoding UTF-8 -g -proc:none -XDstringConcat=inline -XDignore.symbol.file -source 9 -target 9 \
    --system=none --patch-module=java.base="$TMP/deps" -d "$TMP/core" @sources.txt
  cd "$TMP/core"
  rm -rf module-info.class java/lang/DexCache*.class dalvik
  cp -r ../from14/. .
  zip -qr0 ../core.jar .
}
framework() {
  cd "$TMP"
  javac -nowarn -source 8 -target 8 -Xlint:-options -cp framework -d framework $(find "$SHARED/framework-stubs" -name '*.java')
  find framework -exec touch -d @315532800 {} + # equal bytes from every build
  (cd framework && find . -type f | sort | zip -qX9 "$NEW/framework.jar" -@)
  d8 --lib core.jar --output "$NEW/framework-dex.jar" "$NEW/framework.jar"
}

step sources sources
say "Debian source packages"
step unpack unpack
say "unpacked and patched"
(step natives natives; say "runtime, compiler, JVMTI and core natives") &
NATIVES=$!
trap 'kill $NATIVES 2>/dev/null || true' EXIT
step core core
say "core classes compiled"
step core-dex d8 --output "$NEW/core-dex.jar" "$TMP/core.jar"
say "core-dex.jar"
step framework framework
say "framework-dex.jar"
wait $NATIVES
cp "$HERE/art-run.sh" "$NEW/"
ln -s "$TRIXIE" "$NEW/trixie"
mv "$NEW" "$OUT"
rm -rf "$TMP"
say "done: $(du -sh "$OUT" | cut -f1) in $OUT"
