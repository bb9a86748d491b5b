import { numberAt } from '../../../../core/columns/at.ts';
import type { TimeRange, TimeRanges } from '../../../../core/columns/time-range.ts';
import { threadState } from '../../../../core/session/columns/sample-columns.ts';
import { UNTIMED } from '../../../../core/session/model/annotations.ts';
import { isAppleSystem } from '../../../../core/session/model/apple-systems.ts';
import { framesAbility, IMPORTED } from '../../../../core/session/model/run.ts';
import { type Message, PROTOCOL_VERSION } from '../../../../core/wire/schema.ts';
import { commonPackage, hasClassesOf } from './app-package.ts';
import { busyOutside, busyTimes, IdleStacks } from './busy-times.ts';
import { byTime, type Timed } from './by-time.ts';
import { factMessages } from './fact-messages.ts';
import { orderedSamples, type SampleRow } from './sample-rows.ts';
import { sampledThreads } from './sampled-threads.ts';
import { type SessionBuilder, STATE_BY_STACK, STATE_READY } from './session-builder.ts';
import { visibleLanguages } from './visible-languages.ts';

/** A run is confirmed this often: longer silence is no data, on iOS a stop. */
const CONFIRM_US = 200_000;
/** Longer pauses are no data. */
const NO_DATA_US = 250_000;
/** A short empty stack before them: views would extend the stack before to the next message. */
const END_US = 1_000;

const UNTOLD = 'Work and waiting differ only where the file says so, or a function is known to wait.';

export interface TimedMessage extends Timed {
  readonly message: Message;
}

/** The session's messages in order of time. Read it once. */
export function* sessionMessages(builder: SessionBuilder): Generator<Message> {
  const originUs = Number.isFinite(builder.earliestUs) ? builder.earliestUs : 0;
  const idle = new IdleStacks(builder.stacks, builder.frames, builder.rests);
  const main = builder.main;
  const isApple = isAppleSystem(builder.processFacts.system);
  yield* header(builder);
  // Before samples, as views depend on it.
  if (builder.report.isUntimed) yield { type: 'note', key: UNTIMED, value: '1' };
  for (const [index, { name, tid = 0, group = '', isDaemon, isAgent }] of builder.threads.entries()) {
    const flags = (index === main ? 1 : 0) + (isDaemon === true ? 2 : 0) + (isAgent === true ? 4 : 0);
    yield { type: 'thread', thread: index + 1, tid: whole(tid), name, group, flags, atUs: 0 };
  }
  yield* tables(builder);
  const messages = messageTimes(builder, originUs);
  const busy = mainsBusyTimes(builder, messages.get(main) ?? [], originUs, idle);
  const sequences = builder.threads.map(({ samples }, index) => {
    const rows = orderedSamples(samples, originUs, () => builder.report.skipped('samples that others of their thread cover'));
    const stated = statesByStack(
      rows,
      (stack) => idle.waits(stack, isApple),
      () => builder.report.assumed(UNTOLD),
    );
    return sampleMessages(index + 1, stated, index === main || messages.has(index));
  });
  // Facts first: a message begins before its sample.
  for (const { message } of byTime([factMessages(builder.facts, originUs), busyMessages(main + 1, busy), ...sequences])) yield message;
  const endUs = Math.max(0, Math.round(builder.latestUs - originUs) || 0);
  const others = sampledThreads(builder, main, (stack) => idle.has(stack));
  if (others !== undefined) builder.report.assumed(others);
  yield* notes(builder);
  yield { type: 'bye', atUs: endUs, why: '' };
}

/** Times by thread, in order. */
function messageTimes({ facts }: SessionBuilder, originUs: number): ReadonlyMap<number, TimeRange[]> {
  const times = new Map<number, TimeRange[]>();
  for (const fact of facts) {
    if (fact.type !== 'message') continue;
    const ofThread = times.get(fact.thread) ?? [];
    times.set(fact.thread, ofThread);
    ofThread.push({ beginUs: Math.round(fact.beginUs - originUs), endUs: Math.round(fact.endUs - originUs) });
  }
  for (const ofThread of times.values()) ofThread.sort((one, other) => one.beginUs - other.beginUs);
  return times;
}

function* mainsBusyTimes(builder: SessionBuilder, messages: TimeRanges, originUs: number, idle: IdleStacks): Generator<TimeRange> {
  const { frames, report, mayLackMessages } = builder;
  const samples = builder.threads[builder.main]?.samples;
  if (samples === undefined) {
    report.withoutLags('No thread is known to be the main thread, so no lags are listed.');
    return;
  }
  if (frames.hasLooper || (messages.length > 0 && !mayLackMessages)) return;
  const rows = orderedSamples(samples, originUs, () => undefined);
  if (messages.length === 0) {
    report.assumed('Main’s time between two rests counts as one message: the file has no messages.');
    yield* busyTimes(rows, idle);
    return;
  }
  for (const range of busyOutside(rows, idle, messages)) {
    report.assumed('Main’s busy times outside the loop’s tasks count as messages, too.');
    yield range;
  }
}

function* busyMessages(thread: number, busy: Iterable<TimeRange>): Generator<TimedMessage> {
  const names = { thread, target: 0, callback: 0, what: 0 };
  for (const { beginUs, endUs } of busy) {
    yield { atUs: beginUs, message: { type: 'messageBegin', ...names, atUs: beginUs } };
    yield { atUs: endUs, message: { type: 'messageEnd', ...names, atUs: endUs } };
  }
}

