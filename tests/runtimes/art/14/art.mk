# The Android Runtime's natives, by clang 19 of this computer for Debian 13; in ART's source root: make -f art.mk O=outdir SYSROOT=trixie FIX=fix-libart.py
# Debian's own makefile names libart's files; its paths lead into the sysroot (patch.py).
DEB_HOST_ARCH := amd64
DEB_HOST_MULTIARCH := x86_64-linux-gnu
TARGET := --sysroot=$(SYSROOT)
CFLAGS := $(TARGET) -fPIC
CPPFLAGS := $(TARGET) -I=/usr/include/android -DNDEBUG -UDEBUG
# As AOSP, whose code relies on it.
CXXFLAGS := -O1 -g0 -fPIC -fno-exceptions -w -ftrivial-auto-var-init=zero
ANDROID := $(SYSROOT)/usr/lib/$(DEB_HOST_MULTIARCH)/android
LINK = $(CXX) $(TARGET) -fuse-ld=lld -s -L$(O) -L$(ANDROID) -Wl,-rpath-link,$(ANDROID)
SHARE = $(LINK) -shared -Wl,-soname,$(@F) -o $@

all: $(addprefix $(O)/,libart.so.0 libopenjdkjvm.so libopenjdkjvmti.so dalvikvm)
.PHONY: all

include debian/libart.mk

unity.o: debian/out/asm_defines.h
unity.o: private CPPFLAGS += -Iopenjdkjvmti/include -Iopenjdkjvmti -Idexlayout
unity.o: private CXXFLAGS += -include cassert
unity.o: unity.cc
	$(CXX) -c -o $@ $< $(CPPFLAGS) $(CXXFLAGS)

$(O)/libart.so.0: $(ANDROID)/libart.so.0 $(FIX)
	$(FIX) $< $@
	ln -s $(@F) $(O)/libart.so
$(O)/libopenjdkjvmti.so: unity.o $(O)/libart.so.0
	$(SHARE) unity.o -lart -lbase -llog -lsigchain -lziparchive -lnativehelper
$(O)/libopenjdkjvm.so: openjdkjvm/OpenjdkJvm.cc $(O)/libart.so.0
	$(SHARE) $< $(CPPFLAGS) $(CXXFLAGS) -I../libcore/ojluni/src/main/native -lart -lbase -llog -lnativehelper
# Debian's libart.so names none of the libraries that it needs, so the launcher brings them.
$(O)/dalvikvm: dalvikvm/dalvikvm.cc
	$(LINK) -rdynamic -o $@ $< $(CPPFLAGS) $(CXXFLAGS) -Wl,--no-as-needed -lsigchain -lnativehelper -llog -lbase -lziparchive \
	  -lnativebridge -lnativeloader -lbacktrace -lcpu_features -ltinyxml2 -llz4 -lz -L$(SYSROOT)/usr/lib/7zip -l:7z.so -ldl -lpthread
