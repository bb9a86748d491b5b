import { seededRandom } from '../core/sample-stream.ts';
import { startDemoApp } from '../demo-app/start-demo-app.ts';
import { withVsCode } from '../e2e/harness/vscode.ts';
import { Workbench } from '../e2e/harness/workbench.ts';
import { AdbServer } from '../simulated/android/adb-server.ts';
import { type KillOptions, killEditor, momentOfKill } from './editor-kill.ts';
import type { SoakOptions, SoakRound } from './round.ts';

const MOST_LOST_MS = 1_000;

/** Kills VS Code's extension host; each time a fresh window opens the recording. */
export default async function kills({ seed, count, say, round }: SoakOptions): Promise<void> {
  const random = seededRandom(seed);
  const demo = await startDemoApp({ android: '14', runtime: 'jvm' });
  const adb = await AdbServer.start();
  try {
    const settings = { 'laglens.adbServer': `127.0.0.1:${adb.port}` };
    await withVsCode({ workspace: demo.workspace, settings, log: say }, async ({ workbench, server }) => {
      for (let done = 0; done < count; done++) {
        round(await killed({ workbench, server, pid: demo.pid, afterMs: momentOfKill(random) }));
      }
    });
  } finally {
    await adb.stop();
    await demo.stop();
  }
}

async function killed(options: KillOptions): Promise<SoakRound> {
  const when = `killed after ${options.afterMs} ms`;
  try {
    const { lostMs } = await killEditor(options);
    return { isGood: lostMs <= MOST_LOST_MS, text: `${when}: ${Math.round(lostMs)} ms lost, one file, no question` };
  } catch (error) {
    await Workbench.open(options.workbench.page, options.server.url);
    return { isGood: false, text: `${when}: ${error instanceof Error ? error.message : String(error)}` };
  }
}