/** For the app's own code, if the process has no application id. */
function appOf({ processFacts, frames, report }: SessionBuilder): string {
  const classes = frames.methods.map((method) => method.class);
  if (hasClassesOf(processFacts.name, classes)) return processFacts.name;
  const found = commonPackage(classes);
  if (found !== '') report.assumed(`The app’s code is in ${found}, the package with most methods.`);
  return found || processFacts.name;
}

function* header(builder: SessionBuilder): Generator<Message> {
  const { processFacts, report } = builder;
  const { name, pid = 0, system = 'other', device = '', version = '', apiLevel = 0, wallUs = 0, intervalUs = 0 } = processFacts;
  yield { type: 'session', version: 1, createdUs: whole(wallUs), host: `import of ${report.format}` };
  yield {
    type: 'process',
    run: 0,
    deviceKind: IMPORTED,
    device,
    serial: '',
    app: appOf(builder),
    pid: whole(pid),
    launched: 0,
    version: '',
  };
  yield {
    type: 'hello',
    protocol: PROTOCOL_VERSION,
    agentVersion: '',
    buildHash: '',
    pid: whole(pid),
    process: name,
    abi: '',
    os: system,
    apiLevel: whole(apiLevel),
    runtime: version,
    monoUs: 0,
    wallUs: whole(wallUs),
    intervalUs: whole(intervalUs),
    capabilities: [...new Set([...builder.languages, ...visibleLanguages(builder.frames)])].map((language) => shownFrames(language)),
  };
}

function shownFrames(language: string): Message<'hello'>['capabilities'][number] {
  return { name: framesAbility(language), enabled: 1, why: '' };
}

function* tables({ frames, stacks, texts }: SessionBuilder): Generator<Message> {
  for (const [id, text] of texts.entries()) if (id > 0) yield { type: 'string', id, text };
  yield* frames.images;
  yield* frames.methods;
  for (let id = 1; id < stacks.length; id++) yield frames.node(id, numberAt(stacks.parents, id), numberAt(stacks.frames, id));
  yield* frames.named;
}

function* notes({ notes: given, report }: SessionBuilder): Generator<Message> {
  for (const [key, value] of given) yield { type: 'note', key, value };
  yield { type: 'note', key: 'import', value: report.text };
}

/** @param untold called for rows whose stack does not tell work from waiting */
function* statesByStack(rows: Iterable<SampleRow>, waits: (stack: number) => boolean, untold: () => void): Generator<SampleRow> {
  for (const row of rows) {
    if (row.state !== STATE_BY_STACK) {
      yield row;
    } else if (waits(row.stack)) {
      yield { ...row, state: threadState.kernel };
    } else {
      untold();
      // Without a CPU clock this state is work or waiting, unless the innermost function is known to wait.
      yield { ...row, state: threadState.native };
    }
  }
}

/** Runs of equal samples; an empty stack marks a short pause. */
function* sampleMessages(thread: number, rows: Iterable<SampleRow>, hasMessages: boolean): Generator<TimedMessage> {
  let lastUs = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    const { beginUs, endUs } = row;
    const pauseUs = beginUs - lastUs;
    if (row.leadCpuUs === undefined && pauseUs > 0 && (pauseUs <= NO_DATA_US || (hasMessages && Number.isFinite(pauseUs)))) {
      const untilUs = pauseUs <= NO_DATA_US ? beginUs : lastUs + END_US;
      yield* run(thread, { beginUs: lastUs, endUs: untilUs, stack: 0, state: threadState.sleeping, cpuUs: -1 });
    }
    if (row.state === STATE_READY) yield* readyRun(thread, row);
    else yield* run(thread, row);
    lastUs = endUs;
  }
}

/** As agents of Linux report it: off CPU in the state "running", with the time without a core. */
function* readyRun(thread: number, row: SampleRow): Generator<TimedMessage> {
  const { beginUs, endUs } = row;
  yield* run(thread, { ...row, state: threadState.running, cpuUs: 0 });
  yield { atUs: endUs, message: { type: 'ready', thread, beginUs, atUs: endUs, readyUs: endUs - beginUs } };
}

function* run(thread: number, { beginUs, endUs, stack, state, cpuUs, leadCpuUs = cpuUs < 0 ? -1 : 0 }: SampleRow): Generator<TimedMessage> {
  yield {
    atUs: beginUs,
    message: { type: 'sample', thread, atUs: beginUs, node: stack, state, cpuUs: leadCpuUs < 0 ? undefined : leadCpuUs },
  };
  const lengthUs = endUs - beginUs;
  let usedUs = 0;
  for (let atUs = beginUs; atUs < endUs; ) {
    const nextUs = Math.min(endUs, atUs + CONFIRM_US);
    const doneUs = cpuUs < 0 ? 0 : Math.round((cpuUs * (nextUs - beginUs)) / lengthUs);
    yield { atUs: nextUs, message: { type: 'run', thread, atUs: nextUs, samples: 1, cpuUs: cpuUs < 0 ? undefined : doneUs - usedUs } };
    usedUs = doneUs;
    atUs = nextUs;
  }
}

function whole(value: number): number {
  return Number.isFinite(value) ? Math.min(Math.max(0, Math.round(value)), Number.MAX_SAFE_INTEGER) : 0;
}
