import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { sourceDebugExtension } from '../../core/analysis/class-file.ts';
import { buildDemoApp } from '../demo-app/build.ts';

let javap: string;
let kotlin: string;
let java: string;

before(async () => {
  const { javaHome, classPath } = await buildDemoApp('14');
  javap = join(javaHome, 'bin', 'javap');
  [java = '', kotlin = ''] = classPath;
});

/** The map as the JDK's own javap prints it: indented, behind the attribute's name. */
async function mapByJavap(path: string): Promise<string> {
  const { stdout } = await promisify(execFile)(javap, ['-v', '-p', path], { maxBuffer: 1 << 26 });
  const lines = stdout.slice(stdout.indexOf('\nSourceDebugExtension:')).split('\n').slice(2);
  const end = lines.findIndex((line) => line.trim() === '*E');
  return lines
    .slice(0, end + 1)
    .map((line) => line.trim())
    .join('\n');
}

test('the source maps of classes that the Kotlin compiler made are those that javap shows', async () => {
  let withMap = 0;
  for await (const file of glob('**/*.class', { cwd: kotlin })) {
    const map = sourceDebugExtension(await readFile(join(kotlin, file)));
    if (map === undefined) continue;
    withMap++;
    const expected = await mapByJavap(join(kotlin, file));
    assert.equal(
      map
        .trim()
        .split('\n')
        .map((line) => line.trim())
        .join('\n'),
      expected,
      file,
    );
    if (withMap === 3) break;
  }
  assert.ok(withMap > 0, 'some class has inlined functions');
});

test('classes of javac have none, and what is cut off or no class file has none', async () => {
  for await (const file of glob('**/*.class', { cwd: java })) {
    assert.equal(sourceDebugExtension(await readFile(join(java, file))), undefined, file);
  }
  for await (const file of glob('**/*.class', { cwd: kotlin })) {
    const bytes = new Uint8Array(await readFile(join(kotlin, file)));
    const map = sourceDebugExtension(bytes);
    if (map === undefined) continue;
    for (let length = 0; length < bytes.length; length += 7) {
      const cut = sourceDebugExtension(bytes.subarray(0, length));
      assert.ok(cut === undefined || map.startsWith(cut), `${file} cut to ${length}`);
    }
    return;
  }
  assert.fail('no class has a map');
});

test('a class file that claims 65,535 of everything is read through at once', () => {
  const hostile = new Uint8Array(1 << 16).fill(0xff);
  hostile.set([0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61]);
  assert.equal(sourceDebugExtension(hostile), undefined);
  assert.equal(sourceDebugExtension(new Uint8Array(0)), undefined);
});
