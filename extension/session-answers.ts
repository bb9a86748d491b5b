import { decodeInSteps } from '../core/session/file/replay.ts';
import { Turns } from '../core/session/file/turns.ts';
import type { SessionModel } from '../core/session/model/model.ts';
import { Decoder, type MessageSink } from '../core/wire/decoder.ts';
import { detach } from '../host/builds/unpack/detach.ts';
import type { Answers, ThreadPeer } from '../host/thread-peer.ts';
import { nodeTurns } from '../host/turn-driver.ts';
import { type CostAnswers, costAnswers } from './heat/costs/cost-answers.ts';
import type { Wants } from './heat/costs/cost-questions.ts';
import { SessionCosts } from './heat/costs/session-costs.ts';
import { type NamesAnswers, type NamesAsker, nameAnswers, nameFinder } from './sources/symbols/names-answers.ts';
import type { SymbolFinder } from './sources/symbols/symbol-finder.ts';

export type SessionAnswers = CostAnswers & Omit<NamesAnswers, 'take'>;

/** Questions to the one thread of an open session: its bytes are decoded once for all who want them. */
export function answers(owner: ThreadPeer<NamesAsker>): Answers<SessionAnswers> {
  const session = new OpenSession(nameFinder(owner));
  return {
    ...costAnswers({ costs: () => session.costs, long: (work) => session.long(work), forget: () => session.forgetCosts() }),
    ...nameAnswers(session.finder),
    take: (data, isChunk, wants) => session.take(data, isChunk, wants),
  };
}

class OpenSession {
  readonly finder: SymbolFinder;
  /** For pieces of a stream. */
  readonly #stream = new Decoder();
  #costs: SessionCosts | undefined;
  /** The last long question; short ones are answered between its steps. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(finder: SymbolFinder) {
    this.finder = finder;
  }

  get costs(): SessionCosts {
    this.#costs ??= new SessionCosts();
    return this.#costs;
  }

  /** After the parts that came before. */
  async forgetCosts(): Promise<void> {
    await this.#last;
    this.#costs = undefined;
  }

  async take(data: Uint8Array<ArrayBuffer>, isChunk: boolean, { names, judging }: Wants): Promise<void> {
    await this.long(() => this.#decode(data, isChunk ? new Decoder() : this.#stream, { names, judging }));
    // V8 does not count chunks as its heap and would keep them long.
    detach(data);
  }

  *#decode(data: Uint8Array, decoder: Decoder, { names, judging }: Wants): Generator<void, void> {
    const costs = judging && this.costs;
    const sink = costs === undefined ? this.finder : names ? both(this.finder, costs.model) : costs.model;
    yield* decodeInSteps(data, sink, decoder);
    if (judging !== undefined) yield* costs?.judge(judging) ?? [];
  }

  /** Long questions one after the other, in steps. */
  long<Result>(work: () => Generator<void, Result>): Promise<Result> {
    const done = this.#last.then(() => new Turns(nodeTurns).run(work()));
    this.#last = done.catch(() => undefined);
    return done;
  }
}

function both(finder: SymbolFinder, model: SessionModel): MessageSink {
  return {
    apply: (message) => {
      finder.apply(message);
      model.apply(message);
    },
    // Names need no samples.
    sample: (...sample) => model.sample(...sample),
  };
}
