import assert from 'node:assert/strict';
import { chmod, copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../../host/run-command.ts';
import { until } from '../../simulated/android/until.ts';
import { buildProgram } from '../programs/build-programs.ts';
import { exists } from '../wine/exists.ts';
import { Wine } from '../wine/wine.ts';
import { WindowsLaglens } from './windows-laglens.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const sample = join(root, 'media', 'sample', 'shop.laglens');
const refusal = await Wine.missing();

describe('the command line in Windows’ Node', { skip: refusal }, () => {
  let wine: Wine;
  let laglens: WindowsLaglens;
  /** Drive C. */
  let drive: string;

  before(async () => {
    wine = await Wine.start();
    drive = wine.driveC;
    laglens = await WindowsLaglens.install(wine, root);
  });
  after(() => wine?.end());

  async function copySample(...path: readonly string[]): Promise<string> {
    const file = join(drive, ...path);
    await mkdir(dirname(file), { recursive: true });
    await copyFile(sample, file);
    return file;
  }

  /** The report's lines behind the first, which names the file. */
  async function expected(): Promise<string> {
    const { out } = await runCommand(['report', sample, '--tree'], { folder: root });
    return behindFirst(out);
  }

  async function reported(path: string, folder?: string): Promise<string> {
    const { code, stdout, stderr } = await laglens.run(['report', path, '--tree'], folder);
    assert.equal(code, 0, stderr);
    return behindFirst(stdout);
  }

  const deep = Array.from({ length: 6 }, (_, index) => `${'folder '.repeat(8)}${index}`);
  for (const [place, path, given] of [
    ['with blanks and umlauts', ['users', 'Jörg Müller', 'Meine Sitzungen', 'Öl & 100 %.laglens'], undefined],
    ['in another case, with slashes', ['Captures', 'Öfter', 'Shop.laglens'], 'c:/captures/ÖFTER/SHOP.LAGLENS'],
    ['in a path of more than 300 letters', [...deep, 'shop.laglens'], undefined],
  ] as const)
    it(`reports the same as on Linux on a session ${place}`, async () => {
      await copySample(...path);
      assert.equal(await reported(given ?? `C:\\${path.join('\\')}`), await expected());
    });

  it('takes a path relative to its folder and to its drive', async () => {
    const file = await copySample('work', 'my sessions', 'shop.laglens');
    const text = await expected();
    assert.equal(await reported('shop.laglens', dirname(file)), text);
    assert.equal(await reported('..\\my sessions\\shop.laglens', dirname(file)), text);
  });

  for (const name of ['NUL', 'CON', 'nul.laglens', '\\\\.\\NUL', '\\\\server\\share\\shop.laglens'])
    it(`says that ${name} is no session, and waits for nobody`, async () => {
      const { code, stdout, stderr } = await laglens.run(['report', name]);
      assert.deepEqual([code, stdout], [1, ''], stderr);
      assert.match(stderr, /cannot be opened: .*\n.*\[session-not-found\]/);
    });

  describe('beside a program that shares its file with nobody', () => {
    /** Runs it while `work` does. */
    async function held(file: string, work: (letGo: () => Promise<void>) => Promise<void>): Promise<void> {
      await buildProgram('hold', `${file}.exe`);
      const { ended } = await wine.spawn([`${file}.exe`], { limitMs: 60_000 });
      await until('the program that holds the file', () => exists(`${file}.asked`));
      const letGo = () => writeFile(`${file}.done`, '');
      try {
        await work(letGo);
      } finally {
        await letGo();
        assert.equal((await ended).code, 0);
      }
    }

    it('says of a session that another program holds it', async () => {
      await held(await copySample('held', 'shop.laglens'), async () => {
        const { code, stderr } = await laglens.run(['report', 'C:\\held\\shop.laglens']);
        assert.equal(code, 1);
        assert.match(stderr, /^The file C:\\held\\shop\.laglens cannot be opened: another program holds it\.$/m);
      });
    });

    it('replaces a file that is let go soon, and says what it cannot replace', async () => {
      const file = await copySample('held', 'shop.folded');
      const convert = () => laglens.run(['convert', 'C:\\work\\my sessions\\shop.laglens', 'C:\\held\\shop.folded', '--force']);
      await held(file, async (letGo) => {
        const refused = await convert();
        assert.equal(refused.code, 1);
        assert.match(refused.stderr, /The file C:\\held\\shop\.folded can't be written: .*\n.*\[export-failed\]/);
        assert.deepEqual(
          (await readdir(dirname(file))).filter((name) => name.endsWith('.part')),
          [],
          'no draft stays',
        );
        const converted = convert();
        await until('the draft', async () => (await readdir(dirname(file))).some((name) => name.endsWith('.part')));
        await letGo();
        assert.equal((await converted).code, 0, (await converted).stderr);
      });
      assert.match(await readFile(file, 'utf8'), /^\[main tid=\d+\];/m);
    });
  });

  it('reads a session that may only be read', async () => {
    await chmod(await copySample('read only', 'shop.laglens'), 0o444);
    assert.equal(await reported('C:\\read only\\shop.laglens'), await expected());
  });

  it('reads maps and stack traces with Windows’ line ends', async () => {
    const map = ['com.example.Feed -> a.b:', '    3:5:void com.example.Row.bind(int):20:22 -> a', '    3:5:void draw():31 -> a', ''];
    await writeFile(join(drive, 'map.txt'), map.join('\r\n'));
    await writeFile(join(drive, 'trace.txt'), 'java.lang.Error: no\r\n\tat a.b.a(SourceFile:4)\r\n');
    const { stdout, stderr } = await laglens.run(['retrace', 'C:\\map.txt', 'trace.txt']);
    // Line 4 of `a` is line 20 + (4 - 3) of `bind`, called at line 31 of `draw`.
    const at = ['com.example.Row.bind(Row.java:21)', 'com.example.Feed.draw(Feed.java:31)'].map((frame) => `\tat ${frame}`);
    assert.equal(stdout.replaceAll('\r\n', '\n'), ['java.lang.Error: no', ...at, ''].join('\n'), stderr);
  });
});

function behindFirst(text: string): string {
  return text.slice(text.indexOf('\n') + 1);
}
