#!/usr/bin/env python3
"""patch.py ART LIBCORE CLASSES: after ../patch.py, lets ART 14 be compiled by clang 19 with libstdc++, and libcore 10 be what runtime 14 expects of
the core classes. CLASSES: folder of added Java classes. Also writes ART/compiler/sources, the compiler's files. Stops when a pattern is gone."""
import glob, os, re, shutil, sys
art, lc, classes = sys.argv[1:]
oj = lc + '/ojluni/src/main/java/'

def edit(path, *subs):
    s = open(path).read()
    for pat, rep in subs:
        s, n = re.subn(pat, rep, s, flags=re.M)
        if not n: sys.exit(f'patch.py: {pat!r} not found in {path}')
    open(path, 'w').write(s)

def extend(name, code): edit(oj + name, (r'\}\s*\Z', lambda _: code + '\n}\n'))

# glibc has it since 2.38
edit(art + '/libartbase/base/strlcpy.h', (r'static inline size_t strlcpy\(', 'static inline size_t art_strlcpy('))
# Headers and libraries are the sysroot's.
edit(art + '/debian/libart.mk', (r'-I/usr/', '-I=/usr/'))
os.makedirs(art + '/debian/out', exist_ok=True)
# libstdc++ has an iterator per allocator.
edit(art + '/compiler/optimizing/register_allocator_linear_scan.cc',
     (r'^static ArenaVector(<LiveInterval\*>::iterator RemoveInterval)', r'static ScopedArenaVector\1'))

# The compiler's files, less those of other processors.
blueprint = open(art + '/compiler/Android.bp').read().split('libart-compiler-defaults', 1)[1].split('static:', 1)[0]
other = re.compile(r'arm|riscv|optimizing/(nodes|instruction_simplifier)_shared')
open(art + '/compiler/sources', 'w').write('\n'.join(f for f in re.findall(r'"([\w/]+\.cc)"', blueprint) if not other.search(f)) + '\n')

# Calendars' names are asked for by another signature than the system's ICU has.
edit(oj + 'sun/util/locale/provider/CalendarDataUtility.java',
     (r'new DateFormatSymbols\(ULocale\.forLocale\(locale\), calendarType\)', 'new DateFormatSymbols(ULocale.forLocale(locale))'))

# The runtime knows the number of virtual methods of two classes, beside Object's 11: 81 of Class, 67 of String; and String's static fields.
pads = lambda n: ''.join(f'    void laglensPad{i}() {{}}\n' for i in range(n))
extend('java/lang/Class.java', '''
    private native dalvik.system.ClassExt ensureExtDataPresent();
    private native Class<?> getNestHostFromAnnotation();
    private native Class<?>[] getNestMembersFromAnnotation();
    private native Class<?>[] getPermittedSubclassesFromAnnotation();
    private native Object[] getRecordAnnotationElement(String name, Class<?> type);
    private native boolean isRecord0();
''' + pads(14))
extend('java/lang/String.java', '''
    private native String doRepeat(int count);
    private native void fillBytesLatin1(byte[] dst, int begin);
    private native void fillBytesUTF16(byte[] dst, int begin);
    String(byte[] value, byte coder) { throw new UnsupportedOperationException("StringFactory makes them"); }
    static final boolean COMPACT_STRINGS = true;
    static final byte LATIN1 = 0;
    static final byte UTF16 = 1;
''' + pads(13))
extend('java/lang/ref/Reference.java', '''
    private final native boolean refersTo0(Object o);
    public final boolean refersTo(T o) { return refersTo0(o); }''')

# Methods that the runtime replaces by intrinsics; it looks them up at its start.
extend('java/lang/Math.java', '''
    public static double fma(double a, double b, double c) {
        return new java.math.BigDecimal(a).multiply(new java.math.BigDecimal(b)).add(new java.math.BigDecimal(c)).doubleValue();
    }
    public static float fma(float a, float b, float c) { return (float) ((double) a * b + c); }
    public static long multiplyHigh(long x, long y) {
        return java.math.BigInteger.valueOf(x).multiply(java.math.BigInteger.valueOf(y)).shiftRight(64).longValue();
    }''')
extend('java/lang/invoke/MethodHandle.java', '''
    final native void invokeExactWithFrame(dalvik.system.EmulatedStackFrame frame) throws Throwable;''')
for name in 'FloatingDecimal', 'FDBigInteger':
    s = open(oj + f'sun/misc/{name}.java').read()
    s = s.replace('package sun.misc;', 'package jdk.internal.math;\nimport sun.misc.DoubleConsts;\nimport sun.misc.FloatConsts;', 1)
    os.makedirs(oj + 'jdk/internal/math', exist_ok=True)
    open(oj + f'jdk/internal/math/{name}.java', 'w').write(s.replace('sun.misc.FDBigInteger', 'jdk.internal.math.FDBigInteger'))

# Added classes; Unsafe with the native methods that the runtime registers.
shutil.copytree(classes, oj, dirs_exist_ok=True)
types = {'Z': 'boolean', 'B': 'byte', 'C': 'char', 'S': 'short', 'I': 'int', 'J': 'long', 'F': 'float', 'D': 'double', 'V': 'void',
         'Ljava/lang/Object;': 'Object', 'Ljava/lang/Class;': 'Class'}
natives = []
for name, sig in re.findall(r'NATIVE_METHOD\(\s*Unsafe,\s*(\w+),\s*"([^"]*)"', open(art + '/runtime/native/jdk_internal_misc_Unsafe.cc').read()):
    args, result = re.match(r'\((.*)\)(.*)', sig).groups()
    named = ', '.join(f'{types[t]} p{i}' for i, t in enumerate(re.findall(r'L[^;]+;|[A-Z]', args)))
    static = 'static ' if name.endswith('ForComponentType') else ''
    natives.append(f'  public {static}native {types[result]} {name}({named});')
edit(oj + 'jdk/internal/misc/Unsafe.java', (r'^  // NATIVE METHODS$', '\n'.join(natives)))
added = [f'jdk/internal/math/{n}.java' for n in ('FloatingDecimal', 'FDBigInteger')] + [os.path.relpath(f, classes) for f in
         glob.glob(classes + '/**/*.java', recursive=True)]
open(lc + '/sources.txt', 'a').write(''.join(f'ojluni/src/main/java/{f}\n' for f in sorted(added)))
