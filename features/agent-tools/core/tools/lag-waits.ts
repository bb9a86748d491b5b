import { awaitedClass } from '../../../../core/analysis/frames/class-names.ts';
import type { Lag } from '../../../../core/analysis/lags/lag.ts';
import { ownerFrameNode } from '../../../../core/analysis/lags/wait-owner.ts';
import { chainInRange } from '../../../../core/analysis/locks/chain-in-range.ts';
import { waitedFor } from '../../../../core/analysis/locks/held-wait.ts';
import { longestWaitEnd } from '../../../../core/analysis/locks/wait-end.ts';
import { frameFacts, frameFields, frameWords } from '../answers/frame-facts.ts';
import { ms, msWords } from '../answers/ms.ts';
import type { SessionView } from '../session-view.ts';
import { dataText, quoted } from '../shapes/data-text.ts';
import { data, type FieldsOf, flag, list, maybe, number, object } from '../shapes/shape.ts';

const waitFields = {
  thread: data('The thread that waited.'),
  object: data('What it waited for: a class, or a function of the system; empty if unknown.'),
  heldBy: maybe(data('The thread that held it; left out if unknown.')),
  heldIn: maybe(object('The owner’s function then.', frameFields)),
  ms: maybe(number('Length of the wait.')),
};

export const waitsShape = list('What the lag’s thread waited for, what the owner of that waited for, and so on.', object('', waitFields));

const endFields = {
  thread: data('The thread that ended the longest wait.'),
  certain: flag('It held the object to the end; else it is likely.'),
  in: maybe(object('Its function then.', frameFields)),
};

export const endShape = object('Who ended the longest wait.', endFields);

export type LagWait = FieldsOf<typeof waitFields>;
export type LagWaitEnd = FieldsOf<typeof endFields>;

/** More threads explain nothing. */
const MOST_WAITS = 8;

export function lagWaits(view: SessionView, lag: Lag): readonly LagWait[] {
  const { model, app } = view;
  const thread = model.threads[lag.thread];
  const links = (thread && chainInRange(model, thread, lag)?.links) ?? [];
  if (links.length === 0) return lag.waitsOn === undefined ? [] : [simpleWait(view, lag)];
  return links.slice(0, MOST_WAITS).map((link) => ({
    thread: threadName(view, link.thread),
    object: dataText(waitedFor(link)),
    heldBy: threadName(view, link.owner),
    ...inFrame('heldIn', view, ownerFrameNode(model, link, app)),
    ms: ms(link.endUs - link.beginUs),
  }));
}

function simpleWait(view: SessionView, lag: Lag): LagWait {
  const { function: waiter = '', objectClass = '', ownerThread = -1, ownerNode = 0 } = lag.waitsOn ?? {};
  return {
    thread: threadName(view, lag.thread),
    object: dataText(waiter || awaitedClass(objectClass)),
    ...(ownerThread < 0 ? {} : { heldBy: threadName(view, ownerThread) }),
    ...inFrame('heldIn', view, ownerFrameNode(view.model, { ownerNode }, view.app)),
  };
}

export function lagWaitEnd(view: SessionView, lag: Lag): LagWaitEnd | undefined {
  const thread = view.model.threads[lag.thread];
  const end = thread && longestWaitEnd(view.model, thread, lag);
  if (end === undefined) return undefined;
  const node = ownerFrameNode(view.model, { ownerNode: end.node }, view.app);
  return { thread: threadName(view, end.thread), certain: end.isCertain, ...inFrame('in', view, node) };
}

export function waitWords({ thread, object: what, heldBy, heldIn, ms: length }: LagWait): string {
  const holder = heldBy === undefined ? '' : `, held by ${quoted(heldBy)}`;
  const place = heldIn === undefined ? '' : ` in ${frameWords(heldIn)}`;
  return `${quoted(thread)} waited${length === undefined ? '' : ` ${msWords(length)}`} for ${quoted(what)}${holder}${place}.`;
}

function threadName(view: SessionView, row: number) {
  return dataText(view.model.threads[row]?.name ?? '');
}

function inFrame<const Key extends string>(key: Key, view: SessionView, node: number) {
  return node === 0 ? {} : { [key]: frameFacts(view, node) };
}
