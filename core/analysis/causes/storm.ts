import { float64At, uint32At } from '../../columns/at.ts';
import { firstAfter } from '../../columns/sorted.ts';
import { sourceClass } from '../frames/class-names.ts';
import { type Cause, type CauseSentence, type CauseValue, count, duration, ofClass } from './facts/cause.ts';
import type { CauseFacts, CauseRule } from './facts/cause-facts.ts';

/** A longer message is the cause itself. */
const LONGEST_SHARE = 0.5;

/**
 * Many messages or run-loop turns without a pause between them.
 * Origin: the looper's messages, the run loop's observers.
 */
export const stormRule: CauseRule = {
  find(facts: CauseFacts): Cause | undefined {
    const { lag, run } = facts;
    if (lag.kind !== 'storm' && lag.kind !== 'turns') return undefined;
    const storm = messagesIn(facts);
    if (storm.messages < 2 || storm.longestUs > LONGEST_SHARE * facts.lengthUs) return undefined;
    const size = [count(storm.messages), duration(facts.lengthUs)] as const;
    return {
      rule: 'storm',
      state: 'busy',
      short: [lag.kind === 'turns' ? 'shortTurns' : 'shortMessages', count(storm.messages)],
      sentences: [lag.kind === 'turns' ? ['causeTurns', ...size] : messageSentence(storm, size)],
      // Messages without a pause explain also what an import cannot tell from waiting.
      explainedUs: run?.isImported === true ? lag.busyUs + lag.unknownUs : Math.min(storm.us, lag.busyUs),
      evidence: facts.wholeLag,
    };
  },
};

interface Storm {
  readonly messages: number;
  readonly us: number;
  readonly longestUs: number;
  /** Dotted class of the most frequent callback, else target; '' if unknown. */
  readonly handler: string;
  /** Its messages. */
  readonly handled: number;
}

function messagesIn({ model, thread, lag }: CauseFacts): Storm {
  const messages = thread?.messages;
  let [number, us, longestUs] = [0, 0, 0];
  const byHandler = new Map<string, number>();
  if (thread === undefined || messages === undefined) return { messages: 0, us, longestUs, handler: '', handled: 0 };
  for (let row = firstAfter(messages.endUs, lag.beginUs, messages.length); row < messages.length; row++) {
    const beginUs = Math.max(lag.beginUs, float64At(messages.beginUs, row));
    if (beginUs >= lag.endUs) break;
    const lastsUs = Math.min(lag.endUs, float64At(messages.endUs, row)) - beginUs;
    number++;
    us += lastsUs;
    longestUs = Math.max(longestUs, lastsUs);
    const name = (text: number): string => sourceClass(model, thread.run, text);
    const handler = name(uint32At(messages.callback, row)) || name(uint32At(messages.target, row));
    byHandler.set(handler, (byHandler.get(handler) ?? 0) + 1);
  }
  const [[handler, handled] = ['', 0]] = [...byHandler].sort((a, b) => b[1] - a[1]);
  return { messages: number, us, longestUs, handler, handled };
}

function messageSentence({ handler, handled }: Storm, size: readonly [messages: CauseValue, length: CauseValue]): CauseSentence {
  return handler === '' ? ['causeMessages', ...size] : ['causeMessagesFor', ...size, count(handled), ofClass(handler)];
}
