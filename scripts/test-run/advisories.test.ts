import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { checkAdvisories } from './advisories.ts';

/** npm's request: names with versions; the answer's advisories by name (docs of npm, “npm-audit”, bulk advisory endpoint). */
const known = {
  shipped: [{ id: 1, url: 'https://example.com/1', title: 'Reads too far', severity: 'high', vulnerable_versions: '<2.0.0' }],
  harmless: [{ id: 2, url: 'https://example.com/2', title: 'Is slow', severity: 'low', vulnerable_versions: '<2.0.0' }],
  builder: [{ id: 3, url: 'https://example.com/3', title: 'Runs anything', severity: 'critical', vulnerable_versions: '<2.0.0' }],
};

describe('advisories of packages, asked for by npm itself', () => {
  let folder: string;
  let registry: Server;
  let answers: 'advisories' | 'nothing';
  const asked: string[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-audit-'));
    const versions = Object.fromEntries(Object.keys(known).map((name) => [name, '1.0.0']));
    const root = { name: 'x', version: '1.0.0', devDependencies: versions };
    const integrity = `sha512-${Buffer.alloc(64).toString('base64')}`;
    const packages = Object.fromEntries(
      Object.keys(known).map((name) => [`node_modules/${name}`, { version: '1.0.0', dev: true, integrity }]),
    );
    await writeFile(join(folder, 'package.json'), JSON.stringify(root));
    await writeFile(
      join(folder, 'package-lock.json'),
      JSON.stringify({ ...root, lockfileVersion: 3, packages: { '': root, ...packages } }),
    );
    registry = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        if (answers === 'nothing' || request.url !== '/-/npm/v1/security/advisories/bulk') return void response.writeHead(405).end();
        const body = Buffer.concat(pieces);
        asked.push((request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString());
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(known));
      });
    }).listen(0, '127.0.0.1');
    await once(registry, 'listening');
  });
  after(async () => {
    registry.close();
    await rm(folder, { recursive: true });
  });

  const check = (): ReturnType<typeof checkAdvisories> => {
    const address = registry.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const environment = { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_cache: join(folder, 'cache') };
    return checkAdvisories(folder, (name, version) => name !== 'builder' && version === '1.0.0', environment);
  };

  it('count when they are high or critical and against what is shipped', async () => {
    answers = 'advisories';
    assert.deepEqual(await check(), { isChecked: true, shipped: ['shipped@1.0.0 (high): Reads too far'] });
    assert.deepEqual(JSON.parse(asked[0] ?? ''), { shipped: ['1.0.0'], harmless: ['1.0.0'], builder: ['1.0.0'] });
  });

  it('are not checked where the registry has no such service, which is said and is no failure', async () => {
    answers = 'nothing';
    const found = await check();
    assert.equal(found.isChecked, false);
    assert.ok(!found.isChecked && /405/.test(found.why), JSON.stringify(found));
    assert.doesNotMatch(JSON.stringify(found), /http:/);
  });
});
