import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuMsOf } from '../../../../tests/cpu-time.ts';
import { isMainName, namePartsOf } from './frame-names.ts';

/** Each spelling with the parts that its tool's own documentation or source gives it: class | method | descriptor | file:line. */
const spellings: readonly (readonly [tool: string, name: string, parts: string])[] = [
  // ART: ArtMethod::PrettyMethod, art/runtime/art_method.cc; simpleperf, traces of ART and dumps of locks show it.
  ['ART', 'void com.ex.shop.Cart.total(java.util.List)', 'com.ex.shop.Cart | total | (Ljava/util/List;)V |'],
  [
    'ART',
    'java.util.List com.ex.shop.Cart.load(int, java.lang.String[])',
    'com.ex.shop.Cart | load | (I[Ljava/lang/String;)Ljava/util/List; |',
  ],
  ['ART', 'boolean[] a.b.C.d(int, long)', 'a.b.C | d | (IJ)[Z |'],
  ['ART', 'void com.ex.Cart.<init>()', 'com.ex.Cart | <init> | ()V |'],
  ['ART', 'java.lang.Object com.ex.Cart[].clone()', 'com.ex.Cart | clone | ()Ljava/lang/Object; |'],
  ['ART', 'int Cart.total(int)', 'Cart | total | (I)I |'],
  ['ART', 'com.ex.Cart.total', 'com.ex.Cart | total | |'],
  ['ART, two methods with one code', 'void com.ex.Cart.total() [DEDUPED]', 'com.ex.Cart | total | ()V |'],
  ['ART, R8', 'a.c a.b.c.d(a.e, int)', 'a.b.c | d | (La/e;I)La/c; |'],
  // simpleperf: scripts/simpleperf_report_lib.py, symbols of JIT caches and compiled files.
  ['simpleperf', '[JIT] com.ex.Cart.total', 'com.ex.Cart | total | |'],
  ['simpleperf', 'com.ex.Cart.total [I]', 'com.ex.Cart | total | |'],
  ['tombstone', 'com.ex.Cart.total+124', 'com.ex.Cart | total | |'],
  ['perf script', 'com.ex.Cart.total+0x1c', 'com.ex.Cart | total | |'],
  // async-profiler: docs/OutputFormats.md, options `-s`, `-g`, `-a`.
  ['async-profiler', 'com/ex/Cart.total_[j]', 'com.ex.Cart | total | |'],
  ['async-profiler', 'com/ex/Cart$1.run(I)V_[i]', 'com.ex.Cart$1 | run | (I)V |'],
  ['async-profiler', 'Cart.total_[0]', 'Cart | total | |'],
  ['async-profiler', 'com/ex/Cart$$Lambda$14.0x0007f.run_[1]', 'com.ex.Cart$$Lambda$14.0x0007f | run | |'],
  ['async-profiler', 'do_syscall_64_[k]', ' | do_syscall_64 | |'],
  // Names of class files and dex files: JVMS 4.3, dalvik's dex format.
  ['dex', 'Lcom/ex/Cart;->total(I)V', 'com.ex.Cart | total | (I)V |'],
  ['dex', '[Lcom/ex/Cart;->clone()Ljava/lang/Object;', 'com.ex.Cart | clone | ()Ljava/lang/Object; |'],
  ['dex', 'Lcom/ex/Cart;-><init>(Lcom/ex/Item;[J)V', 'com.ex.Cart | <init> | (Lcom/ex/Item;[J)V |'],
  ['javap', 'com/ex/Cart.total:(I)V', 'com.ex.Cart | total | (I)V |'],
  ['JVM', 'java.util.ArrayList.<init>(I)V', 'java.util.ArrayList | <init> | (I)V |'],
  ['perf-map-agent', 'Lcom/ex/Cart;::total', 'com.ex.Cart | total | |'],
  ['HotSpot, -XX:+PrintCompilation', 'com.ex.Cart::total (12 bytes)', 'com.ex.Cart | total | |'],
  ['HotSpot 21', 'com.ex.Cart$$Lambda/0x00007f01.run(Unknown Source)', 'com.ex.Cart$$Lambda.0x00007f01 | run | |'],
  // Stack traces: StackTraceElement.toString.
  ['Java', 'com.ex.Cart.total(Cart.java:12)', 'com.ex.Cart | total | | Cart.java:12'],
  ['Java', 'java.base/java.util.ArrayList.add(ArrayList.java:12)', 'java.util.ArrayList | add | | ArrayList.java:12'],
  ['Java', 'app//com.ex.Cart.total(Native Method)', 'com.ex.Cart | total | |'],
  ['ART', 'void a.a(android.os.Bundle)', 'a | a | (Landroid/os/Bundle;)V |'],
  ['ART, R8', 'void a.b.c(a.js)', 'a.b | c | (La/js;)V |'],
  ['ART, R8', 'void a.b.c(a.kt)', 'a.b | c | (La/kt;)V |'],
  ['Java', 'at com.ex.Cart.total(Cart.kt:12) ~[shop.jar:1.0]', 'com.ex.Cart | total | | Cart.kt:12'],
  ['Java', 'com.ex.Cart.total(Cart.java)', 'com.ex.Cart | total | | Cart.java'],
  ['a debugger', 'com.ex.Cart.total @ Cart.kt:12', 'com.ex.Cart | total | | Cart.kt:12'],
  ['R8', 'a.a(SourceFile:5)', 'a | a | | SourceFile:5'],
  ['R8', 'a.a.b(Unknown Source:2)', 'a.a | b | | :2'],
  ['R8', 'a.b.c.d', 'a.b.c | d | |'],
  ['R8', 'com.ex.Cart.-$$Nest$mtotal', 'com.ex.Cart | -$$Nest$mtotal | |'],
  ['R8', 'Cart$$ExternalSyntheticLambda0.run', 'Cart$$ExternalSyntheticLambda0 | run | |'],
  ['D8', '-$$Lambda$Cart$a-b_c.run', '-$$Lambda$Cart$a-b_c | run | |'],
  ['javac', 'com.ex.Cart.access$000', 'com.ex.Cart | access$000 | |'],
  // Kotlin and Compose: kotlinc's names; androidx.compose.runtime.tracing.
  ['Kotlin', 'com.ex.Cart.total-IV7abc', 'com.ex.Cart | total-IV7abc | |'],
  ['Kotlin', 'com.ex.CartKt.$lambda-1$1', 'com.ex.CartKt | $lambda-1$1 | |'],
  ['Compose', 'com.ex.ComposableSingletons$CartKt$lambda-1$1.invoke', 'com.ex.ComposableSingletons$CartKt$lambda-1$1 | invoke | |'],
  ['Compose', 'ComposableSingletons$CartKt$lambda-1$1.invoke', 'ComposableSingletons$CartKt$lambda-1$1 | invoke | |'],
  ['Compose tracing', 'com.ex.CartScreen (Cart.kt:42)', 'com.ex.CartKt | CartScreen | | Cart.kt:42'],
  ['Compose tracing', 'com.ex.CartScreen.<anonymous>.<anonymous> (Cart.kt:42)', 'com.ex.CartScreen | <anonymous> | | Cart.kt:42'],
  ['a tracer', 'com.ex.shop.Cart.total (Cart.kt:12)', 'com.ex.shop.Cart | total | | Cart.kt:12'],
  // Profilers of desktop Java.
  ['JFR', 'com.ex.Cart.total:12', 'com.ex.Cart | total | | :12'],
  ['Mission Control', 'com.ex.Cart.total(int) line: 12', 'com.ex.Cart | total | | :12'],
  ['VisualVM', 'com.ex.Cart.total (int, String)', 'com.ex.Cart | total | |'],
  ['YourKit', 'com.ex.Cart.total(List) Cart.java:12', 'com.ex.Cart | total | | Cart.java:12'],
  ['TraceCanary', 'com.ex.Cart:total(88)', 'com.ex.Cart | total | | :88'],
  ['Javadoc', 'com.ex.Cart#total(int)', 'com.ex.Cart | total | |'],
  ['source', 'public static java.util.Map<K, V> com.ex.Box<T>.get()', 'com.ex.Box | get | ()Ljava/util/Map; |'],
  ['source, lower-case class', 'com.ex.shop.cart.total', 'com.ex.shop.cart | total | |'],
  // Other languages: functions, with a place where one is written.
  ['Objective-C', '-[ShopCart total]', ' | -[ShopCart total] | |'],
  ['Objective-C', '-[ShopCart total] (Cart.m:12)', ' | -[ShopCart total] | | Cart.m:12'],
  ['Swift', 'shop.Cart.total() -> Swift.Int', ' | shop.Cart.total() -> Swift.Int | |'],
  ['C++', 'ns::Cls::fn(int)', ' | ns::Cls::fn(int) | |'],
  ['C++', 'std::vector<int>::push_back(int&&)', ' | std::vector<int>::push_back(int&&) | |'],
  ['C++', 'int ns::f(int) (cart.cpp:12)', ' | int ns::f(int) | | cart.cpp:12'],
  ['Rust', 'core::ptr::drop_in_place<alloc::vec::Vec<u8>>', ' | core::ptr::drop_in_place<alloc::vec::Vec<u8>> | |'],
  ['Go', 'net/http.(*conn).serve', ' | net/http.(*conn).serve | |'],
  ['Go', 'net/http.HandlerFunc.ServeHTTP', ' | net/http.HandlerFunc.ServeHTTP | |'],
  ['V8, --perf-basic-prof', 'LazyCompile:*total /app/cart.js:12:5', ' | total | | /app/cart.js:12'],
  ['Hermes', 'render (/app/index.bundle:12:5)', ' | render | | /app/index.bundle:12'],
  ['Firefox', 'total@http://host/cart.js:12:5', ' | total | | http://host/cart.js:12'],
  ['any', 'Cart.total', ' | Cart.total | |'],
  // Sections of Android's own tracing are sentences.
  ['Android', 'VerifyClass com.ex.Cart', ' | VerifyClass com.ex.Cart | |'],
  ['Android', 'com.ex.shop.MainActivity', ' | com.ex.shop.MainActivity | |'],
  [
    'Android',
    'monitor contention with owner main (12) at void com.ex.Cart.total()(Cart.java:12)',
    ' | monitor contention with owner main (12) at void com.ex.Cart.total()(Cart.java:12) | |',
  ],
];

