import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { type CommandOutput, runCommand } from '../../host/run-command.ts';
import { machoDylib } from '../fixtures/macho.ts';
import { programs } from '../fixtures/program-sources.ts';
import { llvmFunctions, llvmNames } from '../oracles.ts';
import { imageOf } from '../read-debug-file.ts';

const BASE = 0x1_0400_0000;
let folder = '';
let library = '';
let uuid = '';
let address = 0;
let name = '';

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens field '));
  library = (await machoDylib({ sources: programs.shop, target: 'arm64', dsym: true })).path('libshop.dylib');
  uuid = imageOf(library).id ?? '';
  address = llvmFunctions(library)[0]?.[0] ?? 0;
  name = (llvmNames(library, [address])[0] ?? '').replace(/^_/, '');
});
after(() => rm(folder, { recursive: true }));

async function laglens(...args: readonly string[]): Promise<CommandOutput> {
  return runCommand(args, { folder });
}

/** The report's tree after a local build named the import. */
async function namedTree(file: string, report: unknown): Promise<string> {
  await writeFile(join(folder, file), JSON.stringify(report));
  const converted = await laglens('convert', file, `${file}.laglens`);
  assert.equal(converted.code, 0, converted.said);
  const named = await laglens('symbolicate', `${file}.laglens`, '--build', dirname(library), '-o', `${file}.named.laglens`);
  assert.equal(named.code, 0, named.said);
  return (await laglens('report', `${file}.named.laglens`, '--tree')).out;
}

test('a local build names a MetricKit hang’s offset, with its line', async () => {
  const frame = {
    binaryUUID: uuid,
    binaryName: 'libshop.dylib',
    offsetIntoBinaryTextSegment: address,
    address: BASE + address,
    sampleCount: 5,
  };
  const callStackTree = { callStackPerThread: true, callStacks: [{ threadAttributed: true, callStackRootFrames: [frame] }] };
  const tree = await namedTree('hang', { hangDiagnostics: [{ callStackTree, diagnosticMetaData: { hangDuration: '2 sec' } }] });
  assert.ok(name.length > 3);
  assert.match(tree, new RegExp(`${name}.*shop\\.c:\\d+`));
});

test('a local build’s name replaces the one that a Matrix report guessed', async () => {
  const path = '/private/var/containers/Bundle/Application/6F1C/Shop.app/Frameworks/libshop.dylib';
  const image = { name: path, uuid, image_addr: BASE, image_vmaddr: 0, image_size: 0x10_0000 };
  const frame = { object_addr: BASE, instruction_addr: BASE + address, symbol_name: 'nearest_guess' };
  const threads = [{ index: 0, backtrace: { contents: [frame] } }];
  const tree = await namedTree('block', { binary_images: [image], crash: { error: { user_reported: { dump_type: 2001 } }, threads } });
  assert.match(tree, new RegExp(`${name}.*shop\\.c:\\d+`));
  assert.doesNotMatch(tree, /nearest_guess/);
});
