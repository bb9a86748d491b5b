import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { DEFAULT_LIMITS } from '../../../core/analysis/lags/app-limits.ts';
import type { Baseline, BaselineGroup } from '../../../core/analysis/lags/groups/baseline.ts';
import { readBaseline } from '../../../extension/sessions/facts/read-baseline.ts';
import { packedBaseline } from '../../../extension/share/shared-baseline.ts';
import { step } from '../harness/step.ts';
import type { PageTest } from '../windows/page-alone.ts';

const sample = fileURLToPath(new URL('../../../media/sample/shop.laglens', import.meta.url));
const NEW = 'com.example.shop.feed.ImageDecoder.decode';

/** As often as it can be expected: 40 in the sample's 28 s. */
const gone: BaselineGroup = {
  key: 'main|com.example.shop.Old.refresh',
  label: 'Old.refresh',
  kind: 'message',
  durationsUs: Array.from({ length: 40 }, () => 150_000),
};

export const sharedComparison: PageTest = {
  name: 'a shared page marks lags as VS Code does: new and gone ones, the difference, until the comparison is ended',
  width: 1366,
  height: 800,
  async run(t, { page, open }) {
    const before = await sampleWithout(NEW);
    const baseline = packedBaseline({ ...before, groups: [...before.groups, gone] }) ?? assert.fail('The baseline is too large.');
    page.setDefaultTimeout(15_000);
    await open(undefined, { baseline });
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
  },
};

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
