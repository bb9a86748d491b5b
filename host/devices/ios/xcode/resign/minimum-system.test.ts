import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { outputOf } from '../../../../../tests/symbols/fixtures/build-fixture.ts';
import { type LoadCommands, loadCommandsOf } from './load-commands.ts';
import { loadCommandsIn, withMinimumSystem } from './minimum-system.ts';

const libraries = fileURLToPath(new URL('../../../../../device-agents/prebuilt/ios/', import.meta.url));
const ARM64 = 0x0100000c;
const X86_64 = 0x01000007;

/** Oldest systems by slice, as llvm-objdump prints them. */
async function minimaBy(path: string): Promise<readonly string[]> {
  const said = await outputOf('llvm-objdump-19', ['--macho', '--private-headers', '--arch=all', path]);
  return [...said.matchAll(/^\s*minos (\S+)$/gm)].map(([, version = '']) => version);
}

function app(...minima: readonly (readonly [cpu: number, version: number])[]): readonly LoadCommands[] {
  const [one] = loadCommandsOf(exampleBytes, 'example');
  assert.ok(one !== undefined);
  return minima.map(([cpu, version]) => ({ ...one, cpu, minimum: { at: 0, version } }));
}
const exampleBytes = await readFile(join(libraries, 'liblaglens.dylib'));

for (const [what, minima, expected] of [
  ['older than the library', [[ARM64, 0x000c0000]], ['15.0', '15.0']],
  ['newer', [[ARM64, 0x001a0301]], ['26.3.1', '26.3.1']],
  [
    'different by processor',
    [
      [ARM64, 0x00110000],
      [X86_64, 0x00120400],
    ],
    ['18.4', '17.0'],
  ],
  ['unreadable', [], ['15.0', '15.0']],
] as const) {
  test(`the library says the app’s oldest system where that is ${what}, and nothing else changes`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'laglens-minimum-'));
    t.after(() => rm(folder, { recursive: true }));
    const before = await readFile(join(libraries, 'liblaglens-sim.dylib'));
    const path = join(folder, 'liblaglens-sim.dylib');
    const after = withMinimumSystem(before, 'liblaglens-sim.dylib', app(...minima));
    await writeFile(path, after);
    assert.deepEqual([...(await minimaBy(path))].sort(), [...expected].sort());
    const changed = before.filter((byte, i) => byte !== after[i]).length;
    assert.ok(changed <= 2 * 4, `${changed}`);
  });
}

test('what is no executable, or is not there, has no load commands', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-minimum-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'text'), 'no program');
  for (const name of ['text', 'nothing', '.']) assert.deepEqual(await loadCommandsIn(join(folder, name)), []);
});
