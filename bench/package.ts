import { stat } from 'node:fs/promises';
import { buildVsix } from '../scripts/setup/vsix.ts';
import { atMost, type Bench } from './figure.ts';

/** What a user downloads. */
export const bench: Bench = async function* (say) {
  const bytes = (await stat(await buildVsix(say))).size;
  yield atMost(2, { bench: 'package', figure: '.vsix size', value: bytes / 1e6, unit: 'MB' });
};
