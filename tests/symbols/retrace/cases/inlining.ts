import { rewrite, type TraceCase, version } from './trace-case.ts';

const nested = [
  '    1:1:void bind(int):0:0 -> main',
  '    1:1:void main(int[]):0 -> main',
  '    2:2:void load(int):0:0 -> main',
  '    2:2:void bind(int):0 -> main',
  '    2:2:void main(int[]):0 -> main',
];

/** Inlined methods, also under exceptions. */
export const inliningCases: Readonly<Record<string, TraceCase>> = {
  InlineFileName: {
    map: [
      'shop.Main -> shop.Main:',
      '    3:3:void shop.Cart$Item.sum(long):0:0 -> main',
      '    3:3:void Cart$Item.add(int):2 -> main',
      '    3:3:void shop.Main$Inner.bind(java.lang.String):8 -> main',
      '    3:3:void main(java.lang.String[]):7 -> main',
    ],
    trace: ['java.lang.Error', '\tat shop.Main.main(Main.x:3)'],
  },
  InlineFileNameWithInnerClasses: {
    map: [
      'shop.Main -> shop.Main:',
      '    3:3:void shop.Cart$Item$Part.sum(long):0:0 -> main',
      '    3:3:void main(java.lang.String[]):7 -> main',
    ],
    trace: ['java.lang.Error', '\tat shop.Main.main(Main.x:3)'],
  },
  InlineNoLineNumber: { map: ['shop.Main -> shop.Main:', ...nested], trace: ['java.lang.Error', '\tat shop.Main.main(:2)'] },
  InlineNoLineNumberAssumeNoInline: { map: ['shop.Main -> a:', ...nested], trace: ['java.lang.Error', '\tat a.main(Unknown Source)'] },
  InlineNoLineAssumeNoInlineAmbiguous: {
    map: ['shop.Main -> a:', '    void other(int[]) -> f', '    2:2:void bind(int):0:0 -> f', '    2:2:void main(int[]):0 -> f'],
    trace: ['java.lang.Error', '\tat a.f(Unknown Source)'],
  },
  InlineNoLineWithBaseEntryNumberAssumeNoInline: {
    map: ['shop.Main -> a:', '    void main(int[]) -> f', '    1:1:void bind(int):0:0 -> f', '    1:1:void main(int[]):0 -> f'],
    trace: ['java.lang.Error', '\tat a.f(Unknown Source)'],
  },
  InlinePreambleNoOriginal: {
    map: ['shop.Main -> a:', '    0:1:void main(int[]) -> f', '    2:2:void bind(int):0:0 -> f', '    2:2:void main(int[]):0 -> f'],
    trace: ['java.lang.Error', '\tat a.f(Unknown Source)'],
  },
  InlinePreambleWithOriginal: {
    map: ['shop.Main -> a:', '    0:1:void main(int[]):3 -> f', '    2:2:void bind(int):0:0 -> f', '    2:2:void main(int[]):0 -> f'],
    trace: ['java.lang.Error', '\tat a.f(Unknown Source)'],
  },
  InlineWithLineNumbers: {
    map: [
      'shop.Main -> shop.Main:',
      '    1:1:void main(int[]):101:101 -> main',
      '    2:4:void bind(int):94:96 -> main',
      '    2:4:void main(int[]):102 -> main',
      '    5:7:void load(long):80:82 -> main',
      '    5:7:void bind(int):88 -> main',
      '    5:7:void main(int[]):102 -> main',
    ],
    trace: [
      'java.lang.Error',
      '\tat shop.Main.main(MainTest.java:6)',
      '\tat shop.Main.main(MainTest.java:3)',
      '\tat shop.Main.main(MainTest.java:1)',
    ],
  },
  InlineWithoutNullCheck: {
    map: [
      version('2.0'),
      'shop.Main -> a:',
      '  1:1:void shop.Cart.sum():72:72 -> a',
      '  1:1:void main():11 -> a',
      rewrite(1),
      '  2:2:void shop.Cart.sum():73:73 -> a',
      '  2:2:void main():12 -> a',
    ],
    trace: [
      'java.lang.NullPointerException',
      '  at a.a(:1)',
      'java.lang.NullPointerException',
      '  at a.a(:2)',
      'java.lang.Error',
      '  at a.a(:1)',
    ],
  },
  NpeInlineRetrace: {
    map: [version('2.0'), 'shop.Main -> a:', '  4:4:void shop.Cart.sum():23:23 -> a', '  4:4:void main(shop.Cart):7 -> a', rewrite(1)],
    trace: [
      'java.lang.NullPointerException: nothing',
      '  at a.a(:4)',
      '  at a.a(:4)',
      '',
      'java.lang.NullPointerException',
      '',
      '  at a.a(:4)',
    ],
  },
  RewriteFrameInlineNpeResidual: {
    map: [
      version('2.0'),
      'shop.Problem -> p.q:',
      'shop.Main -> a:',
      '  4:4:void shop.Cart.sum():23:23 -> a',
      '  4:4:void main(shop.Cart):7 -> a',
      rewrite(1, 'p/q'),
      '  5:5:void shop.Cart.sum():24:24 -> a',
      '  5:5:void main(shop.Cart):8 -> a',
      rewrite(2, 'p/q'),
      '  6:6:void shop.Cart.sum():25:25 -> a',
      '  6:6:void main(shop.Cart):9 -> a',
      rewrite(9, 'p/q'),
    ],
    trace: ['p.q: nothing', '  at a.a(:4)', 'p.q', '  at a.a(:5)', 'p.q', '  at a.a(:6)', 'shop.Problem', '  at a.a(:4)'],
  },
  InlineRemoveFrameJava17: {
    map: [
      version('2.2'),
      'shop.Cart -> A:',
      '    1:5:void price():90:90 -> a',
      '    1:5:void sum():97 -> a',
      rewrite(1),
      '    1:5:void pay():107 -> a',
      '    1:1:void main():111:111 -> main',
    ],
    trace: ['java.lang.NullPointerException', '\tat A.a(SourceFile:1)', '\tat A.main(SourceFile:1)'],
  },
  InlineSourceFile: {
    map: [
      'shop.Feed -> a:',
      '# {"id":"sourceFile","fileName":"Lists.kt"}',
      'shop.Cart -> b:',
      '# {"id":"sourceFile","fileName":"Money.kt"}',
      '    1:1:void shop.Feed.bind():22:22 -> c',
      '    1:1:void main(int[]):32 -> c',
    ],
    trace: ['  at b.c(Unknown Source:1)', '  at b.d(Unknown Source:1)'],
  },
  InlineSourceFileContext: {
    map: [
      'shop.FeedLibrary -> shop.FeedLibrary:',
      '# {"id":"sourceFile","fileName":"FeedLibrary.kt"}',
      '    void <init>() -> <init>',
      'shop.FeedObject -> shop.FeedObject:',
      '    void <init>() -> <init>',
      '    1:1:void shop.FeedLibrary.fail():22:22 -> main',
      '    1:1:void shop.FeedLibrary.load():19 -> main',
      '    1:1:void main(int[]):32 -> main',
      '    2:7:void print(java.lang.Exception):19:24 -> main',
      '    2:7:void main(int[]):34 -> main',
    ],
    trace: ['  at shop.FeedObject.main(FeedObject.java:1)', '  at shop.FeedObject.main(FeedObject.java:5)'],
  },
  KotlinInlineFunction: {
    map: [
      version('1.0'),
      'shop.MainKt -> shop.MainKt:',
      '# {"id":"sourceFile","fileName":"Main.kt"}',
      '    1:1:void shop.BestOfferKt.bestOffer(shop.Offer):12:12 -> main',
      '    1:1:void main():8 -> main',
      '    2:2:void main():40:40 -> main',
      'shop.BestOfferKt -> b:',
      '# {"id":"sourceFile","fileName":"BestOffer.kt"}',
    ],
    trace: ['java.lang.Error', '\tat shop.MainKt.main(Main.kt:1)', '\tat shop.MainKt.main(Main.kt:2)', '\tat b.x(SourceFile:3)'],
  },
};
