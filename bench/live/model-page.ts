import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import type { PageBundle } from '../support/lone-page.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Only the session's columns, or also everything our page derives from them. */
type Kept = 'session' | 'all';

/** Holds them without display. */
const script = (kept: Kept): string => `
import { ChartWriter } from './core/analysis/calls/chart-writer.ts';
import { LagDetector } from './core/analysis/lags/detect/lag-detector.ts';
import { threadStates } from './core/analysis/threads/thread-tracks.ts';
import { SessionModel } from './core/session/model/model.ts';
import { Decoder } from './core/wire/decoder.ts';
const model = new SessionModel();
const decoder = new Decoder();
const detector = new LagDetector(model, { thresholdUs: 100_000, isAppClass: () => false });
let calls;
window.addEventListener('message', ({ data }) => {
  if (data.type !== 'bytes') return;
  decoder.decode(new Uint8Array(data.data), model);
  const main = model.threads.find(({ isMain }) => isMain);
  if (main === undefined || ${kept === 'session'}) return;
  detector.update();
  calls ??= new ChartWriter(model, main);
  calls.update();
  threadStates(model, main);
});
window.held = () => [model, detector, calls];
`;

/** A page for comparison. */
export async function modelPage(kept: Kept): Promise<PageBundle> {
  const bundle = await esbuild.build({
    stdin: { contents: script(kept), resolveDir: root },
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    write: false,
  });
  return { script: bundle.outputFiles[0]?.text ?? '', style: '/* It shows nothing. */' };
}
