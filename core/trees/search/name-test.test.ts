import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../tests/core/sample-stream.ts';
import { cpuMsOf } from '../../../tests/cpu-time.ts';
import { nameTest, PatternError, type SearchedText } from './name-test.ts';

type Finds = (name: string) => boolean;

const finds = (searched: SearchedText): Finds | undefined => nameTest(searched)?.after('');
const regex = (text: string, matchCase = true): Finds | undefined => finds({ text, regex: true, matchCase });

test('plain text is found anywhere, with and without case', () => {
  const any = finds({ text: ' cart.To ', regex: false, matchCase: false });
  const exact = finds({ text: 'Cart.t', regex: false, matchCase: true });
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

test('a name is found by its begin and its rest as it is in one piece', () => {
  const random = seededRandom(5);
  const text = (letters: string, most: number): string =>
    Array.from({ length: Math.floor(random() * most) }, () => letters[Math.floor(random() * letters.length)]).join('');
  const expressions = ['ab+', '^ab', 'a.b$', '\\bab', '[^a]b{2}', 'a\\Bb', '(a|b)\\.(a|A)'];
  let found = 0;
  for (let round = 0; round < 6000; round++) {
    const isRegex = round % 3 === 0;
    const wanted = isRegex ? (expressions[round % expressions.length] ?? '') : text('abAB.', 5);
    const searched = { text: wanted, regex: isRegex, matchCase: round % 2 === 0 };
    const test = nameTest(searched);
    if (test === undefined) continue;
    // Some letters are others, or more of them, in the other case: İ, ß, and Σ, which is so only at the end of a word.
    const letters = random() < 0.2 ? 'abAB.İßΣ' : 'abAB.';
    const prefix = text(letters, 7);
    const inClass = test.after(prefix);
    for (let name = 0; name < 4; name++) {
      const rest = text(letters, 6);
      const whole = prefix + rest;
      const expected = isRegex
        ? new RegExp(wanted, searched.matchCase ? '' : 'i').test(whole)
        : searched.matchCase
          ? whole.includes(wanted)
          : whole.toLowerCase().includes(wanted.toLowerCase());
      assert.equal(inClass(rest), expected, `${wanted} in "${prefix}" + "${rest}"`);
      assert.equal(test.after('')(whole), expected);
      if (expected) found++;
      // An end behind a dot is found only where the whole is, or where that is said.
      const dot = whole.lastIndexOf('.');
      if (!test.findsEnds && !expected) assert.equal(test.after('')(whole.slice(dot + 1)), false);
    }
  }
  assert.ok(found > 4000);
});

test('of names that are too long what is looked at is the same in one piece and in two', () => {
  const long = 'x'.repeat(1990);
  for (const searched of [
    { text: 'xab', regex: false, matchCase: true },
    { text: 'xAB', regex: false, matchCase: false },
    { text: 'xab', regex: true, matchCase: true },
  ]) {
    const test = nameTest(searched);
    for (const [rest, isFound] of [
      ['xxxxxxxab', true],
      ['xxxxxxxxxab', false],
    ] as const) {
      assert.equal(test?.after(long)(rest), isFound);
      assert.equal(test?.after('')(long + rest), isFound);
    }
    assert.equal(test?.after(`${long}${long}`)('ab'), false);
  }
});
