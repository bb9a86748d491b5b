import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseJournalName } from '../../host/capture/journal-name.ts';
import { startDemoApp } from '../demo-app/start-demo-app.ts';
import { LaglensPanel } from '../e2e/harness/laglens-panel.ts';
import { startCapture } from '../e2e/harness/main-job.ts';
import { withVsCode } from '../e2e/harness/vscode.ts';
import { readWholeSession } from '../host/whole-session.ts';
import { AdbServer } from '../simulated/android/adb-server.ts';
import { recordedEnd } from './recorded-end.ts';
import type { SoakRound } from './round.ts';

/** From the file's last `tick` to the capture's end. */
const MOST_LOST_MS = 3_000;

/** Stops VS Code's extension host during a capture, which continues and ends as one file. */
export async function stopEditor(stoppedMs: number, say: (line: string) => void): Promise<SoakRound> {
  const demo = await startDemoApp({ android: '14', runtime: 'jvm' });
  const adb = await AdbServer.start();
  try {
    const settings = { 'laglens.adbServer': `127.0.0.1:${adb.port}` };
    let round: SoakRound = { isGood: false, text: 'editor: VS Code did not start' };
    await withVsCode({ workspace: demo.workspace, settings, log: say }, async ({ workbench, server }) => {
      const folder = join(server.home, 'data', 'User', 'globalStorage', 'laglens.laglens', 'sessions');
      await startCapture(workbench, 'This computer', 'com.example.shop.Main', demo.pid);
      await pause(3_000);
      const [journal = ''] = (await readdir(folder)).filter((name) => name.endsWith('.journal'));
      const { becomes = '', writer } = parseJournalName(journal) ?? {};
      assert.ok(writer !== undefined && becomes !== '', `the journal ${journal} names its writer`);
      process.kill(writer.pid, 'SIGSTOP');
      try {
        await pause(stoppedMs);
      } finally {
        process.kill(writer.pid, 'SIGCONT');
      }
      await LaglensPanel.find(workbench, 'recording');
      await pause(5_000);
      await workbench.runCommand('Laglens: Stop Lag Capture');
      await LaglensPanel.find(workbench, 'stopped');
      const endMs = Date.now();
      const path = join(folder, becomes);
      const { model, report } = await readWholeSession(path);
      const lostMs = Math.round(endMs - (await recordedEnd(path)).lastTickWallMs);
      const files = (await readdir(folder)).filter((name) => /\.(?:laglens|journal)$/.test(name));
      const isWhole = report.badChunks === 0 && !report.truncated && files.length === 1;
      round = {
        isGood: isWhole && model.runs.length === 1 && lostMs < MOST_LOST_MS,
        text: `editor stopped for ${stoppedMs / 1_000} s: ${model.runs.length} run, ${files.length} file, last tick ${lostMs} ms before the end`,
      };
    });
    return round;
  } catch (error) {
    return { isGood: false, text: `editor: ${error instanceof Error ? error.message : String(error)}` };
  } finally {
    await adb.stop();
    await demo.stop();
  }
}
