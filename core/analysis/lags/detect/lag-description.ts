import type { SessionModel } from '../../../session/model/model.ts';
import type { Thread } from '../../../session/model/thread.ts';
import type { AppMethods } from '../../frames/app-methods.ts';
import { sourceClass } from '../../frames/source-class.ts';
import { culpritOf } from '../culprit.ts';
import { bandOf, type Lag, type LagKind } from '../lag.ts';
import { timeShares, waitsOn } from '../lag-facts.ts';
import type { FoundLag } from './busy-period.ts';
import { iosFacts, modeOf, processFacts } from './ios-facts.ts';

export function describeLag(model: SessionModel, thread: Thread, found: FoundLag, app: AppMethods): Lag {
  const { beginUs, endUs, open, cut } = found;
  const run = model.runs[thread.run];
  const isApple = run?.isApple === true;
  const kind = isApple ? (turnKinds[found.kind] ?? found.kind) : found.kind;
  return {
    id: `${thread.run}-${thread.index}-${Math.round(beginUs)}`,
    run: thread.run,
    thread: thread.index,
    beginUs,
    endUs,
    open,
    cut,
    kind,
    band: bandOf(endUs - beginUs),
    ...timeShares(model, thread, beginUs, endUs),
    ...(isApple ? {} : messageNames(model, thread, found.message)),
    culprit: kind === 'nativeWork' ? undefined : culpritOf(model, thread, beginUs, endUs, app),
    waitsOn: waitsOn(model, thread, beginUs, endUs),
    ...(isApple
      ? { phone: iosFacts(run, thread, { kind, beginUs, endUs, cut, mode: modeOf(model, thread, found.message) }) }
      : { process: processFacts(run, beginUs, endUs) }),
  };
}

/** Messages of a run loop are turns. */
const turnKinds: Partial<Readonly<Record<LagKind, LagKind>>> = { message: 'turn', storm: 'turns' };

function messageNames(model: SessionModel, thread: Thread, row: number): Pick<Lag, 'target' | 'callback' | 'what'> {
  if (row < 0) return {};
  const { messages } = thread;
  const nameOf = (text: number | undefined): string | undefined => sourceClass(model, thread.run, text) || undefined;
  return { target: nameOf(messages.target[row]), callback: nameOf(messages.callback[row]), what: messages.what[row] };
}
