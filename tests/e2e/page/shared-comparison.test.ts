import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { DEFAULT_LIMITS } from '../../../core/analysis/lags/app-limits.ts';
import type { Baseline, BaselineGroup } from '../../../core/analysis/lags/groups/baseline.ts';
import { readBaseline } from '../../../extension/sessions/facts/read-baseline.ts';
import { packedBaseline } from '../../../extension/share/shared-baseline.ts';
import { buildVsix } from '../../../scripts/setup/vsix.ts';
import { openBrowser } from '../harness/browser.ts';
import { sharedPage } from '../harness/shared-sample.ts';
import { step } from '../harness/step.ts';

const sample = fileURLToPath(new URL('../../../media/sample/shop.laglens', import.meta.url));
const NEW = 'com.example.shop.feed.ImageDecoder.decode';

/** As often as it can be expected: 40 in the sample's 28 s. */
const gone: BaselineGroup = {
  key: 'main|com.example.shop.Old.refresh',
  label: 'Old.refresh',
  kind: 'message',
  durationsUs: Array.from({ length: 40 }, () => 150_000),
};

test('a shared page marks lags as VS Code does: new and gone ones, the difference, until the comparison is ended', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-sc-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const html = join(folder, 'shop.html');
  const before = await sampleWithout(NEW);
  const baseline = packedBaseline({ ...before, groups: [...before.groups, gone] }) ?? assert.fail('The baseline is too large.');
  const vsix = await buildVsix((line) => t.diagnostic(line));
  await writeFile(html, await sharedPage(vsix, await readFile(sample), { baseline }));
  const { page, close } = await openBrowser({ width: 1366, height: 800 });
  t.after(close);
  page.setDefaultTimeout(15_000);
  await page.goto(pathToFileURL(html).href);
  const bar = page.locator('.compare-bar');

  await step(t, 'the bar names the other session and counts', async () => {
    await page.locator('#page[data-lags="18"]:not([aria-busy])').waitFor();
    await bar.getByRole('button', { name: /^B before/ }).waitFor();
    assert.deepEqual(await bar.locator('.change:visible').allInnerTexts(), ['new 1', 'gone 1']);
  });

  await step(t, 'rows have the verdicts', async () => {
    await page.locator('.lag', { hasText: 'ImageDecoder.decode' }).first().locator('.change.new').waitFor();
    await bar.getByRole('button', { name: 'gone 1' }).click();
    await page.locator('.lag', { hasText: 'Old.refresh' }).waitFor();
    await bar.getByRole('button', { name: 'gone 1' }).click();
  });

  await step(t, 'the flame graph has the difference', async () => {
    await page.getByRole('radio', { name: 'Aggregated' }).click();
    await bar.getByRole('button', { name: 'Difference', pressed: true }).waitFor();
  });

  await step(t, 'it offers nothing that needs the other session', async () => {
    assert.equal(await bar.getByRole('button', { name: /Swap/ }).count(), 0);
    await bar.locator('.side-b').click();
    await bar.locator('.side-a').click();
    const menu = page.locator('.context-menu:visible');
    assert.deepEqual(await menu.locator('.item:visible .label').allInnerTexts(), ['this session']);
    await page.keyboard.press('Escape');
    await bar.locator('.side-b').click();
    assert.equal(await menu.count(), 0);
  });

  await step(t, 'its end is the end of the verdicts', async () => {
    await bar.getByRole('button', { name: 'Stop comparing' }).click();
    await bar.waitFor({ state: 'hidden' });
    assert.equal(await page.locator('.lag .change.new').count(), 0);
  });
});

/** The sample as its own other session, in which a function never caused a lag. */
async function sampleWithout(name: string): Promise<Baseline> {
  const appClasses = { packages: [], prefixes: ['com.example.shop'] };
  const common = { thresholdUs: 100_000, limits: DEFAULT_LIMITS, appClasses, run: 'all' } as const;
  const read = await readBaseline({ path: sample, title: 'before', session: '', ...common });
  assert.ok('baseline' in read);
  const { groups } = read.baseline;
  const kept = groups.filter(({ key }) => key !== `main|${name}`);
  assert.equal(kept.length, groups.length - 1);
  return { ...read.baseline, recordedMs: 0, groups: kept };
}
