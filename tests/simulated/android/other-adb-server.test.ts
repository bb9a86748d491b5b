import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { OtherAdbServer } from './other-adb-server.ts';

test('the real command line takes it for a server of another version, and would kill it', async (t) => {
  const other = await OtherAdbServer.start(36);
  t.after(() => other.stop());
  // Asked not to start a server in its place: ADB_SERVER_SOCKET with a host makes it one on "another computer".
  const env = { ...process.env, ADB_SERVER_SOCKET: `tcp:127.0.0.1:${other.port}` };
  const said = await new Promise<string>((resolve) => {
    execFile('adb', ['devices'], { env, timeout: 600_000 }, (_error, stdout, stderr) => resolve(stdout + stderr));
  });
  assert.match(said, /adb server version \(36\) doesn't match this client \(\d+\); killing/);
  assert.ok(other.asked.includes('host:version'));
});
