import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measuredUs } from './measured.ts';

/** Texts and regions of Apple's formatters, with the milliseconds that a person reads. */
const read: readonly (readonly [text: string, region: string, ms: number])[] = [
  ['3 sec', 'US', 3_000],
  ['1,234 ms', 'US', 1_234],
  ['3,5 сек.', 'US', 3_500],
  ['1.234 ms', 'DE', 1_234],
  // Three digits behind a sign are no fraction of a millisecond, whatever the region.
  ['1.234 ms', 'US', 1_234],
  ['1,234 ms', '', 1_234],
  ['12,34,567 ms', 'IN', 1_234_567],
  ['79\u202f041 мс', 'RU', 79_041],
  ['79\u00a0041 ms', 'FR', 79_041],
  ['1’234 ms', 'CH', 1_234],
  ["1'234.5 ms", 'CH', 1_234.5],
  ['1.234,5 ms', 'DE', 1_234.5],
  ['1,234.5 ms', 'US', 1_234.5],
  ['١٬٢٣٤ ملي ثانية', 'SA', 1_234],
  ['٣٫٥ ثانية', 'SA', 3_500],
  ['\u200f٢ ثانية\u200f', 'EG', 2_000],
  ['२ से॰', 'IN', 2_000],
  ['3.5秒', 'JP', 3_500],
  ['3,5 Sek.', 'DE', 3_500],
  ['2 Minuten', 'AT', 120_000],
  ['ms 1,234', 'KE', 1_234],
  ['3,5 δευτ.', 'GR', 3_500],
  ['5 초', 'KR', 5_000],
  ['2 sekundy', 'PL', 2_000],
  // Turkish hours, Malay seconds.
  ['2 saat', 'TR', 7_200_000],
  ['2 saat', 'MY', 2_000],
  // A lone sign before three digits of seconds: the region's, or the language's.
  ['1,234 s', 'DE', 1_234],
  ['1.234 s', 'US', 1_234],
  ['1,234 сек.', 'US', 1_234],
  ['0.500 s', 'DE', 500],
  ['2.50s', '', 2_500],
];

test('durations are read as formatters write them for people of all regions', () => {
  for (const [text, region, ms] of read) assert.equal(measuredUs(text, region), ms * 1_000, `${text} in ${region}`);
});

test('other texts are no durations', () => {
  const others = [
    '',
    'sec',
    '12',
    '-1 sec',
    '1e9 sec',
    '5 apples',
    '1,23,4 ms',
    '1 234 5 ms',
    '0 sec',
    '3 5',
    `${'9'.repeat(99)} ms`,
    '1.2.3.4 s',
  ];
  for (const text of others) assert.equal(measuredUs(text, 'US'), undefined, text);
});
