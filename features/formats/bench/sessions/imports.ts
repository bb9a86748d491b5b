import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { atMost, type Figure } from '../../../../bench/support/figure.ts';
import { median } from '../../../../bench/support/quantile.ts';
import { LIMIT_SECONDS, openInSpeedscope } from '../../../../bench/viewer/measured-page.ts';
import { installPeers, SPEEDSCOPE } from '../../../../bench/viewer/peers.ts';
import { convert, loadText } from './convert.ts';
import { madeProfiles, writeMadeProfile } from './made-profiles.ts';

const BYTES = 100_000_000;
const ROUNDS = 3;

/** Files of 100 MB, in turns: by `laglens convert`, and opened in speedscope, from the file's choice to the first paint. */
export async function* importFigures(folder: string, say: (line: string) => void): AsyncGenerator<Figure> {
  const peers = await installPeers(say);
  for (const profile of madeProfiles) {
    const input = join(folder, `made${profile.ending}`);
    await writeMadeProfile(profile, input, BYTES);
    const ours: number[] = [];
    const theirs: number[] = [];
    let unseen = 0;
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await convert(input, join(folder, 'made.laglens')));
      const { seconds } = await openInSpeedscope(peers, input);
      theirs.push(seconds ?? LIMIT_SECONDS);
      if (seconds === undefined) unseen++;
      say(`${profile.name}: ${ours.at(-1)?.toFixed(2)} s, ${SPEEDSCOPE} ${seconds?.toFixed(2) ?? 'no view'} s`);
    }
    const { size } = await stat(input);
    await rm(input);
    const times = `median of ${ROUNDS}: ${median(ours).toFixed(2)} s of convert`;
    const views = unseen === 0 ? '' : `, no view ${unseen} times, each counted as ${LIMIT_SECONDS} s`;
    const conditions = `${(size / 1e6).toFixed(0)} MB; ${loadText()}`;
    const figure = { bench: 'sessions', figure: `100 MB of ${profile.name}: import by ${SPEEDSCOPE}'s time`, unit: 'x' };
    yield atMost(1, {
      ...figure,
      value: median(ours) / median(theirs),
      peer: SPEEDSCOPE,
      peerValue: 1,
      note: `${times}, ${median(theirs).toFixed(2)} s to its first view${views}; ${conditions}`,
    });
  }
}
