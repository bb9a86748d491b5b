import assert from 'node:assert/strict';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join, win32 } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Ended, Wine, windowsPath } from '../wine/wine.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const refusal = await Wine.missing();
const RUN_MS = 120_000;
const says = 'const { argv, env } = process; console.log(JSON.stringify([argv.slice(2), env.ELECTRON_RUN_AS_NODE]))';

describe('the command of Windows’ terminals', { skip: refusal }, () => {
  let wine: Wine;
  /** A project with a `node.exe` and a `node.bat` of its own. */
  let project: string;
  let node: string;

  before(async () => {
    wine = await Wine.start();
    node = windowsPath(wine.node);
    project = join(wine.driveC, 'a project');
    const dist = join(wine.driveC, 'A & B', 'dist');
    await mkdir(join(dist, 'bin'), { recursive: true });
    await mkdir(project);
    await copyFile(join(root, 'extension/terminal/bin/laglens.cmd'), join(dist, 'bin', 'laglens.cmd'));
    await writeFile(join(dist, 'cli.cjs'), says);
    await copyFile(join(wine.driveC, 'windows', 'system32', 'hostname.exe'), join(project, 'node.exe'));
    await writeFile(join(project, 'node.bat'), '@echo off\r\necho the project’s\r\n');
  });
  after(() => wine?.end());

  /** @param path more than the command's folder */
  function typed(path: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
    const all = { WINEPATH: ['C:\\A & B\\dist\\bin', ...path].join(';'), ...env };
    return wine.run(['cmd', '/c', 'laglens', 'report', 'shop.laglens'], { cwd: project, env: all, limitMs: RUN_MS });
  }

  const gone = { LAGLENS_NODE: 'C:\\gone\\Code.exe' };
  const ran = { code: 0, stdout: '[["report","shop.laglens"],"1"]\n', stderr: '' };

  it('runs by the editor’s executable, else by Node in the path', async () => {
    assert.deepEqual(await typed([], { LAGLENS_NODE: node }), ran);
    assert.deepEqual(await typed([win32.dirname(node)], gone), ran);
    assert.deepEqual(await typed([win32.dirname(node)]), ran);
  });

  it('runs no program of the current folder in place of Node', async () => {
    for (const env of [{}, gone]) {
      const { code, stdout, stderr } = await typed([], env);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, /^laglens: VS Code's executable is gone, and no Node is in the path\. Open the terminal again\.\r?\n$/);
    }
  });
});
