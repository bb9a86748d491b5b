import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readWholeSession } from '../host/whole-session.ts';
import { DroppingProxy } from '../simulated/dropping-proxy.ts';
import { stopEditor } from './editor-stop.ts';
import { type PhoneProcess, startPhoneProcess } from './phone-process.ts';
import { recordedEnd } from './recorded-end.ts';
import { Recorder } from './recorder-process.ts';
import type { SoakOptions, SoakRound } from './round.ts';

const parties = ['editor', 'recorder', 'app', 'adb', 'phone', 'network'] as const;
type RecordedParty = Exclude<(typeof parties)[number], 'editor'>;

export const rounds = parties.length;

const STOPPED_MS = 60_000;
const DROPPED_MS = 120_000;
/** From its continuation to new data: a silent device is asked again at least every 17 s. */
const BACK_WITHIN_MS = 60_000;
/** From the file's last `tick` to the capture's end. */
const MOST_LOST_MS = 3_000;

/** Stops each party of a capture with SIGSTOP for a minute, and loses all packets for two; each ends as one session with both sides. */
export default async function stops({ count, say, round }: SoakOptions): Promise<void> {
  for (const party of parties.slice(0, count)) round(party === 'editor' ? await stopEditor(STOPPED_MS, say) : await stopped(party, say));
}

async function stopped(party: RecordedParty, say: SoakOptions['say']): Promise<SoakRound> {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-stops-'));
  const path = join(folder, 'one.laglens');
  const phone = await startPhoneProcess(say);
  const proxy = await DroppingProxy.start(phone.adbPort);
  const recorder = new Recorder(proxy.port, phone.serial, path);
  try {
    await recorder.says(/^Recording/, 0, 120_000);
    await pause(3_000);
    const before = recorder.said.length;
    const beginMs = performance.now();
    await standStill(party, phone, proxy, recorder);
    const backMs = performance.now();
    // A stopped recorder may be silent.
    if (party !== 'recorder') {
      await recorder.says(/trying again\./, before, 0);
      await recorder.says(/^Recording/, before, BACK_WITHIN_MS);
    }
    const recoveredMs = performance.now();
    await pause(5_000);
    await recorder.end();
    const endMs = Date.now();
    const { model, report } = await readWholeSession(path);
    const { lastTickWallMs } = await recordedEnd(path);
    const lostMs = Math.round(endMs - lastTickWallMs);
    const gaps = model.runs.flatMap(({ gaps }) => gaps.map(({ beginUs, endUs }) => `${((endUs - beginUs) / 1e6).toFixed(1)} s`));
    const connections = recorder.said.filter((line) => /Connected to/.test(line)).length;
    const copies = recorder.said.filter((line) => /^Copying the agent/.test(line)).length;
    const isGood = report.badChunks === 0 && !report.truncated && model.runs.length === 1 && copies === 1 && lostMs < MOST_LOST_MS;
    const text = `${party} stopped for ${((backMs - beginMs) / 1000).toFixed(0)} s: back ${((recoveredMs - backMs) / 1000).toFixed(1)} s later; ${model.runs.length} run, gaps ${gaps.join(', ') || 'none'}, ${connections} connections, ${copies} agent copied, last tick ${lostMs} ms before the end`;
    return { isGood, text };
  } catch (error) {
    return { isGood: false, text: `${party}: ${error instanceof Error ? error.message : String(error)}` };
  } finally {
    await recorder.end();
    await proxy.close();
    await phone.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function standStill(party: RecordedParty, { pids }: PhoneProcess, proxy: DroppingProxy, recorder: Recorder): Promise<void> {
  if (party === 'network') {
    proxy.drop();
    await pause(DROPPED_MS);
    proxy.resume();
    return;
  }
  const pid = party === 'recorder' ? recorder.pid : pids[party];
  process.kill(pid, 'SIGSTOP');
  try {
    await pause(STOPPED_MS);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}
