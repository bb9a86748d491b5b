import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'esbuild';
import { COMMAND_LINE, npmBundles, programs } from '../../../scripts/build/bundles.ts';
import { type Ended, type Running, type Wine, windowsPath } from '../wine/wine.ts';

const RUN_MS = 120_000;

/** The bundles of npm's package, with the files that they read, in a Windows of its own: `C:\Program Files\Laglens`. */
export class WindowsLaglens {
  readonly #wine: Wine;
  readonly #program: string;

  private constructor(wine: Wine, program: string) {
    this.#wine = wine;
    this.#program = program;
  }

  static async install(wine: Wine, root: string): Promise<WindowsLaglens> {
    const folder = join(wine.driveC, 'Program Files', 'Laglens');
    await mkdir(join(folder, 'dist'), { recursive: true });
    for (const options of npmBundles)
      await build({
        ...options,
        absWorkingDir: root,
        bundle: true,
        minify: true,
        logLevel: 'error',
        outfile: join(folder, options.outfile ?? ''),
      });
    const packing = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
    for (const [name, source] of Object.entries(programs))
      await writeFile(join(folder, 'dist', `${name}.br`), brotliCompressSync(await readFile(join(root, source)), packing));
    await writeFile(join(folder, 'package.json'), '{"name":"laglens","version":"0.0.0","type":"commonjs"}');
    await cp(join(root, 'device-agents', 'prebuilt'), join(folder, 'device-agents', 'prebuilt'), { recursive: true });
    return new WindowsLaglens(wine, join(folder, COMMAND_LINE));
  }

  /** @param folder of Linux, in which the command begins */
  async run(args: readonly string[], folder?: string, env: Readonly<Record<string, string>> = {}): Promise<Ended> {
    return (await this.start(args, folder, env)).ended;
  }

  async start(args: readonly string[], folder = this.#wine.driveC, env: Readonly<Record<string, string>> = {}): Promise<Running> {
    return this.#wine.spawn([this.#wine.node, windowsPath(this.#program), ...args], { cwd: folder, env, limitMs: RUN_MS });
  }
}
