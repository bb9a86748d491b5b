import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { exists } from '../../demo-app/build-demo-app.ts';
import { Host } from '../test-host.ts';
import { startSmallApp } from './small-app.ts';

const CHECK_INTERVAL_MS = 50;

/** A new host is unanswered while the agent has not seen its loss. */
async function heard(port: number): Promise<Host> {
  for (;;) {
    const host = await Host.connect(port).catch(() => undefined);
    const hello = host?.until('hello').then(
      () => true,
      () => false,
    );
    if (host !== undefined && (await Promise.race([hello, pause(1_000, false)])) === true) return host;
    host?.[Symbol.dispose]();
    await pause(CHECK_INTERVAL_MS);
  }
}

test('an agent whose listening socket the system took away listens again on its port', { timeout: 600_000 }, async () => {
  await using app = await startSmallApp('lost_listener.c', 'simulator-x86_64');
  using host = await heard(app.port);
  await host.until('sample');
  assert.ok(app.isRunning);
});

test('a host that comes while the app can open no more files is kept waiting, and let in when it can', { timeout: 600_000 }, async () => {
  await using app = await startSmallApp('full.c', 'simulator-x86_64', { files: 64 });
  while (!(await exists(join(app.home, 'full')))) await pause(CHECK_INTERVAL_MS);
  using host = await Host.connect(app.port);
  // Nothing tells when the agent has tried: it does at once, and four times a second.
  await pause(600);
  await writeFile(join(app.home, 'go'), '');
  await host.until('hello');
  await host.until('sample');
  assert.ok(app.isRunning);
});
