import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { OpenedOutcome } from './opened-session-case.ts';
import { packedSession } from './packed-session.ts';
import { peakOf } from './peak.ts';
import { symbolSessions } from './symbol-sessions.ts';

/** A file may cost an extension host so much: the names that are looked for, and the model of a source editor's costs. */
const MOST_FILE_MB = 768;
/** That of the extension host's own thread; the others have limits of their own. */
const HEAP_MB = 420;
/** That of an extension host: what a far id makes us hold stands beside V8's heap, where a small one hides it. */
const HOST_HEAP_MB = 4_096;

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens hostile '));
});
after(() => rm(folder, { recursive: true }));

// Both the names and the model of costs hold something of each record.
for (const [kind, chunks, heapMb] of [
  ['methods', 2, HEAP_MB],
  ['nodes', 1, HEAP_MB],
  ['farNodes', 1, HOST_HEAP_MB],
] as const) {
  test(`a session that repeats ${kind} is opened beside a source in bounded memory by other threads, chunk by chunk`, {
    timeout: 900_000,
  }, async (t) => {
    const path = join(folder, `${kind}.laglens`);
    await writeFile(path, packedSession(Array.from({ length: chunks }, (_, chunk) => symbolSessions[kind](chunk))));
    const {
      result,
      peakMb = Number.NaN,
      errors,
    } = await peakOf(import.meta.resolve('./opened-session-case.ts'), {
      args: [path],
      heapMb,
    });
    assert.ok(isOutcome(result), errors);
    assert.ok(peakMb <= MOST_FILE_MB, `${peakMb} MB`);
    assert.ok(result.rawBytes > chunks * (7 << 20), `${result.rawBytes} bytes`);
    assert.deepEqual([result.decoded, result.waiting], [0, 1], 'decoded in the extension host, chunks on their way');
    t.diagnostic(`${peakMb.toFixed(0)} MB, ${result.turns} turns, the longest ${result.longestMs.toFixed(1)} ms`);
  });
}

function isOutcome(value: unknown): value is OpenedOutcome {
  return typeof value === 'object' && value !== null && 'turns' in value;
}
