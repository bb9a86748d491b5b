import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import type { PageBundle } from '../page/lone-page.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Holds the model of the session that it is sent, as our page does, and nothing else. */
const script = `
import { SessionModel } from './core/session/model.ts';
import { Decoder } from './core/wire/codec.ts';
const model = new SessionModel();
const decoder = new Decoder();
window.addEventListener('message', ({ data }) => {
  if (data.type === 'bytes') decoder.decode(new Uint8Array(data.data), model);
});
window.heldModel = model;
`;

/** A page to measure ours beside: the model alone. */
export async function modelPage(): Promise<PageBundle> {
  const bundle = await esbuild.build({
    stdin: { contents: script, resolveDir: root },
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    write: false,
  });
  return { script: bundle.outputFiles[0]?.text ?? '', style: '/* It shows nothing. */' };
}
