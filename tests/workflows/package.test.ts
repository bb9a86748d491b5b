import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { makeRelease } from '../../scripts/package.ts';
import { root } from '../house/project-sources.ts';

const log = (line: string): unknown => process.stderr.write(`${line}\n`);
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens-release-'));
});
after(() => rm(folder, { recursive: true, force: true }));

test('a release has the .vsix, npm’s package, the bill of materials and checksums that sha256sum accepts', async () => {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const release = join(folder, 'release');
  const names = await makeRelease(release, `v${version}`, log);
  assert.deepEqual((await readdir(release)).sort(), names.toSorted());
  assert.deepEqual(names, [`laglens-${version}.vsix`, `laglens-${version}.tgz`, `laglens-${version}.sbom.cdx.json`, 'SHA256SUMS']);
  const { stdout } = await promisify(execFile)('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: release });
  assert.equal(
    stdout,
    names
      .slice(0, 3)
      .map((name) => `${name}: OK\n`)
      .join(''),
  );
  const bill = JSON.parse(await readFile(join(release, `laglens-${version}.sbom.cdx.json`), 'utf8'));
  assert.deepEqual([bill.bomFormat, bill.metadata.component.version], ['CycloneDX', version]);
});

test('a tag of another version makes no release', async () => {
  await assert.rejects(makeRelease(join(folder, 'none'), 'v99.0.0', log), /^Error: The tag v99\.0\.0 is not that of version /);
  await assert.rejects(readdir(join(folder, 'none')), { code: 'ENOENT' });
});
