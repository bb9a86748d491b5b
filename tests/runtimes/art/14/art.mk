# The Android Runtime's natives, by clang 19 of this computer for Debian 13; in ART's source root: make -f art.mk O=outdir SYSROOT=trixie FIX=fix-libart.py HEADERS=headers.h
# Debian's own makefile names libart's files; its paths lead into the sysroot (patch.py).
DEB_HOST_ARCH := amd64
DEB_HOST_MULTIARCH := x86_64-linux-gnu
TARGET := --sysroot=$(SYSROOT)
CFLAGS := $(TARGET) -fPIC
# The code generators of both processors are built together, as by AOSP: nodes_x86.h compiles with both only.
CPPFLAGS := $(TARGET) -I=/usr/include/android -Icompiler -Idisassembler -DART_ENABLE_CODEGEN_x86 -DNDEBUG -UDEBUG
# As AOSP, whose code relies on it.
CXXFLAGS := -O1 -g0 -fPIC -fno-exceptions -w -ftrivial-auto-var-init=zero
ANDROID := $(SYSROOT)/usr/lib/$(DEB_HOST_MULTIARCH)/android
LINK = $(CXX) $(TARGET) -fuse-ld=lld -s -L$(O) -L$(ANDROID) -Wl,-rpath-link,$(ANDROID)
SHARE = $(LINK) -shared -Wl,-soname,$(@F) -o $@

all: $(addprefix $(O)/,libart.so.0 libart-compiler.so libopenjdkjvm.so libopenjdkjvmti.so dalvikvm)
.PHONY: all

include debian/libart.mk

PCH := debian/out/headers.pch
COMPILER := $(patsubst %.cc,compiler/%.o,$(shell cat compiler/sources)) debian/out/compiler_operator_out.o

# With the templates that they instantiate: files take a third of the time.
$(PCH): $(HEADERS) debian/out/asm_defines.h
	$(CXX) -x c++-header -fpch-instantiate-templates -o $@ $< $(CPPFLAGS) $(CXXFLAGS)
$(COMPILER) unity.o: $(PCH)
$(COMPILER) unity.o: private CXXFLAGS += -include-pch $(PCH)
unity.o: private CPPFLAGS += -Iopenjdkjvmti/include -Iopenjdkjvmti -Idexlayout
$(COMPILER) unity.o: %.o: %.cc
	$(CXX) -c -o $@ $< $(CPPFLAGS) $(CXXFLAGS)
debian/out/compiler_operator_out.cc: $(addprefix compiler/,linker/linker_patch.h optimizing/locations.h optimizing/nodes.h optimizing/optimizing_compiler_stats.h)
	tools/generate_operator_out.py compiler $^ > $@

$(O)/libart.so.0: $(ANDROID)/libart.so.0 $(FIX)
	$(FIX) $< $@
	ln -s $(@F) $(O)/libart.so
$(O)/libart-compiler.so: $(COMPILER) $(O)/libart.so.0
	$(SHARE) $(COMPILER) -Wl,-z,defs -lart -lbase -llog
$(O)/libopenjdkjvmti.so: unity.o $(O)/libart.so.0
	$(SHARE) unity.o -lart -lbase -llog -lsigchain -lziparchive -lnativehelper
$(O)/libopenjdkjvm.so: openjdkjvm/OpenjdkJvm.cc $(O)/libart.so.0
	$(SHARE) $< $(CPPFLAGS) $(CXXFLAGS) -I../libcore/ojluni/src/main/native -lart -lbase -llog -lnativehelper
# Debian's libart.so names none of the libraries that it needs, so the launcher brings them.
$(O)/dalvikvm: dalvikvm/dalvikvm.cc
	$(LINK) -rdynamic -o $@ $< $(CPPFLAGS) $(CXXFLAGS) -Wl,--no-as-needed -lsigchain -lnativehelper -llog -lbase -lziparchive \
	  -lnativebridge -lnativeloader -lbacktrace -lcpu_features -ltinyxml2 -llz4 -lz -L$(SYSROOT)/usr/lib/7zip -l:7z.so -ldl -lpthread
