import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { joinBytes } from '../../../core/join-bytes.ts';
import { SessionStream } from '../../../core/session/file/session-stream.ts';
import { SessionWriter } from '../../../core/session/file/writer.ts';
import { Encoder } from '../../../core/wire/encoder.ts';
import { buildVsix } from '../../../scripts/setup/vsix.ts';
import type { ViewState } from '../../../webview/state/view-state.ts';
import { beforeSamples, seen, seenAgain, stacks } from '../../core/allocating-thread.ts';
import { processMessage } from '../../core/sample-stream.ts';
import { type Browser, openBrowser } from '../harness/browser.ts';
import { eventually } from '../harness/eventually.ts';
import { sharedPage } from '../harness/shared-sample.ts';

const MIB = 2 ** 20;

/** Main loads for 200 ms, in which it makes 3 MiB, and parses for 100 ms, in which it makes 9 MiB. */
async function session(allocations: 0 | 1): Promise<Uint8Array> {
  const stream = new SessionStream();
  const encoder = new Encoder();
  const file: Uint8Array[] = [];
  const writer = new SessionWriter({ deflate: (bytes) => deflateRawSync(bytes), write: (bytes) => void file.push(bytes.slice()) });
  writer.append(stream.record(processMessage(0)).bytes);
  const facts = [
    ...beforeSamples(allocations),
    seen(0, stacks.load),
    seenAgain(200, 3 * MIB * allocations),
    seen(200, stacks.parse),
    seenAgain(300, 9 * MIB * allocations),
  ];
  writer.append(stream.agentBytes(joinBytes(facts.map((message) => encoder.encode(message)))).bytes);
  await writer.finish();
  return joinBytes(file);
}

let browser: Browser;
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens-allocations-'));
  const vsix = await buildVsix(() => undefined);
  for (const allocations of [0, 1] as const) {
    await writeFile(join(folder, `${allocations}.html`), await sharedPage(vsix, await session(allocations)));
  }
  browser = await openBrowser();
});

after(async () => {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(allocations: 0 | 1, view: Partial<ViewState>): Promise<void> {
  const hash = `#view=${encodeURIComponent(JSON.stringify({ session: 'shared', view }))}`;
  await browser.page.goto('about:blank');
  await browser.page.goto(pathToFileURL(join(folder, `${allocations}.html`)).href + hash);
  await browser.page.locator('#page[data-phase="recorded"]:not([aria-busy]):not([data-samples="0"])').waitFor();
}

/** The table as it is read, the heads first. */
function rowsOf(page: Page): Promise<readonly (readonly string[])[]> {
  return page
    .locator('.view-body > .table [role="row"]')
    .evaluateAll((rows) =>
      rows.map((row) => Array.from(row.querySelectorAll('.cell') as Iterable<{ textContent: string }>, (cell) => cell.textContent.trim())),
    );
}

test('bytes are the width of the flame graph, and a column of the table', { timeout: 600_000 }, async () => {
  const { page } = browser;
  await open(1, { mode: 'aggregated' });
  const weight = page.getByRole('combobox', { name: 'Metric (W)' });
  await weight.selectOption('Allocated bytes');
  // 9 of 12 MiB stand first, though parsing took a third of the time.
  await eventually(
    async () => {
      await page.locator('.view-body .flame').first().press('ArrowDown');
      return page.locator('.legend .status').textContent();
    },
    (said) => assert.match(said ?? '', /^Shop\.parse · .*Allocated 9\.0 MB \(75 %\), Total 100 ms, Self 100 ms/),
  );
  await page.keyboard.press('4');
  await eventually(
    () => rowsOf(page),
    (rows) =>
      assert.deepEqual(rows, [
        ['Function', 'Total', 'Share %', 'Self', 'Wall (ms)', 'CPU (ms)', 'Blocked (ms)', 'Samples'],
        ['Shop.parse', '9.0 MB', '75 %', '9.0 MB', '100.0', '100.0', '–', '1'],
        ['Shop.load', '3.0 MB', '25 %', '3.0 MB', '200.0', '200.0', '–', '1'],
      ]),
  );
  await weight.selectOption('Wall time');
  await eventually(
    () => rowsOf(page),
    (rows) =>
      assert.deepEqual(
        rows.map((cells) => cells.at(-1)),
        ['Allocated', '3.0 MB', '9.0 MB'],
      ),
  );
});

test('a session that has no bytes says how to get them, and has no column of them', { timeout: 600_000 }, async () => {
  const { page } = browser;
  await open(0, { mode: 'table', weight: 'allocated' });
  const empty = page.locator('.view-body > .empty');
  await eventually(
    () => empty.innerText(),
    (said) => assert.equal(said, 'No allocations in this session: turn on laglens.allocations and capture again.'),
  );
  // The key goes on to what there is.
  await page.locator('.main').press('w');
  await eventually(
    () => rowsOf(page),
    (rows) => assert.equal(rows[0]?.at(-1), 'Samples'),
  );
  assert.equal(await page.getByRole('combobox', { name: 'Metric (W)' }).inputValue(), 'wall');
});
