import { frameOf } from '../../../../core/analysis/frames/frame.ts';
import type { ActivityName, ThreadAt } from '../../../../core/analysis/moment/thread-at.ts';
import { type MomentThreads, runAt, threadsAt } from '../../../../core/analysis/moment/threads-at.ts';
import { waitSentence } from '../../../../core/analysis/moment/wait-sentence.ts';
import { worstMomentUs } from '../../../../core/analysis/moment/worst-moment.ts';
import { uint32At } from '../../../../core/columns/at.ts';
import { sentenceWords } from '../answers/cause-words.ts';
import { type FrameFacts, frameFacts, frameFields, frameWords } from '../answers/frame-facts.ts';
import { ms, msWords } from '../answers/ms.ts';
import { ToolError } from '../answers/tool-error.ts';
import { leftOut, tokenBudget, tokensOf, withinBudget } from '../answers/within-budget.ts';
import type { SessionView } from '../session-view.ts';
import { dataText, quoted } from '../shapes/data-text.ts';
import { choice, data, type FieldsOf, list, maybe, number, object, text, usually } from '../shapes/shape.ts';
import { type Answered, dataNote, defineTool } from '../tool.ts';
import { findLag } from './find-lag.ts';
import { sessionArgument } from './lag-words.ts';

const MOST_THREADS = 100;

const activities = [
  'running',
  'ready',
  'blocked',
  'pause',
  'unknown',
  'waiting',
  'idle',
  'unseen',
] as const satisfies readonly ActivityName[];

const args = {
  session: sessionArgument,
  atMs: maybe(number('A moment of the session.')),
  lag: maybe(text('Instead: the worst moment of this lag.', 60)),
  frames: usually(number('Innermost frames per thread.', 1, 200), 6),
  tokenBudget,
};

const threadFields = {
  thread: data('Its name.'),
  activity: choice('pause: stopped by garbage collection; ready: no core was free; unseen: not sampled then.', activities),
  cpu: maybe(number('Share of a core around the moment.', 0, 1)),
  waits: maybe(text('What it waits for, with the app’s names in quotes.', 2_000)),
  heldBy: maybe(data('The thread that holds it.')),
  stack: list('Innermost first.', object('', frameFields)),
  deeper: maybe(number('Frames left out.')),
};

const answer = {
  session: text('Handle of further calls.'),
  atMs: number('The moment.'),
  threads: list('Main, owners of what it waits for, then the busiest.', object('', threadFields)),
  withoutStack: number('Further threads, whose stack is not known then.'),
  deadlocked: maybe(list('Threads that wait for each other.', data(''))),
  leftOut,
};

export const threadsAtMoment = defineTool({
  name: 'laglens_threads_at',
  title: 'Threads at a moment',
  description: `All threads at one moment: stacks, activity, what each waits for and who holds it. ${dataNote}`,
  args,
  answer,
  isReadOnly: true,
});

export type Threads = FieldsOf<typeof answer>;

export function answerThreadsAt(view: SessionView, given: FieldsOf<typeof args>): Answered<typeof answer> {
  const moment = momentOf(view, given);
  const threads = moment.threads.slice(0, MOST_THREADS);
  const wholeOf = (frames: number): Threads => ({
    session: view.handle,
    atMs: ms(moment.atUs),
    threads: threads.map((each) => threadFacts(view, each, frames)),
    withoutStack: moment.withoutStack.length,
    ...deadlockFacts(view, moment),
  });
  const asked = { session: view.handle, atMs: ms(moment.atUs), frames: given.frames };
  const next = `laglens_threads_at ${JSON.stringify({ ...asked, tokenBudget: Math.min(20_000, 4 * given.tokenBudget) })}`;
  const cuttable = [
    { key: 'threads', least: 1, next },
    { key: 'deadlocked', least: 2, next },
  ];
  const fitted = (whole: Threads): Threads => withinBudget(whole, cuttable, given.tokenBudget, wordsOf);
  const deepest = wholeOf(given.frames);
  let shown = fitted(deepest);
  // One deep stack may exceed the budget alone.
  for (let frames = given.frames / 2; frames >= 1 && tokensOf(shown, wordsOf(shown)) > given.tokenBudget; frames /= 2) {
    const cut = wholeOf(frames);
    const count = framesOf(deepest) - framesOf(cut);
    shown = fitted(count === 0 ? cut : { ...cut, leftOut: [{ what: 'frames', count, next }] });
  }
  return { answer: shown, words: wordsOf(shown) };
}

