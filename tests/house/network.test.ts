import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { buildVsix } from '../../scripts/setup/vsix.ts';
import { matches, sourceFiles } from './project-sources.ts';
import { unzip } from './zip.ts';

/** Node's ways out of this computer. What is left is `net`: the adb server's port and the agents' sockets. */
const modules = 'https?|http2|dns(?:/promises)?|dgram|tls|undici|inspector(?:/promises)?';
/** The same for what a page, and newer Nodes, have without importing it. */
const globals =
  /\b(?:fetch|importScripts)\(|\bnew (?:WebSocket|EventSource|XMLHttpRequest|WebTransport|RTCPeerConnection)\b|\bsendBeacon\b/;

/** TLS over a connection that is there already, as devices of Apple's speak it. */
const tlsFile = 'host/devices/ios/protocol/lockdown/secure.ts';

test('the sources of what users run use no way to the network but `net`', async () => {
  const sources = await sourceFiles((path) =>
    /^(?:features\/[\w-]+\/)?(?:core|protocol|host|extension|cli|webview)\/.*(?<!\.test)\.ts$/.test(path),
  );
  assert.ok(sources.length > 50);
  const ways = matches(sources, new RegExp(`'(?:node:)?(?:${modules})'`));
  assert.deepEqual(
    ways.filter((way) => !way.startsWith(`${tlsFile}:`)),
    [],
  );
  const tls = sources.find(({ path }) => path === tlsFile)?.lines.join('\n') ?? '';
  assert.deepEqual(tls.match(/\boverConnection\(.*/g), [
    'overConnection({ socket: stream, secureContext: contextOf(record), rejectUnauthorized: false });',
  ]);
  assert.doesNotMatch(tls, /\b(?:host|port|path|servername)\b\s*:/);
  assert.deepEqual(matches(sources, globals), []);
});

test('the bundles bring no other way along with a dependency', async (t) => {
  const files = unzip(await readFile(await buildVsix((line) => t.diagnostic(line))));
  for (const name of [
    'extension.cjs',
    'laglens.cjs',
    'core.cjs',
    'base.cjs',
    'host.cjs',
    'profiles.cjs',
    'symbols.cjs',
    'cli.cjs',
    'symbol-worker.cjs',
    'session-worker.cjs',
    'webview.js',
    'troubleshoot.js',
    'mcp.mjs', // features/agent-tools
    'comparison.js', // features/compare
    'lake.js', // features/lake
    'shared-page.js',
  ]) {
    const text = files.get(`extension/dist/${name}`)?.toString('utf8') ?? '';
    assert.ok(text.length > 100, `${name} is in the .vsix`);
    const ways = text.match(new RegExp(`(?:require|import)\\(["'](?:node:)?(?:${modules})["']\\)`, 'g')) ?? [];
    assert.deepEqual(ways, name === 'host.cjs' ? ['require("node:tls")'] : [], name);
    assert.deepEqual(text.match(new RegExp(globals, 'g')) ?? [], [], name);
  }
});
