import type { TraceCase } from './trace-case.ts';

/** Ranges of all shapes, missing lines, ambiguities. */
export const lineCases: Readonly<Record<string, TraceCase>> = {
  Ambiguous: {
    map: ['shop.Cart -> a.a:', '  void add(int) -> a', '  void remove(int,int) -> a'],
    trace: [
      'shop.CheckoutException: no[items](Cart:3)',
      '    at a.a.a(Unknown Source)',
      '    at a.a.a(Unknown Source)',
      '    at shop.Main.main(Unknown Source)',
      'Caused by: shop.CheckoutException: no[items](Cart:3)',
      '    at a.a.a(Unknown Source)',
      '    ... 31 more',
    ],
  },
  AmbiguousMissingLine: {
    map: ['shop.Cart -> a.a:', '  void add(int) -> a', '  void remove(int,int) -> a'],
    trace: ['shop.CheckoutException: x', '    at a.a.a(Unknown Source:7)', '    at a.a.a(Unknown Source:8)', '    ... 31 more'],
  },
  AmbiguousMethodVerbose: {
    map: [
      'shop.Cart -> a.a:',
      '    shop.Item first(java.lang.String[],shop.Item) -> a',
      '    shop.Item first(java.lang.String[]) -> b',
      '    void first(shop.Item) -> b',
    ],
    trace: ['Exception in thread "main" shop.Problem', '\tat a.a.c(X.java)', '\tat a.a.b(Y.java)', '\tat a.a.a(Z.java)'],
  },
  AmbiguousInlineFrames: {
    map: ['shop.Cart -> a.a:', '  1:1:void price(int):52:55 -> a', '  1:1:void sum(int, int):31 -> a', '  1:1:void pay(int, int):12 -> a'],
    trace: ['shop.Problem:', '    at a.a.a(Unknown Source:1)'],
  },
  AmbiguousMultipleInline: {
    map: [
      'shop.Cart -> shop.Cart:',
      '  10:10:void shop.Tax.low(int):10:10 -> aa',
      '  10:10:void pay(int):10 -> aa',
      '  11:12:void pay(int):11:12 -> aa',
      '  10:10:void shop.Tax.high(int, int):20:20 -> aa',
      '  10:10:void pay(int, int):42 -> aa',
    ],
    trace: ['java.lang.ArithmeticException', '\tat shop.Cart.aa(SourceFile:10)'],
  },
  AmbiguousWithMultipleLineMappings: {
    map: [
      'shop.Feed -> shop.Feed:',
      '  10:10:void bind(int):10:10 -> aa',
      '  11:11:void bind(int):11:11 -> aa',
      '  12:12:void bind(int):12:12 -> aa',
    ],
    trace: ['java.lang.Error', '\tat java.util.ArrayList.get(ArrayList.java:411)', '\tat shop.Feed.aa(Unknown)'],
  },
  AmbiguousWithSignature: {
    map: [
      'shop.Feed -> shop.Feed:',
      '  10:10:void bind(int):10:10 -> aa',
      '  11:11:void bind(int, int):11:11 -> aa',
      '  12:12:void bind(int, boolean):12:12 -> aa',
      '  13:13:boolean bind(int, int):13:13 -> aa',
    ],
    trace: ['java.lang.Error', '\tat shop.Feed.aa(Unknown)', '\tat shop.Feed.aa(Unknown:12)'],
  },
  Auto: {
    map: ['shop.Feed -> qtr:', '  46:46:void bind(int):200:200 -> a', '  17:19:void bind(int,int):23:25 -> a'],
    trace: [
      'java.io.IOException: NO_NETWORK',
      '\tat qtr.a(:com.example.shop@203@20.3 (0608-33):46)',
      '\tat qtr.a(:com.example.shop@203@20.3 (0608-33):18)',
    ],
  },
  DifferentLineNumberSpan: {
    map: ['shop.Feed -> a:', '  void bind(java.lang.String):42:44 -> a'],
    trace: ['java.lang.Error', '\tat a.a(Unknown Source:1)'],
  },
  FoundMethodVerbose: {
    map: ['shop.Feed -> a.a:', '    7:7:shop.Item bind(java.lang.String[],shop.Cart):102 -> a'],
    trace: ['java.lang.Error', '\tat a.a.a(Feed.java:7)'],
  },
  IdentityMapping: {
    map: [
      'shop.One -> a:',
      '  10:10:void load(int) -> a',
      'shop.Two -> b:',
      '  11:11:void load(int, int) -> a',
      '  11:11:boolean store(int, int) -> a',
      'shop.Three -> c:',
      '  12:12:void load(int) -> a',
      '  12:12:void other(int, int) -> b',
      '  12:12:boolean store(int, int) -> a',
    ],
    trace: ['java.lang.Error', '\tat a.a(:10)', '\tat b.a(:11)', '\tat c.a(:12)'],
  },
  InvalidMinifiedRange: {
    map: ['shop.Feed -> shop.Feed:', '    5:3:void bind(int[]) -> bind'],
    trace: ['java.lang.Error', '\tat shop.Feed.bind(Feed.x:3)'],
  },
  InvalidOriginalRange: {
    map: ['shop.Feed -> shop.Feed:', '    2:5:void bind(int[]):5:2 -> bind'],
    trace: ['java.lang.Error', '\tat shop.Feed.bind(Feed.x:3)'],
  },
  MultipleLinesNoLineNumber: {
    map: [
      'shop.Feed -> f.a:',
      '    0:0:void bind(java.lang.String):42:42 -> a',
      '    0:0:void draw(int[]):28 -> a',
      '    1:1:void draw(int[]):153 -> a',
    ],
    trace: ['java.lang.Error', '\tat f.a.a(Unknown Source)', '\tat f.a.a(Unknown Source:0)'],
  },
  MultipleOriginalLinesNoLineNumber: {
    map: ['shop.Feed -> a:', '    void bind(int):42:43 -> a'],
    trace: ['java.lang.Error', '\tat a.a(Unknown Source)'],
  },
  NoObfuscatedLineNumberWithOverride: {
    map: [
      'shop.Feed -> f.a:',
      '    void bind(java.lang.String):3 -> load',
      '    void bind(int):4 -> load',
      '    void draw(int[]):28 -> a',
      '    void draw():29:29 -> a',
    ],
    trace: ['java.lang.Error', '\tat f.a.load(Unknown Source)', '\tat f.a.a(Unknown Source)', '\tat f.a.a(Unknown Source:29)'],
  },
  NoObfuscationRangeMapping: {
    map: [
      'shop.Feed -> f:',
      '    void bind(long):1:1 -> a',
      '    void draw(int):3 -> b',
      '    void load():0:0 -> c',
      '    void main(int[]):0 -> d',
    ],
    trace: ['java.lang.Error', '\tat f.a(X.y:0)', '\tat f.b(X.y:2)', '\tat f.c(X.y:8)', '\tat f.d(X.y:7)', '\tat f.c(X.y)'],
  },
  ObfuscatedRangeToSingleLine: {
    map: [
      'shop.Feed -> a:',
      '  1:10:void draw():27:27 -> a',
      '  11:15:void draw():42 -> a',
      '  1337:1400:void shop.Feed.bind():113:113 -> b',
      '  1337:1400:void load():72 -> b',
    ],
    trace: ['java.lang.Error: not real', '  at a.a(:8)', '  at a.a(:13)', '  at a.b(:1399)'],
  },
  OutsideLineRange: {
    map: ['shop.Cart -> a:', '  void add():42:42 -> a', 'shop.Feed -> b:', '  1:3:void draw():11:13 -> a', '  4:4:void draw():10:10 -> a'],
    trace: ['java.lang.Error', '\tat a.a(:2)', '\tat a.a(Unknown Source)', '\tat b.a(:27)', '\tat b.a(Unknown Source)'],
  },
  OverloadSameLine: {
    map: [
      'shop.Feed -> a:',
      '    7:7:void bind(java.lang.String):10:10 -> load',
      '    7:7:void bind(int):15:15 -> load',
      '    7:7:void bind(int,int):19:19 -> load',
    ],
    trace: ['java.lang.Error', '\tat a.load(:7)'],
  },
  OverloadedWithAndWithoutRange: {
    map: [
      'shop.Feed -> A:',
      '  java.util.List select(java.util.List) -> a',
      '  3:3:void sync():425:425 -> a',
      '  void cancel(java.lang.String[]) -> a',
    ],
    trace: ['  at A.a(SourceFile:3)', '  at A.a(SourceFile:4)', '  at A.a(SourceFile)'],
  },
  PreambleLineNumber: {
    map: [
      'kotlin.FeedKt -> kotlin.t:',
      '  1:1:void load(java.lang.Throwable):122:122 -> a',
      '  2:2:void load(java.lang.Throwable):124:124 -> a',
    ],
    trace: [
      'java.lang.Error',
      '  at kotlin.t.a(SourceFile)',
      '  at kotlin.t.a(SourceFile:0)',
      '  at kotlin.t.a(SourceFile:1)',
      '  at kotlin.t.a(SourceFile:2)',
    ],
  },
  SingleLineNoLineNumber: {
    map: [
      'shop.Feed -> f.a:',
      '    0:0:void bind(int):42:42 -> a',
      '    0:0:void main(int[]):28 -> a',
      '    0:0:void load(int):42:44 -> b',
      '    0:0:void main2(int[]):29 -> b',
      '    void draw(int):72:72 -> c',
      '    void main3(int[]):30 -> c',
      '    void main4(int[]):153 -> d',
    ],
    trace: ['java.lang.Error', ...['a', 'b', 'c', 'd'].map((name) => `\tat f.a.${name}(Unknown Source)`)],
  },
  CatchAll: {
    map: [
      'shop.Feed -> a:',
      '  0:65535:void draw():33:33 -> a',
      '  0:65535:void shop.Cart.sum():51:51 -> b',
      '  0:65535:void pay():60 -> b',
    ],
    trace: ['java.lang.Error', '  at a.a(X:1)', '  at a.a(X)', '  at a.a(X:0)', '  at a.b(X:7)', '  at a.b(X)', '  at a.a(X:70000)'],
  },
  PcAndNoLineTable: {
    map: [
      '# compiler: R8',
      '# min_api: 26',
      '# {"id":"com.android.tools.r8.mapping","version":"2.2"}',
      'shop.Feed -> a:',
      '    0:5:void draw(int):20:20 -> a',
      '    6:13:void shop.Cart.sum(int):71:71 -> a',
      '    6:13:void draw(int):21 -> a',
      '    14:14:void draw(int):22:22 -> a',
    ],
    trace: [
      'java.lang.Error',
      '  at a.a(Unknown Source:0)',
      '  at a.a(Unknown Source:9)',
      '  at a.a(Unknown Source:14)',
      '  at a.a(Unknown Source:15)',
    ],
  },
};
