import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { cacheDir } from '../../scripts/setup/cache.ts';
import { installOnce } from '../../scripts/setup/npm-install.ts';

const versions = { speedscope: '1.25.0', 'd3-flame-graph': '5.0.0', 'd3-selection': '3.0.0' };

/** Viewers for comparison. */
export interface Peers {
  readonly speedscope: string;
  /** Script with `drawFlameGraph(element, tree)` of d3-flame-graph with its defaults. */
  readonly d3Script: string;
  readonly d3Style: string;
}

export const SPEEDSCOPE = `speedscope ${versions.speedscope}`;
export const D3_FLAME_GRAPH = `d3-flame-graph ${versions['d3-flame-graph']}`;

const d3Entry = `
import flamegraph from 'd3-flame-graph';
import { select } from 'd3-selection';
window.drawFlameGraph = (element, tree) => select(element).datum(tree).call(flamegraph().width(1400));
`;

/** Installs missing peers into the cache. @throws Error with npm's last words */
export async function installPeers(log: (line: string) => void): Promise<Peers> {
  const folder = join(cacheDir('viewer-peers'), Object.values(versions).join('-'));
  await installOnce(folder, { dependencies: versions }, log);
  const bundle = await esbuild.build({
    stdin: { contents: d3Entry, resolveDir: folder },
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    outfile: join(folder, 'peer.js'),
    write: false,
  });
  const text = (ending: string): string => bundle.outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  return {
    speedscope: join(folder, 'node_modules', 'speedscope', 'dist', 'release'),
    d3Script: text('.js'),
    d3Style: text('.css'),
  };
}
