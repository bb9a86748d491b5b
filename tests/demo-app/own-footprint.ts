import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const cli = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));

/** The agent's classes (device-agents/android/hook) and its library. */
const OWN = /\b(?:ObserverHook|PrinterHook|AppWatch|FrameReports|SyncBarrier|laglens[./]Hook)\b|liblaglens/;

/** Asserts that no report or export of a session names the agent's own code. */
export async function assertNoFootprint(session: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-footprint-'));
  const laglens = (...args: readonly string[]) => execute(process.execPath, [cli, ...args], { maxBuffer: 1 << 28 });
  try {
    const texts = new Map<string, string>();
    for (const args of [['--tree', '--messages'], ['--json']] as const)
      texts.set(`report ${args}`, (await laglens('report', session, ...args)).stdout);
    for (const name of ['a.speedscope.json', 'a.trace.json']) {
      const file = join(folder, name);
      await laglens('convert', session, file);
      texts.set(name, await readFile(file, 'utf8'));
    }
    for (const [from, text] of texts) {
      assert.ok(text.length > 100, `${from} has too little to prove anything`);
      assert.equal(OWN.exec(text)?.[0], undefined, from);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}
