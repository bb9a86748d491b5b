#!/bin/bash
# build.sh OUT: cross-builds ART 11 for the processors of phones from Debian's binary packages for them and Debian's sources, as ../art/build.sh
# does for this computer's. Leaves in OUT: arm64-v8a and armeabi-v7a, each with natives, arm-run.sh and a sysroot, and stamp. Needs the packages
# of ../art/apt-packages.txt. The other processors' packages are only unpacked: neither apt's settings nor dpkg's architectures change.
# Does nothing when OUT was built by the same recipe; two builds at the same time wait for each other.
set -euo pipefail
export TZ=UTC LC_ALL=C.UTF-8

ART=11.0.0+r48-5
LIBCORE=10.0.0+r36-1

HERE=$(cd "$(dirname "$0")" && pwd)
SHARED=$(cd "$HERE/../art" && pwd)
mkdir -p "$1"
OUT=$(cd "$1" && pwd)
STAMP=$(cd "$HERE" && cat build.sh arm-run.sh packages.txt stack-room.c \
  $(find ../art/native-stubs ../art/patch.py ../art/natives.mk ../art/clang-flags -type f | sort) | sha256sum | cut -c1-16)

up_to_date() { [ "$(cat "$OUT/stamp" 2>/dev/null)" = "$STAMP" ]; }
if up_to_date; then exit 0; fi
exec 9> "$OUT.lock"
flock 9
if up_to_date; then exit 0; fi

for program in qemu-aarch64 qemu-arm clang ld.lld dpkg-source python3; do
  command -v $program > /dev/null && continue
  echo "$program is missing: programs for ARM can't be built and run here. On Debian 12 the package qemu-user has qemu-aarch64 and qemu-arm."
  exit 1
done

TMP=$OUT.building
NEW=$TMP/out
rm -rf "$TMP"
mkdir -p "$TMP"/{src,inc/a/b,inc/external/fdlibm} "$NEW"
BEGAN=$(date +%s%N)
say() { printf '%6.1f s  %s\n' "$((($(date +%s%N) - BEGAN) / 1000000))e-3" "$*"; }
# Runs a step with its output in a log. "wait" rather than "||" on the step itself: that would turn -e off inside it.
step() {
  local log=$TMP/$1.log
  shift
  "$@" > "$log" 2>&1 &
  wait $! || { tail -30 "$log"; echo "failed: $* (log: $log)"; exit 1; }
}

