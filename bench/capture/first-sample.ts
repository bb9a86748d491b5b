import { setTimeout as pause } from 'node:timers/promises';
import type { Frame } from 'playwright-core';
import { LaglensPanel } from '../../tests/e2e/harness/laglens-panel.ts';
import type { Stage } from './stage.ts';

const CHECK_INTERVAL_MS = 50;
const TIMEOUT_MS = 60_000;

/**
 * Milliseconds from picking the app to its first sample on the screen. A window's first pick opens the panel, later ones find it open. The
 * wait for an answer to a question is not counted.
 */
export async function captureWarm({ place, target, workbench }: Stage): Promise<number> {
  const { quickInput } = workbench;
  const isOpen = await workbench.page.locator('iframe.webview.ready').filter({ visible: true }).first().isVisible();
  if (isOpen) await (await LaglensPanel.find(workbench)).frame.evaluate('laglensBench.expectFirstSample()');
  await workbench.chooseBy('Laglens: Start Lag Capture', place.row, target.appId);
  // An app may run several times; its process is picked.
  const which = quickInput.row(`pid ${target.pid}`);
  const question = workbench.page.locator('.monaco-dialog-box');
  const recording = workbench.statusItem(/0:\d\d/);
  await recording.or(which).or(question).first().waitFor({ timeout: TIMEOUT_MS });
  if (await question.isVisible()) await question.getByRole('button', { name: /^(Replace|Install)$/ }).click();
  await recording.or(which).first().waitFor({ timeout: TIMEOUT_MS });
  if (await which.isVisible()) await which.click();
  const { frame } = await LaglensPanel.find(workbench);
  return firstSampleMs(frame, workbench.page.mainFrame());
}

/** Milliseconds from a command that names the app and opens the panel; undefined if the app runs several times on this computer. */
export async function captureCold({ workbench }: Stage): Promise<number | undefined> {
  await workbench.closeAllEditors();
  await workbench.runCommand('Laglens: Repeat Last Capture');
  const refusal = workbench.notification(/runs several times/);
  await workbench
    .statusItem(/0:\d\d/)
    .or(refusal)
    .first()
    .waitFor({ timeout: TIMEOUT_MS });
  if (await refusal.isVisible()) return undefined;
  const { frame } = await LaglensPanel.find(workbench);
  return firstSampleMs(frame, workbench.page.mainFrame());
}

export async function stopCapture({ workbench }: Stage): Promise<void> {
  const { phase } = await LaglensPanel.find(workbench);
  await workbench.runCommand('Laglens: Stop Lag Capture');
  await phase.filter({ hasText: 'Stopped' }).waitFor();
}

async function firstSampleMs(panel: Frame, window: Frame): Promise<number> {
  const endMs = Date.now() + TIMEOUT_MS;
  for (;;) {
    const shownMs: unknown = await panel.evaluate('laglensBench.firstSampleMs');
    const clicks: unknown = await window.evaluate('laglensBench');
    if (typeof shownMs === 'number' && isClicks(clicks)) return shownMs - clicks.pickedMs - thinkingMs(clicks);
    if (Date.now() > endMs) throw new Error('The capture did not show a sample within a minute.');
    await pause(CHECK_INTERVAL_MS);
  }
}

interface Clicks {
  readonly pickedMs: number;
  /** Times of a question after the pick, and of its answer. */
  readonly askedMs?: number;
  readonly answeredMs?: number;
}

function isClicks(value: unknown): value is Clicks {
  return typeof value === 'object' && value !== null && 'pickedMs' in value && typeof value.pickedMs === 'number';
}

function thinkingMs({ pickedMs, askedMs, answeredMs }: Clicks): number {
  return askedMs === undefined || answeredMs === undefined || answeredMs < pickedMs ? 0 : answeredMs - askedMs;
}
