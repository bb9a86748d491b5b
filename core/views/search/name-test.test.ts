import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuMsOf } from '../../../tests/cpu-time.ts';
import { seededRandom } from '../../session/sample-stream.ts';
import { nameTest, PatternError } from './name-test.ts';

const regex = (text: string, matchCase = true): ((name: string) => boolean) | undefined => nameTest({ text, regex: true, matchCase });

test('plain text is found anywhere, with and without case', () => {
  const any = nameTest({ text: ' cart.To ', regex: false, matchCase: false });
  const exact = nameTest({ text: 'Cart.t', regex: false, matchCase: true });
  assert.ok(any?.('com.example.Cart.total'));
  assert.ok(exact?.('com.example.Cart.total'));
  assert.ok(!exact?.('com.example.cart.total'));
  assert.equal(nameTest({ text: '  ', regex: true, matchCase: true }), undefined);
});

test('any expression of its syntax finds what the regular expressions of JavaScript find', () => {
  const random = seededRandom(21);
  const pick = (items: readonly string[]): string => items[Math.floor(random() * items.length)] ?? '';
  const atoms = [
    'a',
    'b',
    '.',
    '\\.',
    '[ab]',
    '[^a]',
    '[a-c.]',
    '\\w',
    '\\W',
    '\\d',
    '\\bb',
    '^a',
    'c$',
    '\\Ba',
    '(?:a|bc)',
    '(b)',
    '(|a)',
  ];
  const counts = ['', '', '', '*', '+', '?', '{2}', '{1,3}', '{0,2}', '{2,}', '*?'];
  const part = (depth: number): string => {
    const atom = depth > 0 && random() < 0.3 ? `(${part(depth - 1)}${pick(['', '|'])}${part(depth - 1)})` : pick(atoms);
    return `${atom}${/^(?:\^|\\b|\\B)|\$$/.test(atom) ? '' : pick(counts)}`;
  };
  for (let round = 0; round < 3000; round++) {
    const source = Array.from({ length: 1 + Math.floor(random() * 3) }, () => part(2)).join(pick(['', '', '|']));
    const matchCase = round % 2 === 0;
    const expected = new RegExp(source, matchCase ? '' : 'i');
    const found = regex(source, matchCase);
    for (let name = 0; name < 8; name++) {
      const text = Array.from({ length: Math.floor(random() * 9) }, () => pick(['a', 'b', 'c', 'A', 'B', '.', '1', ' '])).join('');
      assert.equal(found?.(text), expected.test(text), `/${source}/ in "${text}"`);
    }
  }
});

test('what cannot be run is refused with the part that it is about', () => {
  for (const [source, problem, part] of [
    ['(ab', 'unclosed', '(ab'],
    ['[ab', 'unclosed', '[ab'],
    ['ab)', 'unclosed', ')'],
    ['a\\', 'unclosed', '\\'],
    ['*a', 'nothingToRepeat', '*'],
    ['a**', 'nothingToRepeat', 'a**'],
    ['(?=a)', 'unsupported', '(?=a'],
    ['(a)\\1', 'unsupported', '\\1'],
    ['a{2000}', 'unsupported', '{2000}'],
    ['((a{50}){50}){50}', 'tooLong', ''],
  ] as const) {
    assert.throws(
      () => regex(source),
      (error) => error instanceof PatternError && error.problem === problem && error.part === part,
      source,
    );
  }
});

test('expressions that take others years take a moment, and so do names of 100 KB', () => {
  const sources = ['(a+)+$', '(a|a)*b', '(.*a){20}b', '.*.*.*.*.*.*b'];
  const tookMs = cpuMsOf(() => {
    for (const source of sources) {
      assert.ok(!regex(source)?.(`${'a'.repeat(1500)}c`), source);
      regex(source)?.('a'.repeat(100_000));
    }
  });
  assert.ok(tookMs < 5000, `${tookMs} ms`);
});
