import { type TraceCase, version } from './trace-case.ts';

const colours = ['    1:3:int red(int):99:101 -> s', '    4:5:int blue(float):121:122 -> s', '    int green(float):121:121 -> t'];
const kotlinClass = ['shop.Paint -> a:', '# {"id":"sourceFile","fileName":"Paint.kt"}', ...colours];
const pricing = 'java.lang.AssertionError: Unexpected: ';

/** Stack traces of all shapes, names of files and classes, and map versions. */
export const textCases: Readonly<Record<string, TraceCase>> = {
  CircularReference: {
    map: ['shop.Cart -> A.A:', 'shop.Item -> A.B:'],
    trace: [
      '        [CIRCULAR REFERENCE: A.A]',
      ' [CIRCULAR REFERENCE: A.B]',
      '        [CIRCULAR REFERENCE: No.such.class]',
      '        [CIRCULAR REFERENCE: A.A] ',
      '        [CIRCU:AA]',
      '        [CIRCULAR REFERENCE: A.A',
      '        [CIRCULAR REFERENCE: ]',
      '        [CIRCULAR REFERENCE: No such class]',
    ],
  },
  NamedModule: {
    map: [
      'shop.Loader -> my.loader.x:',
      'shop.Main -> a:',
      '  101:101:void main(int[]):1:1 -> a',
      '  12:12:void load(int[]):2:2 -> b',
      '  9:9:void bind():5:5 -> e',
    ],
    trace: [
      'SomeError: not real',
      '\tat my.loader.x/some_module@9.0/a.a(:101)',
      '\tat my.loader.x//a.b(App.java:12)',
      '\tat some_module@2.1/a.b(Lib.java:12)',
      '\tat some_module/a.e(Lib.java:9)',
      '\tat a.e(MyClass.java:9)',
    ],
  },
  ColonInFileName: {
    map: kotlinClass,
    trace: ['  at a.s(:one::two:1)', '  at a.t(:one::two:)', '  at a.t(:one::two)', '  at a.s(4:4)', '  at a.s(4)'],
  },
  MultipleDotsInFileName: { map: kotlinClass, trace: ['  at a.s(one.two.three:1)', '  at a.t(one.two.three)'] },
  UnicodeInFileName: { map: kotlinClass, trace: ['  at a.s(Grünkohlsoße.jàvà:1)', '  at ä.s(X:1)', '  éat a.s(X:1)'] },
  ExceptionMessageWithClassNameInMessage: {
    map: ['shop.net.AppClient -> a.b.c:', '# {"id":"sourceFile","fileName":"AppClient.kt"}', '    1:1:void load():7:7 -> d'],
    trace: [
      "10-27 10:00:16.489 10460 10504 I AppFlags: [Retry] Call failed, trying 1 more times: '1: Request timed out: a.b.c'",
      '10-27 10:00:16.489 10460 10504 I AppFlags: a.b.c: x',
      'Caused by: a.b.c: at a.b.c.d(X:1)',
      'a.b.c: a.b.c',
      '"a.b.c" a.b.c',
      '"main" a.b.c: a.b.c: a.b.c',
    ],
  },
  FileNameExtension: {
    map: ['shop.Problem -> a.b.c:', 'Shop -> Shop:'],
    trace: [
      'a.b.c: when selling',
      ...['App:800', 'Native Method', 'Main.java:', 'Main.kt:1', 'Main.foo', '', 'Unknown', 'SourceFile', 'SourceFile:1', 'a/b.kt:3'].map(
        (place) => `    at Shop.main(${place})`,
      ),
      'Suppressed: a.b.c: buy first',
      '    at Shop.sell(App:184)',
      '    ... 7 more',
    ],
  },
  Invalid: {
    map: ['shop.Problem -> a.b.c:'],
    trace: [
      '  tralala',
      '  XXX, who is it',
      'a.b.c: when selling',
      ' . . . 7 more',
      '  ... 7 more',
      '',
      ' ',
      'at',
      'at a',
      ' at a.b.c()',
      'at (x:1)',
    ],
  },
  LongLine: {
    map: [],
    trace: [
      `wait():::${'mumble 4390(:x)S)DFD)_SD:[ 908 at atat.at at( '.repeat(40)})`,
      `${'a.'.repeat(400)}b: c`,
      `at ${'a.'.repeat(40)}1b(X)`,
    ],
  },
  MapVersionWarning: {
    map: ['# { "id": "com.android.tools.r8.mapping", "version": "98.0" }', 'shop.Cart -> a:'],
    trace: ['java.lang.Error', '\tat a.a(:4)'],
  },
  MultipleMapVersionsWarning: {
    map: [
      '# { "id": "com.android.tools.r8.mapping", "version": "98.0" }',
      'shop.Cart -> a:',
      '# { "id": "com.android.tools.r8.mapping", "version": "99.0" }',
      'shop.Item -> b:',
      '# { "id": "com.android.tools.r8.mapping", "version": "1.0" }',
      'shop.Main -> c:',
    ],
    trace: ['java.lang.Error', '\tat a.a(:4)', '\tat c.b(:4)'],
  },
  MemberFieldOverlap: {
    map: ['shop.Cart -> a.A:', '  1:1:int count():5 -> a', '  int field -> a'],
    trace: ['java.lang.Error', '\tat a.A.a(Cart.java:1)'],
  },
  Null: {
    map: ['shop.Problem -> a.b.c:'],
    trace: ['a.b.c: when selling', '    at shop.main(App:800)', '    at shop.sell(App:184)', '    ... 7 more', 'null'],
  },
  ObfucatedExceptionClass: {
    map: ['shop.Problem -> a.b.c:'],
    trace: [
      'a.b.c: when selling',
      '    at shop.main(App:800)',
      'Caused by: a.b.c: buy first',
      '    at shop.sell(App:184)',
      '    ... 7 more',
    ],
  },
  PG: {
    map: ['shop.header.ListController -> shop.header.ListController:', 'shop.Controller -> shop.Controller:'],
    trace: [
      "09-16 15:43:01.249 23316 23316 E AndroidRuntime: java.lang.NullPointerException: Attempt to invoke 'boolean shop.foo(shop.Data$Key)' on a null object reference",
      '09-16 15:43:01.249 23316 23316 E AndroidRuntime:        at shop.header.ListController.onChanged(PG:586)',
      '09-16 15:43:01.249 23316 23316 E AndroidRuntime:        at shop.Controller.onChanged(PG:1087)',
    ],
  },
  RetraceAssertionError: {
    map: [
      'shop.Checker -> shop.Checker:',
      '    1:1:void <init>():17:17 -> <init>',
      '    1:1:boolean Checker.isSafe(int):21:21 -> a',
      '    1:1:void check(java.lang.Object[]):32 -> a',
      '    2:3:void check(java.lang.Object[]):34:35 -> a',
      'shop.Rules -> b:',
      '    1:1:int lambda$visit$0(shop.Item):40:40 -> a',
      '    2:4:void visit(shop.Item[]):52:54 -> c',
    ],
    trace: [
      'java.lang.AssertionError',
      '        at shop.Checker.a(Checker.java:1)',
      '        at shop.Checker.a(Checker.java:3)',
      '        at b.c(:3)',
      '        at b.a(Unknown Source:1)',
      '        at shop.Checker.<init>(:1)',
      '        at java.util.ArrayList.forEach(ArrayList.java:1257)',
    ],
  },
  SourceFileNameSynthesize: {
    map: ['shop.view.Menu -> m:', '  21:21:void open():624 -> a', 'shop.view.MenuKt -> mk:', '  21:21:void open():624 -> b'],
    trace: [
      '\tat m.a(AW7792:21)',
      '\tat noMapKt.noMap(AW7792:21)',
      '\tat mk.b(AW7792:21)',
      '\tat mk.b(X.java:21)',
      '\tat mk.b(X.kt:21)',
      '\tat m.a(X.kt:21)',
    ],
  },
  SourceFileWithNumberAndEmpty: {
    map: [
      'shop.Shop -> shop.Shop:',
      '  34:34:void shop.Errors.guard(shop.Item,shop.Errors$Action):59:59 -> a',
      '  34:34:void sell(shop.Item):261 -> a',
    ],
    trace: ['  at shop.Shop.a(R.java:34)', '  at shop.Shop.a(:34)'],
  },
  Suppressed: {
    map: ['shop.Problem -> a.b.c:', 'shop.Word -> Suppressed:'],
    trace: [
      'a.b.c: when selling',
      '    at shop.main(App:800)',
      'Suppressed: a.b.c: buy first',
      'Suppressed: a.b.c',
      'Suppressed',
      '    at shop.sell(App:184)',
    ],
  },
  TrailingWhitespace: {
    map: ['shop.Main -> a.b:', '    1:1:void main(int[]):7:7 -> main'],
    trace: [
      'java.lang.Error',
      '\tat a.b.main(Main.x:1)\u00a0',
      '\tat a.b.main(Main.x:1)  ',
      '\tat a.b.main(Main.x:1) ~[?:?]',
      '\tat a.b.main(Main.x:1) ~[lib.jar:1(2)]',
      '\tat a.b.main(Main.x:1)\tx',
    ],
  },
  UnknownMethodVerbose: { map: ['shop.Main -> a.a:'], trace: ['java.lang.Error', '\tat a.a.c(Foo.java)', '\tat a.a.b(Foo.java:7)'] },
  UnknownSource: {
    map: ['shop.Cart -> a.a:', '  void add(int) -> a', '  void remove(int, int) -> a'],
    trace: [
      'shop.Problem: foo[x](Source:3)',
      '    at a.a.a(Unknown Source)',
      '    at shop.Main.main(Unknown Source)',
      'Caused by: shop.Problem: foo[x](Source:3)',
      '    ... 42 more',
    ],
  },
  VerboseUnknown: { map: [], trace: ['java.lang.Error', '\tat java.util.ArrayList.get(ArrayList.java:411)'] },
  ActualIdentity: {
    map: ['shop.Pricing$-CC -> shop.Pricing$-CC:', '    java.lang.String $default$low(shop.Pricing) -> $default$low'],
    trace: [
      `${pricing}'I( 8207) Could not find method shop.Pricing$-CC.$default$low, referenced from method shop.Pricing$-CC.lambda$sum$0  (vm)`,
      '    W( 8207) VFY: unable to resolve static method 11: Lshop/Pricing$-CC;.$default$low (Lshop/Pricing;Z)Ljava/lang/String;  (vm)',
      '    W( 8207) threadid=1: thread exiting with uncaught exception (group=0xf653e180)  (vm)',
      '    java.lang.ExceptionInInitializerError',
      '    \tat shop.Pricing$-CC.$default$low(Pricing.java:40)',
      "    \tat dalvik.system.NativeStart.main(Native Method)'",
    ],
  },
  ActualRetraceBot: {
    map: [
      version('1.0'),
      'shop.Bot -> a.x:',
      '    10:12:void talk(java.lang.String):53:55 -> b',
      '    13:13:void shop.Words.say(int):8:8 -> b',
      '    13:13:void talk(java.lang.String):56 -> b',
    ],
    trace: [
      'Uncaught exception while talking:',
      'a.x: gone',
      '\tat a.x.b(a.java:13)',
      '\tat a.x.b(a.java:11)',
      '2 errors generated.',
      'FAILED: a.x b',
    ],
  },
  ActualRetraceBotWithInfo: {
    map: ['shop.Bot -> a.x:', '    10:12:void talk(java.lang.String):53:55 -> b'],
    trace: ['I/bot (12): info: a.x.b', 'I/bot (12): at a.x.b(a.java:12) ~[x]', 'D/ at at a.x.b(a.java:12)', 'at a.x.b (a.java:12)'],
  },
  Versions: {
    map: [
      version('2.1'),
      'shop.A -> a:',
      '  1:1:void low():3:3 -> a',
      '  # {"id":"com.android.tools.r8.synthesized"}',
      version('experimental'),
      'shop.B -> b:',
      '  1:1:void low():3:3 -> a',
      '  # {"id":"com.android.tools.r8.synthesized"}',
    ],
    trace: ['\tat a.a(:1)', '\tat b.a(:1)'],
  },
  MixedComments: {
    map: [
      '# a comment for people',
      version('2.2'),
      '#{ no json',
      'shop.A -> a:',
      '# {"id":"sourceFile","fileName":"A\\u00e4.kt"}',
      '  # only words',
      '  # {"id":"com.example.unknown","x":[1,{"y":2}]}',
      '    int field -> f',
      '      # {"id":"com.android.tools.r8.residualsignature","signature":"Lx;"}',
      '    1:1:void low():3:3 -> a',
      '',
      '  # {"id":"com.example.unknown"}',
    ],
    trace: ['\tat a.a(:1)', '\tat a.f(:1)'],
  },
};
