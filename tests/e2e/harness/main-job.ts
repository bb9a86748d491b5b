import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import type { TruthLag } from '../../demo-app/truth-lags.ts';
import { eventually } from './eventually.ts';
import { LaglensPanel } from './laglens-panel.ts';
import { retryAction } from './retry-action.ts';
import { inVsCode, type VsCodeOptions } from './vscode.ts';
import type { Workbench } from './workbench.ts';

/** An app that lags when it is asked to, and knows itself how long. */
export interface LaggingApp {
  /** The folder with its sources. */
  readonly workspace: string;
  /** Undefined when the capture starts it. */
  readonly pid: number | undefined;
  lag(kind: string): Promise<void>;
  truth(): Promise<readonly TruthLag[]>;
}

/** A lag that the app can be asked for, as Laglens should show it. */
export interface ShownLag {
  readonly kind: string;
  readonly culprit: string;
  readonly file: string;
}

export interface Job {
  /** The device's row in the picker. */
  readonly device: string | RegExp;
  /** The app's row in the picker. */
  readonly app: string | RegExp;
  readonly demo: LaggingApp;
  /** A busy main thread of the demo app for Android when left out. */
  readonly lag?: ShownLag;
  readonly vscode?: Partial<VsCodeOptions>;
  readonly consent?: Asked;
  /** What else is to be done when the capture has been stopped, before the editors are closed. */
  readonly afterwards?: (workbench: Workbench) => Promise<void>;
}

/** A question that stands before the capture, and the button that agrees. */
export interface Asked {
  readonly question: string | RegExp;
  readonly yes: string;
}

/** Many times as long as the page waits before it shows what has come. */
const STILL_MS = 1_500;

const busyDecoder: ShownLag = { kind: 'busy', culprit: 'ImageDecoder.decode', file: 'ImageDecoder.java' };

/**
 * Palette, device, app; a lag's row while it lasts; its flame graph; a click; the right file and line; stop; the file again with
 * the same lags.
 */
export async function doMainJob(
  test: TestContext,
  { device, app, demo, lag = busyDecoder, vscode, consent, afterwards }: Job,
): Promise<void> {
  await inVsCode(test, { workspace: demo.workspace, ...vscode }, async ({ workbench }) => {
    const panel = await startCapture(workbench, device, app, demo.pid, consent);
    await seeOfLag(() => demo.lag(lag.kind), panel.openLags(lag.culprit));
    await panel.lags(lag.culprit).and(panel.frame.locator('[data-open="false"]')).first().waitFor();

    await panel.selectLag(lag.culprit);
    const clicked = await panel.openFrame(lag.culprit);
    const line = Number(new RegExp(`^${lag.file.replaceAll('.', '\\.')}:(\\d+)`).exec(clicked.place)?.[1]);
    await workbench.waitForCursor(lag.file, line);
    const place = (await demo.truth()).find(({ kind }) => kind === lag.kind)?.culprit;
    assert.ok(
      place !== undefined && 'file' in place && place.firstLine <= line && line <= place.lastLine,
      `line ${line} is in ${lag.culprit}`,
    );

    await workbench.statusItem(/\d+ lags?/).waitFor();
    await workbench.runCommand('Laglens: Stop Lag Capture');
    await workbench.runCommand('Laglens: Show Capture');
    const stopped = await LaglensPanel.find(workbench);
    await stopped.phase.filter({ hasText: /stopped|recorded/i }).waitFor();
    const live = await lastListedLags(stopped);
    assert.ok(live.count > 0);
    await afterwards?.(workbench);

    await workbench.closeAllEditors();
    await workbench.runCommand('Laglens: Open Session…');
    await workbench.quickInput.choose(/KB/);
    const reopened = await LaglensPanel.find(workbench);
    // A file is read piece by piece.
    await eventually(
      () => listedLags(reopened),
      (lags) => assertSameLags(lags, live),
    );
  });
}

/** From the palette to the panel that records. Several processes of the app may run here: the one with this id is chosen. */
export async function startCapture(
  workbench: Workbench,
  device: string | RegExp,
  app: string | RegExp,
  pid: number | undefined,
  consent?: Asked,
): Promise<LaglensPanel> {
  await workbench.runCommand('Laglens: Start Lag Capture');
  await workbench.quickInput.choose(device);
  await workbench.quickInput.choose(app);
  if (consent !== undefined) {
    await workbench.answerDialog(consent.question, consent.yes);
  }
  const panel = workbench.recording;
  const which = workbench.quickInput.row(`pid ${pid}`);
  await panel.or(which).first().waitFor();
  if (await which.isVisible()) await which.click();
  await panel.waitFor();
  return LaglensPanel.find(workbench);
}

/**
 * Makes lags until something of one is on the screen: what is shown only while it lasts, or only when nobody looks, a stalled machine may
 * miss.
 */
export async function seeOfLag(makeLag: () => Promise<void>, shown: Locator): Promise<void> {
  await retryAction(
    async (timeout) => {
      await makeLag();
      await shown.first().waitFor({ state: 'visible', timeout });
    },
    { waitMs: 5_000 },
  );
}

/** What a page says of its lags. */
export interface ListedLags {
  readonly count: number;
  /** Rows by their lag, one line each: those that the list has room for. */
  readonly rows: Readonly<Record<string, string>>;
}

export async function listedLags(panel: LaglensPanel): Promise<ListedLags> {
  const count = Number(await panel.frame.locator('#page').getAttribute('data-lags'));
  const rows: unknown = await panel.frame.evaluate(
    `[...document.querySelectorAll('li.lag')].map((row) => [row.dataset.lag, row.innerText.replace(/\\s+/g, ' ').trim()])`,
  );
  assert.ok(Array.isArray(rows));
  return { count, rows: Object.fromEntries(rows) };
}

/** Those of a capture that has ended: the last of it may come to the page a moment later. */
export async function lastListedLags(panel: LaglensPanel): Promise<ListedLags> {
  let before: ListedLags | undefined;
  return eventually(
    async () => {
      before = await listedLags(panel);
      await pause(STILL_MS);
      return listedLags(panel);
    },
    (lags) => assert.deepEqual(lags, before),
  );
}

/** Lists may have room for more rows or fewer; a busy computer adds many. */
export function assertSameLags(lags: ListedLags, expected: ListedLags): void {
  assert.equal(lags.count, expected.count);
  const both = Object.keys(lags.rows).filter((id) => id in expected.rows);
  assert.ok(both.length > 0, 'the lists have no lag in common');
  assert.deepEqual(
    both.map((id) => lags.rows[id]),
    both.map((id) => expected.rows[id]),
  );
}
