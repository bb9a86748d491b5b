import type { CauseSentence, CauseThread } from '../../../core/analysis/causes/facts/cause.ts';
import { AppMethods } from '../../../core/analysis/frames/app-methods.ts';
import { awaitedClass } from '../../../core/analysis/frames/class-names.ts';
import { type Frame, frameOf } from '../../../core/analysis/frames/frame.ts';
import type { Deadlock } from '../../../core/analysis/locks/deadlocks.ts';
import type { ActivityName, ThreadAt } from '../../../core/analysis/moment/thread-at.ts';
import { type MomentThreads, runAt, threadsAt } from '../../../core/analysis/moment/threads-at.ts';
import { waitSentence } from '../../../core/analysis/moment/wait-sentence.ts';
import { threadDump } from '../../../core/analysis/report/thread-dump.ts';
import { SETTLED_US } from '../../../core/analysis/threads/observed-time.ts';
import { uint32At } from '../../../core/columns/at.ts';
import { Memo } from '../../../core/memo.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';
import type { PageSession } from '../page-session.ts';
import { ThreadLabels } from '../timeline/thread-labels.ts';

/** All threads at a moment, ready to show. */
export interface MomentContent {
  readonly atUs: number;
  readonly columns: readonly MomentColumn[];
  /** Names of threads without a stack then. */
  readonly withoutStack: readonly string[];
  readonly deadlocks: readonly MomentDeadlock[];
  /** The threads as a thread dump. */
  text(): string;
}

/** A ring of threads that wait for each other. */
export interface MomentDeadlock {
  readonly beginUs: number;
  readonly links: readonly { readonly waiter: CauseThread; readonly object: string; readonly owner: CauseThread }[];
}

export interface MomentColumn {
  /** Row of `model.threads`. */
  readonly thread: number;
  readonly label: string;
  readonly activity: ActivityName;
  /** Share of one core; undefined if unknown. */
  readonly cpuShare: number | undefined;
  readonly wait: CauseSentence | undefined;
  /** Part of a deadlock. */
  readonly isDeadlocked: boolean;
  /** Threads that wait for this one. */
  readonly awaitedBy: readonly CauseThread[];
  /** Innermost first. */
  frames(): readonly MomentFrame[];
}

export interface MomentFrame {
  /** Row of `model.nodes`. */
  readonly node: number;
  /** `Cart.total` */
  readonly label: string;
  /** `Cart.java:42`, '' unknown. */
  readonly place: string;
  /** `:42`, or '', where the label names the file. */
  readonly shortPlace: string;
  readonly isApp: boolean;
}

/** Deeper stacks are cut. */
const MOST_FRAMES = 512;

/** Computed again only while facts about the moment, or names, may come. */
export class MomentSource {
  readonly #content = new Memo<MomentContent>();

  of(session: PageSession, atUs: number): MomentContent {
    const { model } = session;
    const key = [model, model.drops, model.namesVersion, atUs, Math.min(model.nowUs, atUs + SETTLED_US)];
    return this.#content.get(key, () => momentContent(session, atUs));
  }

  invalidate(): void {
    this.#content.clear();
  }
}

function momentContent(session: PageSession, atUs: number): MomentContent {
  const { model } = session;
  const run = runAt(model, atUs);
  if (run === undefined) return { atUs, columns: [], withoutStack: [], deadlocks: [], text: () => '' };
  const moment = threadsAt(model, run, atUs);
  const all = [...moment.threads, ...moment.withoutStack];
  const labels = new ThreadLabels(
    model,
    all.map(({ thread }) => thread),
  );
  const app = new AppMethods(model, (name) => session.isAppClass(name));
  const deadlocked = new Set(moment.deadlocks.flatMap(({ ring }) => ring.map(({ thread }) => thread)));
  const columnOf = (at: ThreadAt): MomentColumn => ({
    thread: at.thread.index,
    label: labels.of(at.thread),
    activity: at.activity,
    cpuShare: at.cpuShare,
    wait: at.waitsOn && waitSentence(model, at.waitsOn),
    isDeadlocked: deadlocked.has(at.thread.index),
    awaitedBy: waitersOf(moment, at),
    frames: () => framesOf(model, at.node, app),
  });
  return {
    atUs,
    columns: moment.threads.map(columnOf),
    withoutStack: moment.withoutStack.map(({ thread }) => labels.of(thread)),
    deadlocks: moment.deadlocks.map((deadlock) => deadlockOf(model, deadlock)),
    text: () => threadDump(model, moment),
  };
}

function deadlockOf({ threads }: SessionModel, { beginUs, ring }: Deadlock): MomentDeadlock {
  const threadOf = (row: number): CauseThread => ({ kind: 'thread', thread: row, name: threads[row]?.name || '?' });
  const links = ring.map(({ thread, objectClass, function: waiter, owner }) => {
    return { waiter: threadOf(thread), object: awaitedClass(objectClass) || waiter || '?', owner: threadOf(owner) };
  });
  return { beginUs, links };
}

function waitersOf({ threads }: MomentThreads, { thread }: ThreadAt): readonly CauseThread[] {
  return threads
    .filter(({ waitsOn }) => waitsOn?.ownerThread === thread.index)
    .map((waiter) => ({ kind: 'thread', thread: waiter.thread.index, name: waiter.thread.name }));
}

function framesOf(model: SessionModel, innermost: number, app: AppMethods): readonly MomentFrame[] {
  const frames: MomentFrame[] = [];
  for (let node = innermost; node !== 0 && frames.length < MOST_FRAMES; node = uint32At(model.nodes.parent, node)) {
    const frame = frameOf(model, node);
    const place = sourcePlace(frame);
    const shortPlace = isNamedByFile(frame) ? lineText(frame) : place;
    frames.push({ node, label: frame.label || '?', place, shortPlace, isApp: app.has(uint32At(model.nodes.method, node)) });
  }
  return frames;
}

function sourcePlace(frame: Frame): string {
  return frame.sourceFile === '' ? '' : `${frame.sourceFile}${lineText(frame)}`;
}

function lineText({ line }: Frame): string {
  return line > 0 ? `:${line}` : '';
}

/** `Cart.total` of Cart.kt. */
function isNamedByFile({ readable, sourceFile }: Frame): boolean {
  const [outer] = readable.owner.split('.');
  return outer !== '' && outer === sourceFile.replace(/\.\w+$/, '');
}
