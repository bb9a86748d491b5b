import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imported } from '../../tests/formats/import-profile.ts';
import { readTrace } from './read.ts';

const MIB = 1 << 20;

test('pieces of profiles that begin later in the file are held up to 64 MiB, whatever their number', async () => {
  const piece = (at: number): object => ({
    ph: 'P',
    pid: 1,
    tid: 2,
    ts: at,
    id: '0x1',
    name: 'ProfileChunk',
    args: {
      data: {
        cpuProfile: { nodes: [{ id: at + 1, callFrame: { functionName: `f${at}`, url: 'u'.repeat(MIB) } }], samples: [at + 1] },
        timeDeltas: [1_000],
      },
    },
  });
  const begin = { ph: 'P', pid: 1, tid: 1, ts: 99, id: '0x1', name: 'Profile', args: { data: { startTime: 0 } } };
  const text = JSON.stringify([...Array.from({ length: 66 }, (_, at) => piece(at)), begin]);
  const { report } = await imported(readTrace, text, MIB);
  // Some hundred bytes beside each MiB: 63 pieces fit.
  assert.match(report.text, /Skipped: 3 pieces of profiles without a begin\./);
});
