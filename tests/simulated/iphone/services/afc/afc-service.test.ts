import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Duplex, duplexPair } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { StreamEnded } from '../../input.ts';
import { Operation, readPacket, sendPacket, texts, word } from './afc-packet.ts';
import { serveAfc } from './afc-service.ts';

const NOTHING: Buffer = Buffer.alloc(0);
// From libimobiledevice's afc.h: AFC_E_SUCCESS, _INVALID_ARG, _OBJECT_NOT_FOUND, _PERM_DENIED, _OP_NOT_SUPPORTED, _DIR_NOT_EMPTY.
const [SUCCESS, INVALID, NOT_FOUND, DENIED, UNSUPPORTED, NOT_EMPTY] = [0, 7, 8, 10, 15, 33];

describe('files over AFC', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-afc-'));
    await writeFile(join(folder, 'outside'), 'secret');
    await mkdir(join(folder, 'jail', 'Documents'), { recursive: true });
    await mkdir(join(folder, 'jail', 'Library'));
  });
  after(() => rm(folder, { recursive: true }));

  function begin(only?: string): Duplex {
    const [here, there] = duplexPair();
    const over = serveAfc(there, { folder: join(folder, 'jail'), ...(only !== undefined && { only }) });
    over.catch((error: unknown) => assert.ok(error instanceof StreamEnded));
    return here;
  }
  async function ask(stream: Duplex, operation: number, args: Buffer, payload = NOTHING): Promise<{ operation: number; body: Buffer }> {
    sendPacket(stream, { number: 7n, operation, arguments: args, payload });
    const answer = await readPacket(stream);
    assert.equal(answer.number, 7n);
    return { operation: answer.operation, body: Buffer.concat([answer.arguments, answer.payload]) };
  }
  const statusOf = async (stream: Duplex, operation: number, args: Buffer, payload?: Buffer): Promise<number> =>
    Number((await ask(stream, operation, args, payload)).body.readBigUInt64LE(0));
  const open = async (stream: Duplex, path: string, mode: number): Promise<Buffer> =>
    (await ask(stream, Operation.open, Buffer.concat([word(mode), texts([path])]))).body.subarray(0, 8);

  test('are written, looked at from any place, cut, renamed and removed', async () => {
    const afc = begin();
    assert.equal(await statusOf(afc, Operation.makeFolder, texts(['/Documents/a/b'])), SUCCESS);
    const file = await open(afc, '/Documents/a/b/file', 3);
    assert.equal(await statusOf(afc, Operation.write, file, Buffer.from('hello, ')), SUCCESS);
    assert.equal(await statusOf(afc, Operation.write, file, Buffer.from('world')), SUCCESS);
    assert.equal(await statusOf(afc, Operation.setSize, Buffer.concat([file, word(9)])), SUCCESS);
    assert.equal(await statusOf(afc, Operation.close, file), SUCCESS);
    assert.equal(await readFile(join(folder, 'jail/Documents/a/b/file'), 'utf8'), 'hello, wo');

    const again = await open(afc, 'Documents/a/b/file', 1);
    // Three before the end, by lseek's 2.
    const back = Buffer.alloc(8);
    back.writeBigInt64LE(-3n);
    assert.equal(await statusOf(afc, Operation.seek, Buffer.concat([again, word(2), back])), SUCCESS);
    assert.equal((await ask(afc, Operation.read, Buffer.concat([again, word(100)]))).body.toString(), ' wo');
    assert.equal((await ask(afc, Operation.tell, again)).body.readBigUInt64LE(0), 9n);
    assert.match(
      (await ask(afc, Operation.fileInfo, texts(['/Documents/a/b/file']))).body.toString(),
      /^st_size\0(9)\0.*st_ifmt\0S_IFREG\0/s,
    );

    assert.equal(await statusOf(afc, Operation.rename, texts(['/Documents/a/b/file', '/Documents/c'])), SUCCESS);
    assert.equal((await ask(afc, Operation.readFolder, texts(['/Documents']))).body.toString(), '.\0..\0a\0c\0');
    assert.equal(await statusOf(afc, Operation.remove, texts(['/Documents/a'])), NOT_EMPTY);
    assert.equal(await statusOf(afc, Operation.removeAll, texts(['/Documents/a'])), SUCCESS);
    assert.equal(await statusOf(afc, Operation.remove, texts(['/Documents/c'])), SUCCESS);
    afc.destroy();
  });

  test('are distinguished from those that are not there, not open, or asked for in an unknown way', async () => {
    const afc = begin();
    assert.equal(await statusOf(afc, Operation.open, Buffer.concat([word(1), texts(['/none'])])), NOT_FOUND);
    assert.equal(await statusOf(afc, Operation.read, Buffer.concat([word(99), word(1)])), INVALID);
    assert.equal(await statusOf(afc, 4711, NOTHING), UNSUPPORTED);
    afc.destroy();
  });

  test('lie in one folder, and no path leads out of it', async () => {
    const afc = begin();
    assert.equal(await statusOf(afc, Operation.open, Buffer.concat([word(1), texts(['../outside'])])), NOT_FOUND);
    assert.equal(await statusOf(afc, Operation.open, Buffer.concat([word(1), texts(['/Documents/../../outside'])])), NOT_FOUND);
    afc.destroy();
  });

  test('are documents only where only those are shared', async () => {
    const afc = begin('/Documents');
    assert.equal(await statusOf(afc, Operation.makeFolder, texts(['/Documents/ok'])), SUCCESS);
    assert.equal(await statusOf(afc, Operation.makeFolder, texts(['/Library/no'])), DENIED);
    assert.equal(await statusOf(afc, Operation.makeFolder, texts(['/Documents/../Library/no'])), DENIED);
    assert.equal(await statusOf(afc, Operation.makeFolder, texts(['/DocumentsToo'])), DENIED);
    afc.destroy();
  });
});
