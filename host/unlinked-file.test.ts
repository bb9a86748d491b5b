import assert from 'node:assert/strict';
import { constants } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openUnlinked } from './unlinked-file.ts';

for (const [system, flag] of [
  ['with the flag against links', constants.O_NOFOLLOW],
  ['without it, as on Windows', 0],
] as const)
  test(`a link is refused on a system ${system}, a file or a new name is opened`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'laglens-unlinked-'));
    t.after(() => rm(folder, { recursive: true }));
    const [file, link, fresh] = [join(folder, 'file'), join(folder, 'link'), join(folder, 'fresh')];
    await writeFile(file, 'mine');
    await symlink(file, link);
    await assert.rejects(openUnlinked(link, constants.O_RDONLY, undefined, flag), { code: 'ELOOP' });
    for (const [path, flags] of [
      [file, constants.O_RDONLY],
      [fresh, constants.O_WRONLY | constants.O_CREAT],
    ] as const) {
      const handle = await openUnlinked(path, flags, 0o600, flag);
      await handle.close();
    }
  });
