import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type CommandOutput, runCommand } from '../tests/host/run-command.ts';

/** R8's format, by hand: line 4 of `a` is line 20 + (4 - 3) of `bind`, called at line 31 of `draw`. */
const map = ['com.example.Feed -> a.b:', '    3:5:void com.example.Row.bind(int):20:22 -> a', '    3:5:void draw():31 -> a', ''].join('\n');
const trace = 'java.lang.Error: no\n\tat a.b.a(SourceFile:4)\n';
const retraced = 'java.lang.Error: no\n\tat com.example.Row.bind(Row.java:21)\n\tat com.example.Feed.draw(Feed.java:31)\n';

describe('laglens retrace', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens retrace '));
    await writeFile(join(folder, 'map.txt'), map);
    await writeFile(join(folder, 'trace.txt'), trace);
    await writeFile(join(folder, 'odd map.txt'), `# {"id":"com.android.tools.r8.mapping","version":"77.0"}\r\n${map}what is this\r\n`);
    await writeFile(join(folder, 'no map.txt'), 'Dear diary,\n');
  });
  after(() => rm(folder, { recursive: true }));

  async function run(args: readonly string[], input = ''): Promise<CommandOutput> {
    const bytes = async function* () {
      yield new TextEncoder().encode(input);
    };
    return runCommand(['retrace', ...args], { folder, input: bytes() });
  }

  it('takes the stack trace from a file', async () => {
    assert.deepEqual(await run(['map.txt', 'trace.txt']), { code: 0, out: retraced, said: '' });
  });

  it('takes it from standard input, with - or without', async () => {
    assert.deepEqual(await run(['map.txt', '-'], trace), { code: 0, out: retraced, said: '' });
    assert.deepEqual(await run(['map.txt'], trace.replaceAll('\n', '\r\n')), { code: 0, out: retraced, said: '' });
  });

  it('adds types when asked to', async () => {
    const { out } = await run(['map.txt', 'trace.txt', '--verbose']);
    assert.match(out, /at com\.example\.Row\.void bind\(int\)\(Row\.java:21\)/);
  });

  it('warns of a newer version and of lines that are none, and retraces with the rest', async () => {
    const { code, out, said } = await run(['odd map.txt', 'trace.txt']);
    assert.deepEqual([code, out], [0, retraced]);
    assert.match(said, /odd map\.txt is of version 77\.0/);
    assert.match(said, /odd map\.txt at 0x[0-9a-f]+: expected a class such as/);
  });

  it('says what is no map, and what cannot be read', async () => {
    assert.match(
      (await run(['no map.txt', 'trace.txt'])).said,
      /no map\.txt at 0x0: expected a map of R8 or ProGuard[\s\S]*\[symbols-malformed\]/,
    );
    assert.match((await run(['nowhere.txt', 'trace.txt'])).said, /nowhere\.txt[\s\S]*\[symbols-missing\]/);
    assert.match((await run(['map.txt', 'nowhere.txt'])).said, /stack trace .*nowhere\.txt can't be read[\s\S]*\[symbols-missing\]/);
    assert.equal((await run([])).code, 2);
  });
});
