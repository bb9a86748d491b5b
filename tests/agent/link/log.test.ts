import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import { startDemoApp } from '../../demo-app/start-demo-app.ts';
import { defaultToken, Program, shippedLibrary } from '../program.ts';

const execute = promisify(execFile);
const LINES_MOST = 100;

suite('the agent’s own log', { timeout: 300_000 }, () => {
  /** An agent attached with `dir=/no/such/folder` fails: its socket cannot be bound. */
  const hopeless = `token=${defaultToken},rand=0badcafe,dir=/no/such/folder`;

  test('goes to the system’s log on Android, as warnings of the tag laglens, so many at most', async () => {
    const lines: string[] = [];
    const app = await startDemoApp({ android: '11', runtime: 'art', log: (line) => lines.push(line) });
    try {
      for (let attach = 0; attach < LINES_MOST + 10; attach++) {
        assert.match((await app.attachAgent(`${shippedLibrary}=${hopeless}`)) ?? '', /returned non-zero value of -1/);
      }
    } finally {
      await app.stop();
    }
    // `W/tag: text` is how the demo app writes android.util.Log; without it the line begins with the agent's name.
    const own = lines.filter((line) => line.includes('laglens:'));
    // 2: ENOENT of the kernel.
    const failed = Array.from({ length: LINES_MOST }, () => 'W/laglens: cannot listen for the host, error -2');
    assert.deepEqual(own, [...failed, 'W/laglens: this was logged often enough: nothing more is']);
  });

  test('goes to standard error elsewhere', async () => {
    await using program = await Program.start();
    const { stdout } = await execute('jcmd', [String(program.pid), 'JVMTI.agent_load', shippedLibrary, `"${hopeless}"`]);
    assert.match(stdout, /return code: -1/);
    while (!program.complaints.includes('laglens')) await program.act('sleep 5');
    assert.match(program.complaints, /^laglens: cannot listen for the host, error -2$/m);
  });
});
