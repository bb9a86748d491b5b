import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { attacks } from '../../../../tests/core/attacks.ts';
import { hostileSession } from '../../../../tests/core/hostile-names.ts';
import { runCommand } from '../../../../tests/host/run-command.ts';

/** Also names that differ in case only, and those that partitions could take for something else. */
const names = [
  ...Object.values(attacks),
  ...['Shop', 'shop', 'SHOP', 'null', 'NULL', '1.10', '1.1', '%2E', '..', 'a/b', 'C:\\x', 'Ä', 'ä', ' ', 'x'.repeat(5_000)],
];

/** Longer than a folder's name, and of signs that it cannot have. */
const VERSION = `1.10/\0\ud800NULL ${'Ä'.repeat(300)}`;

let folder = '';

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens names '));
  const paths = names.map((_, at) => `${at}.laglens`);
  for (const [at, name] of names.entries()) await writeFile(join(folder, `${at}.laglens`), await hostileSession(name));
  const { code, said } = await runCommand(['lake', 'add', 'fleet', ...paths, '--app-version', VERSION], { folder });
  assert.equal(code, 0, said);
});
after(() => rm(folder, { recursive: true, force: true }));

test('apps and versions of any name come back as they are, the longest cut', async () => {
  const { out, said } = await runCommand(['lake', 'query', 'fleet', 'SELECT path, app, version FROM sessions', '--json'], { folder });
  const rows: readonly { readonly path: string; readonly app: string; readonly version: string }[] = JSON.parse(out);
  assert.equal(rows.length, names.length, said);
  for (const { path, app, version } of rows) {
    const name = names[Number(/(\d+)\.laglens$/.exec(path)?.[1])] ?? '';
    assertSame(app, name);
    assertSame(version, VERSION);
  }
});

function assertSame(found: string, name: string): void {
  const whole = name.replace(/\p{Surrogate}/gu, '\uFFFD');
  const cut = /^(.*)-[0-9a-f]{12}$/s.exec(found)?.[1];
  assert.ok(found === whole || (cut !== undefined && cut.length > 10 && whole.startsWith(cut)), `${found} instead of ${name}`);
}

test('no two folders of names are one on a file system that takes capitals for small letters', async () => {
  const folders = await readdir(join(folder, 'fleet', 'sessions'));
  assert.equal(new Set(folders.map((name) => name.toLowerCase())).size, names.length);
});