function framesOf({ threads }: Threads): number {
  return threads.reduce((sum, { stack }) => sum + stack.length, 0);
}

function momentOf(view: SessionView, { atMs, lag }: FieldsOf<typeof args>): MomentThreads {
  const { model } = view;
  if (atMs === undefined && lag === undefined)
    throw new ToolError('Neither a moment nor a lag is named.', 'Call laglens_threads_at with atMs or lag.');
  const atUs = lag === undefined ? (atMs ?? 0) * 1_000 : worstMomentUs(model, findLag(view, lag));
  const run = atUs <= model.nowUs ? runAt(model, atUs) : undefined;
  if (run === undefined)
    throw new ToolError(
      'At that time nothing was recorded.',
      `Name a time within the session’s ${ms(model.nowUs)} ms, or a lag of laglens_list_lags.`,
    );
  return threadsAt(model, run, atUs);
}

function threadFacts(view: SessionView, at: ThreadAt, frames: number): FieldsOf<typeof threadFields> {
  const { model } = view;
  const { waitsOn, cpuShare } = at;
  const nodes: number[] = [];
  for (let node = at.node; node !== 0; node = uint32At(model.nodes.parent, node)) nodes.push(node);
  const owner = model.threads[waitsOn?.ownerThread ?? -1];
  return {
    thread: dataText(at.thread.name),
    activity: at.activity,
    ...(cpuShare === undefined ? {} : { cpu: Math.round(cpuShare * 100) / 100 }),
    ...(waitsOn === undefined ? {} : { waits: sentenceWords(view, [waitSentence(model, waitsOn)]) }),
    ...(owner === undefined ? {} : { heldBy: dataText(owner.name) }),
    ...stackFacts(view, nodes, frames),
  };
}

/** The app’s innermost frame stays, however deep it is. */
function stackFacts(view: SessionView, nodes: readonly number[], frames: number): { stack: readonly FrameFacts[]; deeper?: number } {
  const ofApp = nodes.findIndex((node) => view.app.has(uint32At(view.model.nodes.method, node)));
  const kept = nodes.filter((_, at) => at < frames || at === ofApp);
  const deeper = nodes.length - kept.length;
  return { stack: kept.map((node) => frameFacts(view, frameOf(view.model, node).node)), ...(deeper === 0 ? {} : { deeper }) };
}

function deadlockFacts({ model }: SessionView, { deadlocks }: MomentThreads): Pick<Threads, 'deadlocked'> {
  const rows = deadlocks.flatMap(({ ring }) => ring.map(({ thread }) => thread));
  return rows.length === 0 ? {} : { deadlocked: rows.map((row) => dataText(model.threads[row]?.name ?? '')) };
}

function wordsOf({ atMs, threads, withoutStack, deadlocked = [], leftOut: missing = [] }: Threads): string {
  return [
    `At ${msWords(atMs)}: ${threads.length} threads with stacks, ${withoutStack} without.`,
    ...(deadlocked.length === 0 ? [] : [`Deadlock of ${deadlocked.map(quoted).join(', ')}.`]),
    ...threads.map(({ thread, activity, waits, stack }) => {
      const [top] = stack;
      return `${quoted(thread)} ${activity}${waits === undefined ? '' : `, ${waits}`}${top === undefined ? '' : `: ${frameWords(top)}`}`;
    }),
    ...missing.map(({ what, count, next }) => `${count} ${what} left out: ${next}`),
  ].join('\n');
}
