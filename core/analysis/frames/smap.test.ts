import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SourceMap } from './smap.ts';

/**
 * As Kotlin 2.2 writes it for a ten-line file whose line 7 calls a function inlined from lines 13 to 25 of another file; the
 * class's line table (`javap -l`) has the lines 7, 8 and 11 to 23.
 */
const kotlin = new SourceMap(
  [
    'SMAP',
    'CartTotals.kt',
    'Kotlin',
    '*S Kotlin',
    '*F',
    '+ 1 CartTotals.kt',
    'com/example/shop/offers/CartTotalsKt',
    '+ 2 BestOffer.kt',
    'com/example/shop/offers/BestOfferKt',
    '*L',
    '1#1,10:1',
    '13#2,13:11',
    '*S KotlinDebug',
    '*F',
    '+ 1 CartTotals.kt',
    'com/example/shop/offers/CartTotalsKt',
    '*L',
    '7#1:11,13',
    '*E',
    '',
  ].join('\n'),
);

test('a line of an inlined function is led back to its file, and to the line of its call', () => {
  // Line 11 is line 13 of the other file, so line 18 is its line 20; the call is in line 7.
  assert.deepEqual(kotlin.source(18), { sourceFile: 'BestOffer.kt', class: 'com.example.shop.offers.BestOfferKt', line: 20 });
  assert.deepEqual(kotlin.call(18), { sourceFile: 'CartTotals.kt', class: 'com.example.shop.offers.CartTotalsKt', line: 7 });
});

test('a line of the file itself is itself and no call', () => {
  assert.deepEqual(kotlin.source(8), { sourceFile: 'CartTotals.kt', class: 'com.example.shop.offers.CartTotalsKt', line: 8 });
  assert.equal(kotlin.call(8), undefined);
});

test('lines that no range covers are not mapped', () => {
  assert.equal(kotlin.source(24), undefined);
  assert.equal(kotlin.source(0), undefined);
});

test('repeats, increments and left-out files are read as JSR-45 says', () => {
  // JSR-45, LineSection: "InputStartLine # LineFileID , RepeatCount : OutputStartLine , OutputLineIncrement". The first range maps
  // the input lines 123 to 130 to two output lines each, from 207 on: line 125 is on the output lines 211 and 212.
  const map = new SourceMap('SMAP\nHi.java\nJSP\n*S JSP\n*F\n1 Hi.jsp\n2 greeting.jsp\n*L\n123#1,8:207,2\n20#2:5\n21:6\n7,3:300,0\n*E\n');
  assert.deepEqual(
    [207, 208, 211, 212, 222].map((line) => map.source(line)?.line),
    [123, 123, 125, 125, 130],
  );
  assert.equal(map.source(223), undefined);
  assert.deepEqual(map.source(5), { sourceFile: 'greeting.jsp', class: '', line: 20 });
  // The file of the line before stands for the one that is left out.
  assert.deepEqual(map.source(6), { sourceFile: 'greeting.jsp', class: '', line: 21 });
  assert.equal(map.source(300)?.line, 7);
  assert.equal(map.source(301), undefined);
});

test('what is no map, or a damaged one, maps nothing', () => {
  for (const text of [
    '',
    'SMAP',
    'hello\nworld',
    'SMAP\nA\nKotlin\n*L\n1#1:1',
    'SMAP\nA\nKotlin\n*S Kotlin\n*F\n+ 1\n*L\nx#y:z\n99999999999#1:1',
  ]) {
    assert.equal(new SourceMap(text).source(1), undefined);
  }
});

test('a hostile map is bounded', () => {
  const ranges = Array.from({ length: 200_000 }, (_, index) => `1#1,999999999:${index}`).join('\r\n');
  const map = new SourceMap(`SMAP\r\nA\r\nKotlin\r\n*S Kotlin\r\n*F\r\n1 A.kt\r\n*L\r\n${ranges}\r\n*E`);
  assert.equal(map.source(19_999)?.line, 20_000);
});
