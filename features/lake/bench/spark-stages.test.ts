import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exchangesOf, stagesBetween } from './spark-stages.ts';

/** Keys as in Spark's event log, with others left out. */
function stage(id: number, submittedMs: number): string {
  return JSON.stringify({ Event: 'SparkListenerStageCompleted', 'Stage Info': { 'Stage ID': id, 'Submission Time': submittedMs } });
}

function task(stageId: number, [file, written, local, remote, spilled]: readonly number[]): string {
  return JSON.stringify({
    Event: 'SparkListenerTaskEnd',
    'Stage ID': stageId,
    'Task Metrics': {
      'Disk Bytes Spilled': spilled,
      'Input Metrics': { 'Bytes Read': file },
      'Shuffle Read Metrics': { 'Remote Bytes Read': remote, 'Local Bytes Read': local },
      'Shuffle Write Metrics': { 'Shuffle Bytes Written': written },
    },
  });
}

test('sums of Spark’s stages are of those submitted in the range', () => {
  const log = [
    '{"Event":"SparkListenerApplicationStart"}',
    task(0, [9, 9, 9, 9, 9]),
    stage(0, 99),
    task(1, [100, 20, 0, 0, 0]),
    task(1, [200, 30, 0, 0, 0]),
    stage(1, 100),
    task(2, [0, 0, 40, 10, 5]),
    stage(2, 150),
    stage(3, 151),
    '',
  ].join('\n');
  assert.deepEqual(stagesBetween(log, 100, 150), {
    stages: 2,
    tasks: 3,
    inputBytes: 300,
    shuffleWrittenBytes: 50,
    shuffleReadBytes: 50,
    spilledBytes: 5,
  });
});

test('exchanges of Spark’s final plan are counted by their keys', () => {
  const plan = `== Physical Plan ==
AdaptiveSparkPlan isFinalPlan=true
+- == Final Plan ==
   +- Exchange rangepartitioning(app#1 ASC NULLS FIRST, 4), ENSURE_REQUIREMENTS, [plan_id=9]
      :- BroadcastQueryStage 3
      :  +- BroadcastExchange HashedRelationBroadcastMode(List(input[0, string, true], input[1, string, true]),false), [plan_id=8]
      :- Exchange hashpartitioning(session#2, part#3L, 4), ENSURE_REQUIREMENTS, [plan_id=7]
      :- Exchange hashpartitioning(session#12, part#13L, 4), ENSURE_REQUIREMENTS, [plan_id=6]
      +- Exchange SinglePartition, ENSURE_REQUIREMENTS, [plan_id=5]
+- == Initial Plan ==
   +- Exchange hashpartitioning(day#2, 4), ENSURE_REQUIREMENTS, [plan_id=1]`;
  assert.deepEqual(
    exchangesOf(plan),
    new Map([
      ['app ASC NULLS FIRST', 1],
      ['broadcast', 1],
      ['session, part', 2],
      ['one task', 1],
    ]),
  );
});