# apt with lists, cache and state of its own; the package sources that this machine uses already, mirrors included
own_apt() {
  local home=$TMP/apt-$1 kind=$2
  mkdir -p "$home"/{lists/partial,cache/archives/partial}
  touch "$home/status"
  apt-get indextargets --format "\$(ORIGIN) $kind \$(REPO_URI) \$(RELEASE) \$(COMPONENT)" 'Created-By: Packages' |
    sed -n 's/^Debian //p' | sort -u > "$home/sources.list"
  APT=(apt-get -q -o Dir::Etc::SourceList="$home/sources.list" -o Dir::Etc::SourceParts=/dev/null -o Dir::State::Lists="$home/lists"
    -o Dir::Cache="$home/cache" -o Dir::State::status="$home/status" -o APT::Sandbox::User= -o Acquire::Languages=none)
}
sources() {
  own_apt src deb-src
  "${APT[@]}" update
  cd "$TMP/src"
  "${APT[@]}" source --download-only "android-platform-art=$ART" "android-platform-libcore=$LIBCORE"
  dpkg-source --no-check -x android-platform-art_*.dsc ../art-src
  mkdir ../libcore
  tar -xf android-platform-libcore_*.orig.tar.* -C ../libcore
  cp "$SHARED"/native-stubs/* "$TMP/inc/"
  cp "$TMP/inc/fdlibm.h" "$TMP/inc/external/fdlibm/"
  python3 "$SHARED/patch.py" "$TMP/art-src" "$TMP/libcore"
}
# sysroot ARCHITECTURE DIR
sysroot() {
  own_apt "$1" "deb [arch=$1]"
  APT+=(-o APT::Architecture="$1" -o APT::Architectures="$1")
  # Mirrors hold other processors' lists of some releases less well: what can't be had then is said by the next step.
  "${APT[@]}" update || echo "not every list of packages could be had"
  "${APT[@]}" install -y --no-install-recommends --download-only $(sed "s/^android-libart$/&=$ART/" "$HERE/packages.txt")
  mkdir -p "$2"
  for package in "$TMP/apt-$1"/cache/archives/*.deb; do dpkg-deb -x "$package" "$2"; done
  rm -rf "$2"/usr/share "$2"/usr/bin "$2"/etc
  find "$2" -name '*.a' -size +1M ! -name 'libgcc*.a' -delete
  # Links to /lib are the sysroot's own.
  find "$2" -type l -lname '/*' | while read -r link; do
    ln -sfn "$(realpath -m --relative-to="$(dirname "$link")" "$2$(readlink "$link")")" "$link"
  done
}
# natives ABI TRIPLE CODEGEN [flags]: with compilers of these names that build for the other processor
natives() {
  local new=$NEW/$1 triple=$2 codegen=$3 root=$NEW/$1/sysroot
  shift 3
  local lib=$root/usr/lib/$triple/android cross=$TMP/cross-$triple
  mkdir -p "$new"/{preload,o} "$cross"
  for compiler in clang clang++; do
    echo "exec $(command -v $compiler) --target=$triple --sysroot=$root $* -fuse-ld=lld -Wno-unused-command-line-argument \"\$@\"" > "$cross/$compiler"
    sed -i '1i #!/bin/sh' "$cross/$compiler"
    chmod +x "$cross/$compiler"
  done
  PATH=$cross:$PATH
  clang -shared -fPIC -s -Wl,-soname,libnativehelper.so -o "$new/preload/libnativehelper.so" "$HERE/stack-room.c"
  echo 'int laglens_dummy;' | clang -x c -shared -fPIC -s -Wl,-soname,libicu_jni.so -o "$new/libicu_jni.so" -
  cd "$TMP/art-src"
  local cc="clang++ $(tr '\n' ' ' < "$SHARED/clang-flags" | sed "s/CODEGEN_x86_64/CODEGEN_$codegen/") -s -L$lib -Wl,-rpath-link,$lib"
  $cc -I../libcore/ojluni/src/main/native -shared -Wl,-soname,libopenjdkjvm.so -o "$new/libopenjdkjvm.so" openjdkjvm/OpenjdkJvm.cc \
    -lart -lbase -llog -lnativehelper
  # libart.so lacks DT_NEEDED entries for its own libraries, so the launcher brings them
  $cc -rdynamic -o "$new/dalvikvm" dalvikvm/dalvikvm.cc -Wl,--no-as-needed -lsigchain -lnativehelper -llog -lbase -lziparchive \
    -lnativebridge -lnativeloader -lbacktrace -llz4 -lz -ldl -lpthread
  $cc -shared -Wl,-soname,libopenjdkjvmti.so -o "$new/libopenjdkjvmti.so" unity.cc -lart -lbase -llog -lsigchain -lziparchive -lnativehelper
  make -s -C "$TMP/libcore" -f "$SHARED/natives.mk" O="$new" INC="$TMP/inc" LIB="$lib"
  rm -rf "$new/o"
  cp "$HERE/arm-run.sh" "$new/"
}
# abi ABI ARCHITECTURE TRIPLE CODEGEN QEMU [flags]
abi() {
  local name=$1 architecture=$2 triple=$3 codegen=$4 qemu=$5
  shift 5
  step "packages-$name" sysroot "$architecture" "$NEW/$name/sysroot"
  say "Debian's packages for $architecture"
  step "natives-$name" natives "$name" "$triple" "$codegen" "$@"
  printf 'TRIPLE=%s\nQEMU=%s\n' "$triple" "$qemu" > "$NEW/$name/target"
  say "runtime, JVMTI and core natives for $name"
}

step sources sources
say "Debian source packages"
abi arm64-v8a arm64 aarch64-linux-gnu arm64 qemu-aarch64 &
FIRST=$!
trap 'kill $FIRST 2>/dev/null || true' EXIT
abi armeabi-v7a armhf arm-linux-gnueabihf arm qemu-arm -march=armv7-a -mfpu=vfpv3-d16 -mfloat-abi=hard
wait $FIRST
echo "$STAMP" > "$NEW/stamp"
rm -rf "$OUT"
mv "$NEW" "$OUT"
rm -rf "$TMP"
say "done: $(du -sh "$OUT" | cut -f1) in $OUT"
