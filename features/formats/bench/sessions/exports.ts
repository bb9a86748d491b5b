import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeReplayInputs } from '../../../../bench/replay/inputs.ts';
import { atMost, type Figure } from '../../../../bench/support/figure.ts';
import { median } from '../../../../bench/support/quantile.ts';
import { formats } from '../../core/formats.ts';
import { convert, loadText } from './convert.ts';

const SAMPLES = 1_000_000;
const ROUNDS = 3;
const GOAL_SECONDS = 2;

/** 1 M samples of five threads by each writer: the whole command, from the start of its process to the synced file. */
export async function* exportFigures(folder: string, say: (line: string) => void): AsyncGenerator<Figure> {
  say(`Making a recording of ${SAMPLES.toLocaleString('en')} samples ...`);
  const session = join(folder, 'samples.laglens');
  await writeReplayInputs(SAMPLES, session, join(folder, 'samples.json'));
  await rm(join(folder, 'samples.json'));
  for (const { id, label, endings, writing } of formats) {
    if (writing === undefined) continue;
    const output = join(folder, `samples${endings[0] ?? ''}`);
    const seconds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) seconds.push(await convert(session, output));
    const { size } = await stat(output);
    await rm(output);
    say(`${id}: ${seconds.map((each) => each.toFixed(2)).join(', ')} s`);
    yield atMost(GOAL_SECONDS, {
      bench: 'sessions',
      figure: `export of 1 M samples as ${label}`,
      value: median(seconds),
      unit: 's',
      note: `laglens convert, median of ${ROUNDS}, worst ${Math.max(...seconds).toFixed(2)}; ${(size / 1e6).toFixed(1)} MB; ${loadText()}`,
    });
  }
  await rm(session);
}
