import { background } from '../../../core/guarded.ts';
import type { Builds } from '../../../host/builds/build-index.ts';
import type { FoundMapping, FoundNative } from '../../../host/builds/found-build.ts';
import type { AnswerTo, SymbolAnswers, SymbolQuestion } from '../../../host/builds/symbol-questions.ts';
import type { SymbolSource, TimedAnswer } from '../../../host/builds/symbol-thread.ts';
import type { WantedImage } from '../../../host/folders/finder.ts';
import type { Answers, ThreadPeer } from '../../../host/thread-peer.ts';
import { SymbolFinder } from './symbol-finder.ts';

/** Questions to the thread that follows the session, as in `Symbolicator`. */
export interface NamesAnswers {
  /** @param isChunk the bytes decode alone */
  take(data: Uint8Array<ArrayBuffer>, isChunk: boolean): void;
  begin(): void;
  settled(): void;
  retry(): void;
}

/** Answers of the thread that asks. */
export interface NamesAsker {
  native(image: WantedImage): { readonly found: readonly FoundNative[]; readonly places: readonly string[] };
  mappings(): { readonly found: readonly FoundMapping[]; readonly places: readonly string[] };
  symbols(question: SymbolQuestion): { readonly answer: AnswerTo<keyof SymbolAnswers>; readonly tookUs: number };
  found(piece: Uint8Array): void;
  log(line: string): void;
}

/** The window's builds, known to the extension host, which reports their changes. */
class HostBuilds implements Builds {
  places: readonly string[] = [];
  readonly #host: ThreadPeer<NamesAsker>;

  constructor(host: ThreadPeer<NamesAsker>) {
    this.#host = host;
  }

  async native(image: WantedImage): Promise<readonly FoundNative[]> {
    const { found, places } = await this.#host.ask('native', [image]);
    this.places = places;
    return found;
  }

  async mappings(): Promise<readonly FoundMapping[]> {
    const { found, places } = await this.#host.ask('mappings', []);
    this.places = places;
    return found;
  }

  onChange(): () => void {
    return () => undefined;
  }

  locate(): void {}

  /** Retrying callers have dropped them. */
  forget(): void {}
}

function symbolsOf(host: ThreadPeer<NamesAsker>): SymbolSource {
  return {
    async ask<K extends SymbolQuestion['ask']>(
      question: Extract<SymbolQuestion, { readonly ask: K }>,
    ): Promise<TimedAnswer<SymbolAnswers[K]>> {
      const { answer, tookUs } = await host.ask('symbols', [question]);
      if (!isAnswerTo(question.ask, answer)) throw new Error(`${answer.ask} was answered where ${question.ask} was asked.`);
      return { answer: answer.value, tookUs };
    },
  };
}

/** @param named takes found records as bytes that decode alone, before the asking thread has them */
export function nameFinder(host: ThreadPeer<NamesAsker>, named: (piece: Uint8Array) => Promise<void>): SymbolFinder {
  return new SymbolFinder({
    builds: new HostBuilds(host),
    symbols: symbolsOf(host),
    found: (piece) => background(Promise.all([named(piece), host.ask('found', [piece])]), () => undefined),
    log: (line) => background(host.ask('log', [line]), () => undefined),
  });
}

export function nameAnswers(finder: SymbolFinder): Answers<Omit<NamesAnswers, 'take'>> {
  return {
    begin: () => finder.begin(),
    settled: () => finder.settled(),
    retry: () => finder.retry(),
  };
}

function isAnswerTo<K extends keyof SymbolAnswers>(ask: K, answer: AnswerTo<keyof SymbolAnswers>): answer is AnswerTo<K> {
  return answer.ask === ask;
}
