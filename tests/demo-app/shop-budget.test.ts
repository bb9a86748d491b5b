import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const main = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));
const sample = fileURLToPath(new URL('../../media/sample/shop.laglens', import.meta.url));

/** As a build server calls it, in the demo app's folder. */
function check(...args: readonly string[]): Promise<{ readonly code: number; readonly out: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [main, 'check', sample, ...args], { cwd: folder }, (error, out) => {
      resolve({ code: error === null ? 0 : Number(error.code), out });
    });
  });
}

test('the recorded demo app holds its budget', async () => {
  const { code, out } = await check('--budget', 'shop.budget.json');
  assert.equal(code, 0, out);
  assert.equal(out.match(/^held /gm)?.length, 5, out);
});

test('a tenth of it is broken, at lines of the shop’s own sources', async (t) => {
  const scratch = await mkdtemp(join(tmpdir(), 'laglens budget '));
  t.after(() => rm(scratch, { recursive: true, force: true }));
  const budget: { readonly rules: readonly Readonly<Record<string, unknown>>[] } = JSON.parse(
    await readFile(join(folder, 'shop.budget.json'), 'utf8'),
  );
  const tenth = (value: unknown): unknown => (typeof value === 'number' ? value / 10 : value);
  const rules = budget.rules.map((rule) => Object.fromEntries(Object.entries(rule).map(([key, value]) => [key, tenth(value)])));
  const [strict, sarif] = [join(scratch, 'strict.json'), join(scratch, 'lags.sarif')];
  await writeFile(strict, JSON.stringify({ rules }));
  const { code, out } = await check('--budget', strict, '--sarif', sarif);
  assert.equal(code, 1, out);
  const { runs } = JSON.parse(await readFile(sarif, 'utf8'));
  const uris: readonly string[] = runs[0].results.map(
    (result: { readonly locations: readonly { readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } } }[] }) =>
      result.locations[0]?.physicalLocation.artifactLocation.uri ?? '',
  );
  assert.ok(uris.length >= 5, out);
  assert.ok(uris.includes('shop/app/src/main/java/com/example/shop/cart/CartRepository.java'), uris.join('\n'));
  for (const uri of uris) await access(join(folder, decodeURIComponent(uri)));
});