for (const [tool, name, expected] of spellings) {
  test(`a name as ${tool} writes it is split: ${name}`, () => {
    const { class: owner, function: method, signature = '', file, line } = namePartsOf(name);
    const place = file === '' && line === 0 ? '' : `${file}${line === 0 ? '' : `:${line}`}`;
    assert.equal(
      `${owner} | ${method} | ${signature} | ${place}`.replaceAll('  ', ' ').trimEnd(),
      expected.replaceAll('  ', ' ').trimEnd(),
    );
  });
}

test('a file beside the name decides its language', () => {
  assert.equal(namePartsOf('app.Cart.total', { file: 'cart.js' }).class, '');
  assert.equal(namePartsOf('main.Cart.Total', { file: '/src/cart.go' }).class, '');
  assert.equal(namePartsOf('Cart.total', { file: 'Cart.kt' }).class, 'Cart');
});

test('hostile names of any letters are split in linear time', () => {
  const tookMs = cpuMsOf(() => {
    for (const sign of ['(', '[', '<', 'a.', 'a b', 'L;', ':1', '_[j]', ' [i]', '.<anonymous>', 'a/', '$$', '->', '+1']) {
      const name = sign.repeat(100_000);
      for (const each of [name, `com.ex.${name}`, `${name}(x)`, `void com.ex.Cart.total${name}`]) namePartsOf(each);
    }
  });
  assert.ok(tookMs < 2_000, `${tookMs} ms`);
});

test('usual names of main threads are known', () => {
  assert.deepEqual(['main', 'Main Thread', 'CrRendererMain', 'worker'].map(isMainName), [true, true, true, false]);
});
