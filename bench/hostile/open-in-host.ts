import { readSession } from '../../core/session/reader.ts';
import { HeatSession } from '../../extension/editor/heat-session.ts';
import type { PageSource, SessionPart } from '../../extension/page/page-source.ts';
import { RecordedNames } from '../../extension/symbols/recorded-names.ts';
import { SessionSymbols } from '../../host/builds/session-symbols.ts';
import { inflateDriver, SessionFile } from '../../host/capture/session-file.ts';
import { threadClock } from '../symbols/thread-clock.ts';
import { Turns } from '../symbols/turns.ts';
import type { OpenedFigures } from './opened-figures.ts';

/** Of the honest session, which has it in a tenth of its methods. */
const WATCHED = { name: 'Class17.java', package: 'com.example.shop.part17', paths: new Set<string>() };
const MOST_LINES = 20_000;

const nothing = (): void => undefined;
const builds = { places: [], native: async () => [], mappings: async () => [], onChange: () => nothing, locate: nothing, forget: nothing };

/** A session file, as the extension host reads it for a page: for names, and for the costs of lines. */
class OpenedFile implements PageSource {
  readonly about = { session: 'hostile', title: 'hostile', live: false, keepsNames: false };
  readonly phase = { phase: 'recorded', detail: '' } as const;
  readonly warnings = [];
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  async *stream(): AsyncGenerator<SessionPart> {
    const file = await SessionFile.open(this.#path);
    try {
      for await (const chunk of readSession(file, inflateDriver)) yield { data: new Uint8Array(chunk), catchingUp: true, chunk: true };
    } finally {
      await file.close();
    }
  }

  readonly replay = (): AsyncGenerator<SessionPart> => this.stream();
  readonly onDidChange = (): { dispose(): void } => ({ dispose: nothing });
  async *snapshot(): AsyncGenerator<never> {}
  async save(): Promise<void> {}
}

/** Case of tests/hostile/peak.ts: opens a session as an extension host does whose editors show sources; there are no builds. */
export default async function open(path: string): Promise<OpenedFigures> {
  const names = new RecordedNames((write) => {
    const unasked = async (): Promise<never> => Promise.reject(new Error('No build is there to be asked about.'));
    const symbols = new SessionSymbols({ builds, symbols: { ask: unasked }, write, log: nothing, delayMs: 0 });
    return { names: symbols, close: () => symbols.close(), log: nothing };
  });
  const turns = new Turns(await threadClock());
  const file = new OpenedFile(path);
  const startedMs = performance.now();
  turns.begin();
  for await (const { data } of file.stream()) await names.read(data);
  names.begin();
  await names.settled();
  let heatError: unknown;
  const heat = new HeatSession(file, 100_000, (error) => {
    heatError = error;
  });
  await heat.read(nothing);
  await heat.update();
  const source = heat.watch(WATCHED, { from: 0, to: Number.POSITIVE_INFINITY }, MOST_LINES);
  await source.heat();
  const figures = turns.end();
  const { samples } = heat.facts;
  heat.dispose();
  if (heatError !== undefined) throw heatError;
  names.close();
  return { seconds: (performance.now() - startedMs) / 1_000, turns: figures, samples };
}
