import { runLaglens } from '../../cli/run-laglens.ts';
import { threadClock } from '../support/thread-clock.ts';
import { Turns } from '../support/turn-figures.ts';
import type { OpenedFigures } from './opened-figures.ts';

/** Case of tests/hostile/peak.ts: `laglens report --tree` of a session, without output. */
export default async function report(path: string): Promise<OpenedFigures> {
  const turns = new Turns(await threadClock());
  const startedMs = performance.now();
  turns.begin();
  let samples = 0;
  const terminal = {
    out: (text: string): void => {
      samples += text.length;
    },
    say: (): void => undefined,
    environment: {},
    folder: '/',
    signal: new AbortController().signal,
  };
  await runLaglens(['report', path, '--tree'], terminal);
  return { seconds: (performance.now() - startedMs) / 1_000, turns: turns.end(), samples };
}
