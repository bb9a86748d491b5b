import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { LaglensError } from '../../../core/errors.ts';
import { findJcmd, loadAgentByJcmd } from './jcmd-attach.ts';

describe('a jcmd that fails', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens jcmd '));
    await mkdir(join(folder, 'bin'));
    // Its output repeats its arguments, the token among them.
    await writeFile(join(folder, 'bin', 'jcmd'), '#!/bin/sh\necho "I got $*"\necho "No." >&2\nexit 3\n', { mode: 0o755 });
  });
  after(() => rm(folder, { recursive: true }));

  it('is reported with its words, and without the token', async () => {
    const jcmd = await findJcmd({ JAVA_HOME: folder });
    assert.equal(jcmd, join(folder, 'bin', 'jcmd'));
    const loading = loadAgentByJcmd(jcmd, 42, '/tmp/liblaglens.so', 'token=0123456789abcdef,rand=1', new AbortController().signal);
    await assert.rejects(loading, (error: unknown) => {
      assert.ok(error instanceof LaglensError);
      assert.equal(error.code, 'attach-refused');
      assert.match(error.output ?? '', /I got 42 JVMTI\.agent_load.*No\./s);
      assert.doesNotMatch(JSON.stringify([error.stack, error.output, String(error.cause)]), /0123456789abcdef/);
      return true;
    });
  });

  it('is silent about being cancelled', async () => {
    const loading = loadAgentByJcmd(join(folder, 'bin', 'jcmd'), 42, '/tmp/a.so', '', AbortSignal.abort());
    await assert.rejects(loading, { name: 'AbortError' });
  });
});
