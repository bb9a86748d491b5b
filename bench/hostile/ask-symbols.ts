import { SymbolThread } from '../../host/builds/symbol-thread.ts';
import { BUILD_ID } from '../../tests/hostile/packed-programs.ts';
import { threadClock } from '../support/thread-clock.ts';
import { Turns } from '../support/turn-figures.ts';
import type { OpenedFigures } from './opened-figures.ts';

/** Case of tests/hostile/peak.ts: asks the symbol thread for an address per library, or an archive's contents. */
export default async function ask(...paths: readonly string[]): Promise<OpenedFigures> {
  const thread = new SymbolThread();
  const turns = new Turns(await threadClock());
  const startedMs = performance.now();
  turns.begin();
  let answered = 0;
  for (const path of paths) {
    const asked = path.endsWith('.apk')
      ? thread.ask({ ask: 'identify', path, kind: 'archive' })
      : thread.ask({ ask: 'addresses', path, entry: '', id: BUILD_ID, offsets: [0x1000] });
    answered += await asked.then(
      () => 1,
      () => 0,
    );
  }
  const figures = turns.end();
  await thread.close();
  return { seconds: (performance.now() - startedMs) / 1_000, turns: figures, samples: answered };
}
