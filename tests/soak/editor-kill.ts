import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseJournalName } from '../../host/capture/journal-name.ts';
import { LaglensPanel } from '../e2e/harness/laglens-panel.ts';
import { startCapture } from '../e2e/harness/main-job.ts';
import type { CodeServer } from '../e2e/harness/start-code-server.ts';
import { Workbench } from '../e2e/harness/workbench.ts';
import { recordedEnd } from './recorded-end.ts';

/** From a capture's first second to several flushes later. */
const MOMENTS_MS = { least: 500, most: 4_500 };

/** Milliseconds of a capture before its kill. @param random from 0 to 1 */
export function momentOfKill(random: () => number): number {
  return Math.round(MOMENTS_MS.least + random() * (MOMENTS_MS.most - MOMENTS_MS.least));
}

/** The cost of a kill. */
interface Kill {
  /** From the last recorded moment to the kill. */
  readonly lostMs: number;
  /** Length of the capture before. */
  readonly afterMs: number;
}

export interface KillOptions {
  /** A window without editors, whose extension host runs; `killEditor` leaves one. */
  readonly workbench: Workbench;
  readonly server: CodeServer;
  /** The demo app's process on this computer. */
  readonly pid: number | undefined;
  /** Length of the capture before the kill. */
  readonly afterMs: number;
}

/**
 * Captures, kills the window's extension host, and opens a window in which the recording opens at once.
 * @throws AssertionError for a question, or unless there is one file
 */
export async function killEditor({ workbench, server, pid, afterMs }: KillOptions): Promise<Kill> {
  const { page } = workbench;
  const folder = join(server.home, 'data', 'User', 'globalStorage', 'laglens.laglens', 'sessions');
  const filesBefore = new Set(await readdir(folder).catch(() => []));
  await startCapture(workbench, 'This computer', 'com.example.shop.Main', pid);
  await pause(afterMs);
  const [journal = '', ...others] = (await readdir(folder)).filter((name) => name.endsWith('.journal'));
  assert.deepEqual(others, [], 'one capture runs');
  const { becomes = '', writer } = parseJournalName(journal) ?? {};
  assert.ok(writer !== undefined && becomes !== '', `the journal ${journal} names its writer`);
  const killedMs = Date.now();
  process.kill(writer.pid, 'SIGKILL');

  const restarted = await Workbench.open(page, server.url);
  // The newest stands first.
  await restarted.chooseBy('Laglens: Open Session…', /com\.example\.shop\.Main — today/);
  await LaglensPanel.find(restarted, 'recorded');
  assert.equal(await page.locator('.monaco-dialog-box').count(), 0, 'nothing was asked');
  const news = (await readdir(folder)).filter((name) => !filesBefore.has(name));
  assert.deepEqual(news, [becomes], 'one file, and nothing is left beside it');
  const { report, lastTickWallMs } = await recordedEnd(join(folder, becomes));
  assert.deepEqual({ cut: report.truncated, bad: report.badChunks }, { cut: false, bad: 0 });
  await restarted.closeAllEditors();
  return { lostMs: killedMs - lastTickWallMs, afterMs };
}
