import { SessionModel } from '../../core/session/model/model.ts';
import { streamBytes } from '../../tests/core/memory-session.ts';
import { type Deed, scriptedApp } from '../../tests/core/scripted-app.ts';
import type { RecordedMain } from '../support/bench-session.ts';
import { chunksOf } from '../support/bench-session.ts';

/** Functions of the app to blame, by turns. */
const FUNCTIONS = 40;

/** Records lags of 105 to 500 ms, each followed by a rest. */
export async function recordLags(lags: number): Promise<Pick<RecordedMain, 'chunks' | 'samples'>> {
  const rest: Deed = { kind: 'idle', us: 60_000 };
  const deeds = Array.from({ length: lags }, (_, index): readonly Deed[] => {
    const name = `com.example.shop.part1.Screen${(index * 7) % FUNCTIONS}.show:${10 + (index % 5)}`;
    const lag: Deed = { kind: 'message', us: 105_000 + ((index * 37) % 396) * 1_000, stack: [name], busy: index % 3 === 0 ? 0.1 : 1 };
    return [{ ...lag, target: 'android.os.Handler', callback: `com.example.shop.part1.Screen${index % 9}$1` }, rest];
  });
  const messages = scriptedApp([rest, ...deeds.flat()]);
  const model = new SessionModel();
  for (const message of messages) model.apply(message);
  return { chunks: await chunksOf([streamBytes(messages)]), samples: model.threads[0]?.samples.length ?? 0 };
}
