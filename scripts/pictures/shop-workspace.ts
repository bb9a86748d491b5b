import { cp, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const shop = fileURLToPath(new URL('../../tests/demo-app/shop', import.meta.url));

/** Older than any recording, so that no line is said to have moved since. */
const WRITTEN = new Date(2020, 0, 1);

/** Runs `body` with a copy of the shop's sources as they were before the sample was recorded. */
export async function withShopWorkspace(body: (folder: string) => Promise<void>): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'laglens-shown-'));
  const folder = join(scratch, 'shop');
  try {
    await cp(shop, folder, { recursive: true });
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), WRITTEN, WRITTEN);
    }
    await body(folder);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
