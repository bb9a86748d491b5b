import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AdbServer } from './adb-server.ts';

/** A phone behind an adb server: simulated, or Google's adbd. */
export interface PhoneOfAdb {
  readonly server: AdbServer;
  readonly serial: string;
  /** Runs `adb -s SERIAL …`. */
  adb(...args: readonly string[]): ReturnType<AdbServer['adb']>;
}

/** Output, errors and the exit code come apart; input reaches the program; bytes pass `exec-out` unchanged. */
export async function checkOutputs(phone: PhoneOfAdb): Promise<void> {
  assert.deepEqual(await phone.adb('shell', 'echo out; echo err >&2; exit 7'), { code: 7, stdout: 'out\n', stderr: 'err\n' });
  assert.equal((await phone.server.adb(['-s', phone.serial, 'shell', 'cat'], 'line one\nline two')).stdout, 'line one\nline two');
  assert.equal((await phone.adb('exec-out', "printf 'a\\r\\nb'")).stdout, 'a\r\nb');
}

/**
 * A pushed file comes back byte for byte with its time, which is of 2020; the path has a blank, and folders are made.
 * @param folder on this computer
 * @param facts what the phone's `stat` says by `format`
 */
export async function checkFile(phone: PhoneOfAdb, folder: string, format: string, facts: string): Promise<void> {
  const bytes = randomBytes(3_000_001);
  const onPhone = '/data/local/tmp/a folder/sent';
  await writeFile(join(folder, 'sent'), bytes, { mode: 0o600 });
  await utimes(join(folder, 'sent'), 1_600_000_000, 1_600_000_000);
  const pushed = await phone.adb('push', join(folder, 'sent'), onPhone);
  assert.equal(pushed.code, 0, pushed.stderr);
  assert.equal((await phone.adb('shell', `stat -c '${format}' '${onPhone}'`)).stdout, `${facts}\n`);
  const pulled = await phone.adb('pull', '-a', onPhone, join(folder, 'back'));
  assert.equal(pulled.code, 0, pulled.stderr);
  assert.ok(bytes.equals(await readFile(join(folder, 'back'))));
  assert.equal((await stat(join(folder, 'back'))).mtimeMs, 1_600_000_000_000);
}
