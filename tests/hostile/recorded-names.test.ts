import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { packedSession } from './packed-session.ts';
import { MOST_PEAK_MB, peakOf } from './peak.ts';
import type { NamesOutcome } from './recorded-names-case.ts';
import { type SymbolSession, symbolSessions } from './symbol-sessions.ts';

/** An extension host's heap may have so much for one file. */
const HEAP_MB = 768;

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens hostile '));
});
after(() => rm(folder, { recursive: true }));

/** Those whose memory, or work for each message, grew most; session-symbols.test.ts has the others. */
const cases = { runs: false, frameNames: false, nodes: true } as const satisfies Partial<Record<SymbolSession, boolean>>;

for (const kind of ['runs', 'frameNames', 'nodes'] as const) {
  test(`a session that repeats ${kind} is followed in bounded memory by another thread, chunk by chunk`, { timeout: 900_000 }, async () => {
    const path = join(folder, `${kind}.laglens`);
    await writeFile(path, packedSession([symbolSessions[kind](0)]));
    const {
      result,
      peakMb = Number.NaN,
      errors,
    } = await peakOf(import.meta.resolve('./recorded-names-case.ts'), {
      args: [path],
      heapMb: HEAP_MB,
    });
    assert.ok(isOutcome(result), errors);
    assert.ok(peakMb <= MOST_PEAK_MB, `${peakMb} MB`);
    assert.ok(result.rawBytes > 7 << 20, `${result.rawBytes} bytes`);
    assert.deepEqual([result.decoded, result.waiting], [0, 1], 'decoded in the extension host, chunks on their way');
    assert.deepEqual([result.said.length > 0, result.said.length <= 1], [cases[kind], true], result.said.join('\n'));
  });
}

function isOutcome(value: unknown): value is NamesOutcome {
  return typeof value === 'object' && value !== null && 'rawBytes' in value;
}
