import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import type { TruthLag } from '../../demo-app/truth-lags.ts';
import { eventually } from './eventually.ts';
import { LaglensPanel } from './laglens-panel.ts';
import { retryAction } from './retry-action.ts';
import type { Workbench } from './workbench.ts';

/** An app that lags on request and measures it. */
export interface LaggingApp {
  /** The folder with its sources. */
  readonly workspace: string;
  /** Undefined if the capture starts the app. */
  readonly pid: number | undefined;
  lag(kind: string): Promise<void>;
  truth(): Promise<readonly TruthLag[]>;
}

/** A lag on request, as Laglens should show it. */
interface ShownLag {
  readonly kind: string;
  readonly culprit: string;
  readonly file: string;
}

interface Job {
  /** The device's row in the picker. */
  readonly device: string | RegExp;
  /** The app's row in the picker. */
  readonly app: string | RegExp;
  readonly demo: LaggingApp;
  /** By default a busy main thread of the Android demo app. */
  readonly lag?: ShownLag;
  readonly consent?: Asked;
  /** Runs after the capture's stop, before the editors close. */
  readonly afterwards?: (workbench: Workbench) => Promise<void>;
}

/** A question before the capture, and the button that agrees. */
interface Asked {
  readonly question: string | RegExp;
  readonly yes: string;
}

/** Far longer than the page's delay before showing new data. */
const STILL_MS = 1_500;

const busyDecoder: ShownLag = { kind: 'busy', culprit: 'ImageDecoder.decode', file: 'ImageDecoder.java' };

/**
 * Palette, device, app; a lag's row while it lasts; its flame graph; a click; the right file and line; stop; the file again with the same
 * lags.
 */
export async function doJobIn(workbench: Workbench, { device, app, demo, lag = busyDecoder, consent, afterwards }: Job): Promise<void> {
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
  await workbench.chooseBy('Laglens: Open Session…', / — (today|yesterday) \d\d:\d\d/);
  const reopened = await LaglensPanel.find(workbench);
  // Files are read in pieces.
  await eventually(
    () => listedLags(reopened),
    (lags) => assertSameLags(lags, live),
  );
}

/** From the palette to the recording panel; `pid` chooses among several processes. */
export async function startCapture(
  workbench: Workbench,
  device: string | RegExp,
  app: string | RegExp,
  pid: number | undefined,
  consent?: Asked,
): Promise<LaglensPanel> {
  await workbench.chooseBy('Laglens: Start Lag Capture', device, app);
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

/** Makes lags until something transient is on the screen: a stalled machine may miss one. */
export async function seeOfLag(makeLag: () => Promise<void>, shown: Locator): Promise<void> {
  await retryAction(
    async (timeout) => {
      await makeLag();
      await shown.first().waitFor({ state: 'visible', timeout });
    },
    { waitMs: 5_000 },
  );
}

/** The page's lags. */
interface ListedLags {
  readonly count: number;
  /** Rows by lag or stutter, as many as fit, a line each. */
  readonly rows: Readonly<Record<string, string>>;
}

/** Reads the list from its top, as a selected lag may lie beyond what another list shows. */
export async function listedLags(panel: LaglensPanel): Promise<ListedLags> {
  const count = Number(await panel.frame.locator('#page').getAttribute('data-lags'));
  await panel.frame.evaluate(`document.querySelector('.lags').scrollTop = 0`);
  const rows: unknown = await panel.frame.evaluate(
    `[...document.querySelectorAll('li.lag')].map((row) => [row.dataset.lag ?? 'stutter ' + row.dataset.stutter, row.innerText.replace(/\\s+/g, ' ').trim()])`,
  );
  assert.ok(Array.isArray(rows));
  return { count, rows: Object.fromEntries(rows) };
}

/** Of an ended capture, whose last data may come to the page later. */
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

/** Lists may have room for more or fewer rows; a busy computer adds many. */
export function assertSameLags(lags: ListedLags, expected: ListedLags): void {
  assert.equal(lags.count, expected.count);
  const both = Object.keys(lags.rows).filter((id) => id in expected.rows);
  assert.ok(both.length > 0, 'the lists have no lag in common');
  assert.deepEqual(
    both.map((id) => lags.rows[id]),
    both.map((id) => expected.rows[id]),
  );
}
