import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import { abis, compilerVersion } from '../../../device-agents/build/agent-library.ts';
import { agentsRoot, sourceHash, sources } from '../../../device-agents/build/sources.ts';
import { buildAgents, hookJarName } from '../../../device-agents/build.ts';
import { attach, Program, prebuilt } from '../program.ts';
import { Host } from '../test-host.ts';
import { readElf } from './agent-elf.ts';

/** `e_machine` of the ELF specification's processor supplements. */
const machines = { 'arm64-v8a': 183, 'armeabi-v7a': 40, x86_64: 62 } as const;

suite('the libraries that are shipped', () => {
  for (const abi of abis) {
    test(`${abi}: needs no other library, asks for no symbol, shows three, and fits 16 KiB pages`, async () => {
      const elf = readElf(await readFile(join(prebuilt, abi, 'liblaglens.so')));
      assert.equal(elf.machine, machines[abi]);
      assert.deepEqual(elf.needed, []);
      assert.deepEqual(elf.undefinedSymbols, []);
      assert.deepEqual(elf.definedSymbols.toSorted(), ['Agent_OnAttach', 'Agent_OnLoad', 'Agent_OnUnload']);
      assert.ok(elf.loadAlignments.every((bytes) => bytes === 0x4000));
      assert.equal(elf.hasTextRelocations, false);
      assert.equal(elf.hasExecutableStack, false);
      assert.equal(elf.soname, 'liblaglens.so');
    });
  }

  test('are of these sources, and VERSION.txt says so', async () => {
    const version = await readFile(join(prebuilt, 'VERSION.txt'), 'utf8');
    assert.match(version, new RegExp(`^sources ${await sourceHash('android')}$`, 'm'), 'run: node device-agents/build.ts');
    for (const file of [...abis.map((abi) => `${abi}/liblaglens.so`), hookJarName]) {
      const hash = createHash('sha256')
        .update(await readFile(join(prebuilt, file)))
        .digest('hex');
      assert.ok(version.includes(`${hash} `), file);
    }
  });

  test('come out the same again where the same compiler is, and work where another one is', { timeout: 600_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'laglens-build-'));
    try {
      await buildAgents(folder);
      const shipped = await readFile(join(prebuilt, 'VERSION.txt'), 'utf8');
      if (shipped.includes(`compiler ${await compilerVersion()}\n`)) {
        assert.equal(await readFile(join(folder, 'VERSION.txt'), 'utf8'), shipped);
      } else {
        await using program = await Program.start();
        using host = await Host.connect(await attach(program, { library: join(folder, 'x86_64', 'liblaglens.so') }));
        await host.until('sample');
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

suite('our own declarations of the virtual machine’s tables', () => {
  test('have every function, event and capability where the JDK’s headers have it', async () => {
    const include = join(dirname(await findJavac()), '..', 'include');
    const [jni, jvmti] = await Promise.all([readFile(join(include, 'jni.h'), 'utf8'), readFile(join(include, 'jvmti.h'), 'utf8')]);
    const text = await ownHeaders();
    const slots = jniSlots(jni);
    for (const [name, index] of enumOf(text, 'laglens_jni_slot')) assert.equal(slots.get(plain(name.slice(4))), index, name);
    const numbers = jvmtiNumbers(jvmti);
    for (const [name, number] of enumOf(text, 'laglens_jvmti_number')) assert.equal(numbers.get(plain(name.slice(6))), number, name);
    const events = new Map([...jvmti.matchAll(/JVMTI_(EVENT_\w+) = (\d+)/g)].map(([, name = '', value]) => [name, Number(value)]));
    for (const [, name = '', value] of text.matchAll(/\b(EVENT_(?!FIRST|LAST)\w+) = (\d+)/g))
      assert.equal(events.get(name), Number(value), name);
    const capabilities = [
      ...between(jvmti, 'typedef struct {\n    unsigned int can_tag', '} jvmtiCapabilities').matchAll(/(can_\w+) : 1/g),
    ];
    for (const [, name = '', bit] of text.matchAll(/\b(CAN_\w+) = (\d+)/g))
      assert.equal(capabilities[Number(bit)]?.[1], name.toLowerCase());
    const states = new Map([...jvmti.matchAll(/JVMTI_(THREAD_STATE_\w+) = (0x\w+)/g)].map(([, name = '', value]) => [name, Number(value)]));
    for (const [, name = '', value] of text.matchAll(/\b(THREAD_STATE_\w+) = (0x\w+)/g))
      assert.equal(states.get(name), Number(value), name);
  });
});

async function ownHeaders(): Promise<string> {
  const paths = await sources('android/vm/{vm_types,jni_calls,jvmti_calls}.h');
  return (await Promise.all(paths.map((path) => readFile(join(agentsRoot, path), 'utf8')))).join('\n');
}

/** `NEW_OBJECT_A` and `NewObjectA` are one name. */
function plain(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}

function enumOf(text: string, name: string): [string, number][] {
  const members = [...between(text, `enum ${name} {`, '};').matchAll(/(\w+) = (\d+)/g)];
  assert.ok(members.length > 0, name);
  return members.map(([, member = '', value]) => [member, Number(value)]);
}

/** Index of each function in JNINativeInterface_: every member of the struct is one pointer. */
function jniSlots(header: string): Map<string, number> {
  const members = between(header, 'struct JNINativeInterface_ {', '\n};')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .split(';');
  const names = members.map((member) => /\*\s*reserved|JNICALL \*(\w+)\)/.exec(member)).filter((match) => match !== null);
  return new Map(names.flatMap(([, name], index) => (name === undefined ? [] : [[plain(name), index]])));
}

/** Number of each function, by the comments that stand before them in the header. */
function jvmtiNumbers(header: string): Map<string, number> {
  const found = header.matchAll(/\/\*\s+(\d+) : [^*]*\*\/\s*jvmtiError \(JNICALL \*(\w+)\)/g);
  return new Map([...found].map(([, number, name = '']) => [plain(name), Number(number)]));
}

function between(text: string, begin: string, end: string): string {
  const from = text.indexOf(begin);
  assert.ok(from >= 0, begin);
  return text.slice(from, text.indexOf(end, from));
}

async function findJavac(): Promise<string> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const javac = join(folder, 'javac');
    if (existsSync(javac)) return realpath(javac);
  }
  throw new Error('There is no JDK: install the Debian package openjdk-17-jdk-headless.');
}
