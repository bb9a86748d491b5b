import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sampleValues } from '../../../../tests/core/sample-values.ts';
import { timeProfileXml } from '../../../../tests/fixtures/field-reports/instruments-export.ts';
import { readInstruments } from '../../core/instruments/read.ts';
import { imported } from './import-profile.ts';
import { stackTimes } from './stack-times.ts';
import { noErrors, traceProcessor } from './trace-processor.ts';

const bytes = new TextEncoder().encode(timeProfileXml);
const SAMPLES = `from instruments_sample s join thread using (utid) join process using (upid) join stack_profile_callsite c on callsite_id = c.id
  join stack_profile_frame f on frame_id = f.id where pid = 311`;

/** Judged by Perfetto's own trace processor, which reads exports of Instruments, too. */
suite('Perfetto’s trace processor on an export of Instruments', () => {
  test('has the same samples by thread and innermost function, each a millisecond', async (context) => {
    const query = await traceProcessor(bytes);
    assert.deepEqual(noErrors(query), []);
    const counted = query(
      `select is_main_thread or tid = 900, f.name, f.rel_pc, count(*) ${SAMPLES} group by tid, f.name order by tid, f.name desc`,
    );
    context.diagnostic(JSON.stringify(counted));
    const { model } = await imported(readInstruments, bytes);
    const times = stackTimes(model);
    context.diagnostic(JSON.stringify(times));
    // Unnamed frames are library and place: 0x5000 of Shop.
    const named = counted.map(([isMain, name, place, count]) => {
      const shown = String(name).startsWith('0x') ? `Shop + 0x${Number(place).toString(16)}` : name;
      return [isMain === 1 ? 'main' : 'db', shown, Number(count) * 1_000];
    });
    const ours = Object.entries(times).filter(([stack]) => stack.includes('start'));
    assert.deepEqual(
      ours.map(([stack, us]) => [stack.slice(0, stack.indexOf(':')), stack.slice(stack.lastIndexOf(';') + 1), us]),
      named,
    );
  });

  test('has the same times from the recording’s begin', async () => {
    const query = await traceProcessor(bytes);
    const rows = query(`select (s.ts - (select min(ts) from instruments_sample)) / 1000 ${SAMPLES} order by s.ts, tid`);
    const { model } = await imported(readInstruments, bytes);
    // Equal neighbours are one row: the first two samples of main.
    const begins = model.threads.flatMap(({ samples }) => sampleValues(samples, 'beginUs'));
    for (const us of begins) assert.ok(us === 3_000 || rows.some(([peer]) => peer === us), `${us}`);
    assert.deepEqual(rows, [[0], [1_000], [2_000], [2_000]]);
  });
});
