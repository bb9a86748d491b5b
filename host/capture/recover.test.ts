import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { fileHeader, SESSION_VERSION } from '../../core/session/file-layout.ts';
import { replaySession } from '../../core/session/replay.ts';
import { abandonedJournals, recoverJournals } from './recover.ts';
import { inflateDriver, SessionFile } from './session-file.ts';

const recorder = fileURLToPath(new URL('../../tests/host/record-until-killed.ts', import.meta.url));

const noFailure = (error: unknown): never => assert.fail(`not recovered: ${error}`);

describe('a recording whose process was killed', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-recover-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is left alone while it lasts, and completed after the kill', async () => {
    const path = join(folder, 'shop.laglens');
    const child = spawn(process.execPath, [recorder, path], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      await once(child.stdout, 'data');
      assert.deepEqual(await recoverJournals(folder, noFailure), []);
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    } finally {
      child.kill('SIGKILL');
    }
    const [abandoned, ...others] = await abandonedJournals(folder);
    assert.ok(abandoned !== undefined && others.length === 0);
    const endedMs = Date.UTC(2026, 0, 2, 3, 4, 5);
    await utimes(abandoned.path, endedMs / 1_000, endedMs / 1_000);
    assert.deepEqual(await recoverJournals(folder, noFailure), [path]);
    assert.deepEqual(await readdir(folder), ['shop.laglens']);
    assert.equal((await stat(path)).mtimeMs, endedMs, 'it is as old as what was recorded');
    const file = await SessionFile.open(path);
    const { model, report } = await replaySession(file, inflateDriver);
    await file.close();
    assert.deepEqual({ truncated: report.truncated, bad: report.badChunks }, { truncated: false, bad: 0 });
    assert.equal(model.runs.length, 1);
    assert.equal(model.runs[0]?.process?.app, 'a');
  });

  it('is removed when nothing had been recorded yet, or when it is no session', async () => {
    const free = 4_194_305;
    await writeFile(join(folder, `empty.laglens.${free}.journal`), '');
    await writeFile(join(folder, `foreign.laglens.${free}.journal`), 'not a session');
    assert.deepEqual(await recoverJournals(folder, noFailure), []);
    assert.deepEqual(await readdir(folder), []);
  });

  it('of a newer Laglens is left for it', async () => {
    const name = `newer.laglens.4194305.journal`;
    await writeFile(join(folder, name), fileHeader(SESSION_VERSION + 1));
    assert.deepEqual(await recoverJournals(folder, noFailure), []);
    assert.deepEqual(await readdir(folder), [name]);
  });

  it('stays for the next time when it cannot be completed now, and does not keep others from it', async () => {
    const names = ['a', 'b'].map((name) => `${name}.laglens.4194305.journal`);
    for (const name of names) await writeFile(join(folder, name), '');
    // A folder of the draft's name: it cannot be opened for writing.
    await mkdir(join(folder, 'a.laglens.recovered'));
    const failures: string[] = [];
    assert.deepEqual(await recoverJournals(folder, (error) => failures.push(`${error.code}: ${error.message}`)), []);
    assert.equal(failures.length, 1);
    assert.match(failures[0] ?? '', /^record-failed: .*a\.laglens\.4194305\.journal/);
    assert.deepEqual((await readdir(folder)).sort(), [names[0], 'a.laglens.recovered']);
  });

  it('is abandoned when the process of its id began only after the last write', async () => {
    const [mine, systems] = [process.pid, 1].map((pid) => join(folder, `of-${pid}.laglens.${pid}.journal`));
    assert.ok(mine && systems);
    for (const path of [mine, systems]) await writeFile(path, '');
    assert.deepEqual(await abandonedJournals(folder), []);
    const beforeAnyBootMs = Date.UTC(2000, 0);
    for (const path of [mine, systems]) await utimes(path, beforeAnyBootMs / 1_000, beforeAnyBootMs / 1_000);
    const abandoned = await abandonedJournals(folder);
    assert.deepEqual(abandoned.map(({ path }) => path).sort(), [mine, systems].sort());
    assert.ok(abandoned.every(({ lastWrittenMs }) => lastWrittenMs === beforeAnyBootMs));
  });

  it('is not looked for where there is no folder', async () => {
    assert.deepEqual(await recoverJournals(join(folder, 'none'), noFailure), []);
  });
});
