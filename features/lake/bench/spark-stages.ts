/** Of stages that were submitted in a time range; bytes are those of their tasks. */
export interface StageSums {
  readonly stages: number;
  readonly tasks: number;
  /** Of files. */
  readonly inputBytes: number;
  readonly shuffleWrittenBytes: number;
  readonly shuffleReadBytes: number;
  readonly spilledBytes: number;
}

/** Events of Spark's log that count here, a line each. Other events lack these keys. */
interface LogEvent {
  readonly Event: string;
  readonly 'Stage ID'?: number;
  readonly 'Stage Info'?: { readonly 'Stage ID': number; readonly 'Submission Time': number };
  readonly 'Task Metrics'?: TaskMetrics;
}

interface TaskMetrics {
  readonly 'Disk Bytes Spilled': number;
  readonly 'Input Metrics': { readonly 'Bytes Read': number };
  readonly 'Shuffle Read Metrics': { readonly 'Remote Bytes Read': number; readonly 'Local Bytes Read': number };
  readonly 'Shuffle Write Metrics': { readonly 'Shuffle Bytes Written': number };
}

/** Sums of Spark's uncompressed event log. @param beganMs since 1970, as `endedMs` */
export function stagesBetween(log: string, beganMs: number, endedMs: number): StageSums {
  const lines = log.split('\n').filter((line) => line !== '');
  const events = lines.map((line): LogEvent => JSON.parse(line));
  const stages = new Set<number>();
  for (const { Event, 'Stage Info': info } of events) {
    const isWithin = info !== undefined && info['Submission Time'] >= beganMs && info['Submission Time'] <= endedMs;
    if (Event === 'SparkListenerStageCompleted' && isWithin) stages.add(info['Stage ID']);
  }
  let [tasks, inputBytes, shuffleWrittenBytes, shuffleReadBytes, spilledBytes] = [0, 0, 0, 0, 0];
  for (const { Event, 'Stage ID': stage, 'Task Metrics': metrics } of events) {
    if (Event !== 'SparkListenerTaskEnd' || stage === undefined || metrics === undefined || !stages.has(stage)) continue;
    const read = metrics['Shuffle Read Metrics'];
    tasks++;
    inputBytes += metrics['Input Metrics']['Bytes Read'];
    shuffleWrittenBytes += metrics['Shuffle Write Metrics']['Shuffle Bytes Written'];
    shuffleReadBytes += read['Remote Bytes Read'] + read['Local Bytes Read'];
    spilledBytes += metrics['Disk Bytes Spilled'];
  }
  return { stages: stages.size, tasks, inputBytes, shuffleWrittenBytes, shuffleReadBytes, spilledBytes };
}

/** What a plan that Spark explains sends between tasks, with how often: keys of shuffles, `one task`, `broadcast`. */
export function exchangesOf(plan: string): ReadonlyMap<string, number> {
  const [final = ''] = plan.split('== Initial Plan ==', 1);
  const counts = new Map<string, number>();
  for (const [, kind = '', keys = ''] of final.matchAll(/[+:]- (BroadcastExchange|Exchange \w+)(?:\(([^)\n]*)\))?/g)) {
    const columns = keys.replace(/#\d+L?/g, '').replace(/, \d+$/, '');
    const name = kind === 'BroadcastExchange' ? 'broadcast' : kind === 'Exchange SinglePartition' ? 'one task' : columns;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
