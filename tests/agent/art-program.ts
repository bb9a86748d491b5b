import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type ArtPaths, type ArtVersion, buildArt } from '../runtimes/art/build-art.ts';
import { Program } from './program.ts';

const execute = promisify(execFile);

/** `java/Program.java` for the Android Runtime. */
export class ArtProgram {
  readonly art: ArtPaths;
  readonly #folder: string;

  private constructor(art: ArtPaths, folder: string) {
    this.art = art;
    this.#folder = folder;
  }

  /** @param folder for its classes and the runtime's data */
  static async compile(folder: string, version?: ArtVersion): Promise<ArtProgram> {
    const art = await buildArt(undefined, version);
    const program = fileURLToPath(new URL('java/Program.java', import.meta.url));
    await execute('javac', ['--release', '8', '-Xlint:-options', '-g', '-d', folder, program]);
    const d8 = ['-cp', art.d8Jar, 'com.android.tools.r8.D8', '--debug', '--min-api', '26', '--lib', art.frameworkJar];
    await execute('java', [...d8, '--output', join(folder, 'program.jar'), join(folder, 'Program.class')]);
    return new ArtProgram(art, folder);
  }

  start(env: NodeJS.ProcessEnv = {}): Promise<Program> {
    const args = ['-cp', join(this.#folder, 'program.jar'), 'Program'];
    return Program.run(args, this.art.run, { ART_DATA: join(this.#folder, 'data'), ...env });
  }
}
