import { decodeInSteps } from '../core/session/file/replay.ts';
import { Decoder, type MessageSink } from '../core/wire/decoder.ts';
import { detach } from '../host/builds/unpack/detach.ts';
import type { Answers, ThreadPeer } from '../host/thread-peer.ts';
import { type CostAnswers, costAnswers } from './heat/costs/cost-answers.ts';
import { SessionCosts } from './heat/costs/session-costs.ts';
import { type NamesAnswers, type NamesAsker, nameAnswers, nameFinder } from './sources/symbols/names-answers.ts';
import type { SymbolFinder } from './sources/symbols/symbol-finder.ts';
import type { HeldSession } from './thread/held-session.ts';
import { type HoldAnswers, threadSession } from './thread/thread-session.ts';

export type SessionAnswers = CostAnswers & NamesAnswers & HoldAnswers;

/** Questions to the one thread of an open session: its bytes are decoded once for all who want them. */
export function answers(owner: ThreadPeer<NamesAsker>): Answers<SessionAnswers> {
  const session = new OpenSession(nameFinder(owner, (piece) => session.name(piece)));
  return {
    ...costAnswers({ costs: () => session.costs, long: (work) => threadSession.work.run(work), forget: () => session.forgetCosts() }),
    ...nameAnswers(session.finder),
    take: (data, isChunk) => session.take(data, isChunk),
    hold: (appClasses) => {
      threadSession.hold().appClasses = appClasses;
    },
    whole: () =>
      threadSession.work.run(function* () {
        threadSession.held?.model.pack();
        yield;
      }),
    stop: (question) => threadSession.work.stop(question),
  };
}

class OpenSession {
  readonly finder: SymbolFinder;
  /** For pieces of a stream. */
  readonly #stream = new Decoder();
  #costs: SessionCosts | undefined;

  constructor(finder: SymbolFinder) {
    this.finder = finder;
  }

  get costs(): SessionCosts {
    const held = threadSession.hold();
    this.#costs ??= new SessionCosts({ model: held.model, judged: (judging) => held.judged(judging) });
    return this.#costs;
  }

  /** After the questions that came before. The session stays. */
  async forgetCosts(): Promise<void> {
    await threadSession.work.settled;
    this.#costs = undefined;
  }

  async take(data: Uint8Array<ArrayBuffer>, isChunk: boolean): Promise<void> {
    await threadSession.work.run(() => this.#decode(data, isChunk ? new Decoder() : this.#stream));
    // V8 does not count chunks as its heap and would keep them long.
    detach(data);
  }

  /** Found names count in the held session, too. */
  async name(piece: Uint8Array): Promise<void> {
    const { held, work } = threadSession;
    if (held !== undefined) await work.run(() => held.name(piece));
  }

  *#decode(data: Uint8Array, decoder: Decoder): Generator<void, void> {
    const { held } = threadSession;
    const failure = yield* decodeInSteps(data, held === undefined ? this.finder : both(this.finder, held), decoder);
    yield* held?.count(failure !== undefined) ?? [];
  }
}

function both(finder: SymbolFinder, { model }: HeldSession): MessageSink {
  return {
    apply: (message) => {
      finder.apply(message);
      model.apply(message);
    },
    // Names need no samples.
    sample: (...sample) => model.sample(...sample),
  };
}
