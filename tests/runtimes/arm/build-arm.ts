import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheDir } from '../../../scripts/setup/cache.ts';
import { buildArt, runRecipe } from '../art/build-art.ts';

/** As Android names them. */
export type ArmAbi = 'arm64-v8a' | 'armeabi-v7a';

/** The Android Runtime for a phone's processor, under qemu-user. */
interface ArmArt {
  /** Starts a program on the runtime; see the head of `arm-run.sh`. Needs `env`. */
  readonly run: string;
  readonly env: NodeJS.ProcessEnv;
  /** Makes clang build for this runtime. */
  readonly clangFlags: readonly string[];
}

const triples: Readonly<Record<ArmAbi, string>> = { 'arm64-v8a': 'aarch64-linux-gnu', 'armeabi-v7a': 'arm-linux-gnueabihf' };

/**
 * Builds ART 11 for both processors, once per recipe.
 * @param say gets the recipe's progress by line
 * @throws Error with the recipe's last words, as for a missing qemu
 */
export async function buildArmArt(abi: ArmAbi, say: (line: string) => void = () => {}): Promise<ArmArt> {
  const art = await buildArt(say);
  const out = cacheDir('arm');
  await runRecipe('ART 11 for ARM', fileURLToPath(new URL('build.sh', import.meta.url)), [out], say);
  const dir = join(out, abi);
  const clangFlags = [`--target=${triples[abi]}`, `--sysroot=${join(dir, 'sysroot')}`, '-fuse-ld=lld'];
  return { run: join(dir, 'arm-run.sh'), env: { ART_DIR: art.dir }, clangFlags };
}
