import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, suite, test } from 'node:test';
import type { Demangler } from '../../core/symbols/names/demangler.ts';
import { SwiftDemangler } from '../../core/symbols/names/swift-demangler.ts';
import { loadDemangler, readDemanglerPrograms } from '../../host/demangler-files.ts';
import { crateSources, hasCargo } from '../../scripts/setup/crate.ts';

interface Pair {
  readonly mangled: string;
  readonly readable: string;
}

/** The last release of the crate that was published with its tests; their names are those of Swift's own test/SILGen/mangling.swift. */
const release = ['symbolic-demangle', '5.7.8'] as const;

let demangler: Demangler;
let swift: SwiftDemangler;
/** With labels, as Swift printed them then, and without parameters; undefined without cargo. */
let pairs: readonly [withLabels: readonly Pair[], bare: readonly Pair[]] | undefined;

before(async () => {
  demangler = await loadDemangler();
  swift = await SwiftDemangler.compile((await readDemanglerPrograms()).swift);
  if (!(await hasCargo())) return;
  const text = await readFile(join(await crateSources(...release), 'tests', 'swift.rs'), 'utf8');
  const [, withLabels = '', bare = ''] = text.split('#[test]');
  pairs = [pairsOf(withLabels), pairsOf(bare)];
});

function pairsOf(rust: string): readonly Pair[] {
  return [...rust.matchAll(/"([^"]+)"\s*=>\s*"([^"]+)"/g)].map(([, mangled = '', readable = '']) => ({ mangled, readable }));
}

suite('the test pairs of Swift’s demangler in the crate symbolic-demangle', () => {
  const reason = 'cargo is not installed: it fetches the crate that holds the pairs';

  test('the short form is what Swift printed with labels', (t) => {
    if (pairs === undefined) return t.skip(reason);
    const [withLabels] = pairs;
    t.diagnostic(`${withLabels.length} pairs`);
    assert.deepEqual(
      different(withLabels, (mangled) => demangler.demangle(mangled).short),
      [],
    );
  });

  test('Swift’s printer without parameters gives what it gave then', (t) => {
    if (pairs === undefined) return t.skip(reason);
    const [, bare] = pairs;
    t.diagnostic(`${bare.length} pairs`);
    assert.deepEqual(
      different(bare, (mangled) => swift.demangle(mangled, [0])?.[0]),
      [],
    );
  });

  test('Swift 5’s prefix, and Mach-O’s underscore, change nothing', (t) => {
    if (pairs === undefined) return t.skip(reason);
    const newer = pairs[0].filter(({ mangled }) => mangled.startsWith('$S'));
    assert.ok(newer.length >= 40);
    for (const beginning of ['$s', '_$s', '_$S']) {
      const renamed = newer.map(({ mangled, readable }) => ({ mangled: mangled.replace('$S', () => beginning), readable }));
      assert.deepEqual(
        different(renamed, (mangled) => demangler.demangle(mangled).short),
        [],
      );
    }
  });
});

/** The pairs for which something else comes out, with that beside. */
function different(all: readonly Pair[], read: (mangled: string) => string | undefined): readonly object[] {
  assert.ok(all.length >= 40);
  return all.map((pair) => ({ ...pair, found: read(pair.mangled) })).filter(({ readable, found }) => readable !== found);
}
