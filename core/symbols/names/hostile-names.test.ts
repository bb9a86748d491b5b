import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { loadDemangler } from '../../../host/demangler-files.ts';
import { cpuMsOf } from '../../../tests/cpu-time.ts';
import type { Demangler } from './demangler.ts';
import { MAX_FULL, MAX_SHORT } from './demangler-limits.ts';
import { shortCppName } from './short-cpp.ts';
import { shortRustName } from './short-rust.ts';
import { shortSwiftName } from './short-swift.ts';

let demangler: Demangler;

beforeEach(async () => {
  demangler = await loadDemangler();
});

/** A small generator (Numerical Recipes' constants), so that each run asks for the same names. */
function* random(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

function isBounded({ full, short }: { readonly full: string; readonly short: string }): boolean {
  return full.length <= MAX_FULL && short.length <= MAX_SHORT;
}

test('a name whose text doubles with each argument ends at the limit of memory, and the next name works', () => {
  // S_ is A, S0_ is A<int, int>, S1_ is A<S0_, S0_>, and so on: 2^40 times `int`.
  const substitution = (index: number): string => `S${index.toString(36).toUpperCase()}_`;
  const doubled = Array.from({ length: 40 }, (_, i) => `S_I${substitution(i)}${substitution(i)}E`).join('');
  const bomb = `_Z1f1AIiiE${doubled}`;
  const before = process.memoryUsage().rss;
  assert.equal(demangler.demangle(bomb).full, bomb);
  const { failures } = demangler;
  assert.ok(failures > 0);
  assert.ok(process.memoryUsage().rss - before < 200e6);
  assert.equal(demangler.demangle('_ZN3Foo3barEi').full, 'Foo::bar(int)');
  assert.equal(demangler.demangle(bomb).full, bomb);
  assert.equal(demangler.failures, failures, 'the second time it is known');
});

test('names that Swift’s demangler traps or recurses on are kept as they are, and the next name works', () => {
  const deep = (what: string): string => `$s4main1f${what.repeat(10_000)}`;
  for (const name of [
    '$sRvs',
    '$sTB',
    deep('Sa'),
    `$s${'y'.repeat(9_999)}`,
    `$s4main1fyySay${'Say'.repeat(9_000)}SiG`,
    '$s',
    '_$s',
    '$S',
  ]) {
    const { full, short } = demangler.demangle(name);
    assert.ok(isBounded({ full, short }), name.slice(0, 40));
    assert.equal(demangler.demangle('$s4Feed14FeedControllerC11viewDidLoadyyF').short, 'FeedController.viewDidLoad()');
  }
  assert.equal(demangler.demangle('$sRvs').full, '$sRvs');
});

test('a name of 1 MB is cut, whatever it begins with', () => {
  for (const beginning of ['_Z', '_R', '$s', '?', '_ZN', 'java.lang.', '-[', '_ZN3fooI']) {
    const { full, short } = demangler.demangle(beginning + 'N3fooI'.repeat(170_000));
    assert.equal(full.length, MAX_FULL);
    assert.equal(short.length, MAX_SHORT);
    assert.ok(full.endsWith('…') && short.endsWith('…'));
  }
});

test('nothing is cut in the middle of a character', () => {
  const face = '\u{1f600}';
  assert.deepEqual(
    Array.from(demangler.demangle(face.repeat(5_000)).short).filter((one) => one !== face && one !== '…'),
    [],
  );
});

test('20,000 damaged names of all kinds come back bounded, in bounded time', { timeout: 120_000 }, () => {
  const sound = [
    '_ZN4llvm12PatternMatch5matchINS_5ValueENS0_14BinaryOp_matchINS0_14specificval_tyELj27ELb0EEEEEbPT_RKT0_',
    '_ZZN12_GLOBAL__N_15helloEvENK3$_0clEv',
    '_ZNKSt3mapIiSsSt4lessIiESaISt4pairIKiSsEEE4sizeEv',
    '_RNCINkXs25_NgCsbmNqQUJIY6D_4core5sliceINyB9_4IterhENuNgNoBb_4iter8iterator8Iterator9rpositionNCNgNpB9_6memchr7memrchrs_0E0Bb_',
    '_ZN71_$LT$Test$u20$$u2b$$u20$$u27$static$u20$as$u20$foo..Bar$LT$Test$GT$$GT$3bar17h930b740aa94f1d3aE',
    '$s4main1fyyF',
    '$s7ranking22propertyVersusFunctionyyAA1P_p_xtAaCRzlFyAaC_pcAaC_pcfu_',
    '$s10Speediness17NetworkQualityCLIO3run10sequentialAC6ResultVSb_tYaKFZTf4nd_nTQ0_',
    '??_GAtomFrame@?A0x77c58568@atom@@UEAAPEAXI@Z',
  ];
  const letters = 'SISTKEJNLZ_0123456789abcfgijklmopqrstuvwxyz$.<>(){}';
  const next = random(4);
  const pick = (length: number): number => Math.floor(next.next().value * length);
  for (let i = 0; i < 20_000; i++) {
    let name = sound[pick(sound.length)] ?? '';
    for (let changes = 1 + pick(4); changes > 0; changes--) {
      const at = 2 + pick(name.length);
      const inserted = pick(2) === 0 ? letters[pick(letters.length)] : name.slice(pick(name.length), pick(name.length));
      name = name.slice(0, at) + inserted + name.slice(at + pick(3));
    }
    assert.ok(isBounded(demangler.demangle(name)), name);
  }
});

test('short forms take time in proportion to the text, however its brackets are nested', { timeout: 120_000 }, () => {
  const hostile = [
    '(',
    '(*',
    '<',
    '>',
    '{',
    '[',
    ' (',
    'operator',
    'operator<',
    '::',
    '<a',
    '(a:',
    '`',
    ' ',
    'a<b>(',
    '{lambda(',
    '<a as ',
    '->',
  ];
  for (const part of hostile) {
    const text = `a${part.repeat(Math.ceil(131_072 / part.length))}`;
    for (const shorten of [shortCppName, shortRustName, shortSwiftName]) {
      const tookMs = cpuMsOf(() => void shorten(text));
      // 131,072 characters: 20 ms when each is looked at a few times, 10 s when each is looked at for each.
      assert.ok(tookMs < 2_000, `${shorten.name} of ${part}…: ${tookMs} ms`);
    }
  }
});
