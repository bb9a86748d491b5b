import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import { readPerfetto } from '../../core/perfetto/read.ts';
import { recognise } from '../../core/recognise.ts';
import { ftraceLine } from '../../core/systrace/ftrace-line.ts';
import { readSystrace } from '../../core/systrace/read.ts';
import { inflateAtMost } from '../../host/profile-file.ts';
import { imported, lagsOf, rowsOf } from './import-profile.ts';
import { markLine, oldSystracePage, packedAtrace, schedText, switchLine, systracePage, systraceText } from './phone-systrace.ts';
import { atracePackets, phone, phoneTrace, schedPackets } from './phone-trace.ts';
import { judgedStates, statesOf } from './scheduled-states.ts';
import { noErrors, traceProcessor } from './trace-processor.ts';

const drivers = { inflate: inflateAtMost };
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function facts(model: SessionModel): unknown {
  const threads = model.threads.map((thread) => [
    thread.tid,
    thread.isMain,
    rowsOf(model, thread),
    thread.tid > 0 ? statesOf(model, thread.tid) : [],
  ]);
  const lags = lagsOf(model).map(({ beginUs, endUs, busyUs, readyUs, blockedUs }) => [beginUs, endUs, busyUs, readyUs, blockedUs]);
  return { threads: threads.sort((one, other) => Number(one[0]) - Number(other[0])), lags };
}

suite('ftrace’s text', () => {
  test('has the states that the trace processor gives its threads, and its slices', async (context) => {
    const query = await traceProcessor(bytesOf(systraceText()));
    assert.deepEqual(noErrors(query), []);
    const { model, report } = await imported(readSystrace, schedText(), 101);
    context.diagnostic(report.text);
    for (const tid of [phone.app, phone.render, phone.worker]) {
      const judged = judgedStates(query, tid);
      assert.deepEqual(statesOf(model, tid).slice(0, judged.length), judged);
      assert.ok(judged.length > 0);
    }
    const slices = query(
      'select count(*) from slice join thread_track on track_id = thread_track.id join thread using (utid) where tid in (1000, 1001, 1002)',
    );
    // Five of main, one of the worker.
    assert.deepEqual(slices, [[6]]);
  });

  test('says the same as Perfetto’s binary events, also packed by atrace and in systrace’s pages', async () => {
    const binary = await imported(readPerfetto, phoneTrace(schedPackets(), atracePackets));
    const expected = facts(binary.model);
    for (const file of [systraceText(), packedAtrace(), systracePage(), oldSystracePage(), `TRACE:\n${systraceText()}`]) {
      const { model, report } = await imported(readSystrace, file, 1_009, drivers);
      assert.deepEqual(facts(model), expected);
      assert.doesNotMatch(report.text, /unknown form|no known form|other kinds/);
      assert.equal((await recognise(typeof file === 'string' ? bytesOf(file) : file, 'given')).id, 'systrace');
    }
  });

  test('begins with the idle task or one without a name, where its header was cut off', async () => {
    for (const task of ['<idle>-0', '<...>-1000', '<unknown>-1000']) {
      const line = `          ${task}   (-----) [001] d..2  1234.000001: sched_switch: prev_comm=${task.split('-')[0]} prev_pid=0 prev_prio=120`;
      const text = `${line} prev_state=R ==> next_comm=shop next_pid=1000 next_prio=120\n`;
      assert.equal((await recognise(bytesOf(text), 'given')).id, 'systrace');
      assert.equal(ftraceLine(text)?.task, '');
    }
  });

  test('names the app by the list of processes, else as the kernel does', async () => {
    const ofPage = await imported(readSystrace, systracePage());
    assert.equal(ofPage.model.runs[0]?.process?.app, 'com.example.shop');
    const ofText = await imported(readSystrace, systraceText());
    assert.equal(ofText.model.runs[0]?.hello?.process, 'm.example.shop');
  });

  test('takes an app before Android’s own, also by the kernel’s last 15 letters', async () => {
    const busy = Array.from({ length: 90 }, (_, at) => markLine(410 + at, 1, 600, at % 2 === 0 ? 'B|600|draw' : 'E|600'));
    const text = systraceText(busy).replaceAll('t600-600 (-----)', 'ndroid.systemui-600 (  600)');
    const { model } = await imported(readSystrace, text);
    assert.equal(model.runs[0]?.process?.pid, phone.app);
  });

  test('counts lines of other forms and lost events', async () => {
    const more = [markLine(201, 0, phone.app, 'trace_event_clock_sync: realtime_ts=1700000000000'), switchLine(406, 0, 0, '??', phone.app)];
    const text = `${systraceText(more)}CPU:1 [LOST 12 EVENTS]\nCPU:9999 [LOST 5 EVENTS]\nnot a line\n app-1000 (1000) [000] .... 5.500000: irq_handler_entry: irq=3\n app-1000 (1000) [000] .... 5.600000: sched_switch: nobody\n`;
    const { report } = await imported(readSystrace, text);
    assert.match(report.text, /1 line of no known form/);
    assert.match(report.text, /12 events that the phone’s trace buffer lost/);
    assert.match(report.text, /1 line of cores that cannot be/);
    assert.match(report.text, /1 core lost events: around them/);
    assert.match(report.text, /1 event of ftrace of other kinds/);
    assert.match(report.text, /1 line of a switch in an unknown form/);
  });

  test('without thread groups says why it shows no thread', async () => {
    const { report } = await imported(readSystrace, schedText().replaceAll(/ \([\s\d-]{5}\) /g, ' '));
    assert.match(report.text, /names no thread groups, so its threads belong to no process/);
  });

  test('is refused where packed bytes are damaged, or no thread did anything', async () => {
    const damaged = packedAtrace().fill(0, 60, 70);
    await assert.rejects(imported(readSystrace, damaged, 101, drivers), { code: 'format-unreadable' });
    await assert.rejects(imported(readSystrace, '# tracer: nop\n#\n'), { code: 'format-unreadable' });
  });

  test('has lines with and without groups and flags, and names with any letters', () => {
    // Of Linux' trace_output.c and catapult's samples.
    assert.deepEqual(ftraceLine(' ndroid.launcher-655   [001] 50265.647792: 0: B|655|performTraversals'), {
      task: 'ndroid.launcher',
      tid: 655,
      pid: 0,
      core: 1,
      atUs: 50_265_647_792,
      event: '0',
      args: 'B|655|performTraversals',
    });
    const odd = ftraceLine('irq/363-ARM64 s-292   (-----) [003] d.h5  1212.574665123: sched_waking: comm=a pid=1');
    assert.deepEqual([odd?.task, odd?.tid, odd?.pid, odd?.atUs], ['irq/363-ARM64 s', 292, 0, 1_212_574_665]);
    assert.deepEqual(
      [ftraceLine('kworker/[a]-5 (    5) [000] .... 1.5: print: x')?.atUs, ftraceLine('a [b] c: d')],
      [1_500_000, undefined],
    );
  });
});
