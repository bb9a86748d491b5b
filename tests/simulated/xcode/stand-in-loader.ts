import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { Decoder } from '../../../core/wire/decoder.ts';
import { Encoder } from '../../../core/wire/encoder.ts';
import { type Message, PROTOCOL_VERSION } from '../../../core/wire/schema.ts';
import { AgentHandshake } from '../../host/agent-handshake.ts';
import { parse } from './spoken.ts';
import type { StandInBehaviour } from './xcrun-stand-in-app.ts';

/**
 * `stand-in-loader.ts --home DIR --bundle-id ID EXECUTABLE`: replaces the Mach-O loader where no agent has to sample. It treats the
 * environment as the agent does, and says its hello to holders of the token.
 */
const { options, rest } = parse(process.argv.slice(2), ['--home', '--bundle-id']);
const [executable = ''] = rest;
const bundleId = options.get('--bundle-id') ?? '';
const behaviour: StandInBehaviour = JSON.parse(readFileSync(executable, 'utf8'));
const { DYLD_INSERT_LIBRARIES = '', LAGLENS_OPTIONS = '' } = process.env;
const isInserted = DYLD_INSERT_LIBRARIES.split(':').some((path) => /^liblaglens.*\.dylib$/.test(basename(path)));
const given = new Map(LAGLENS_OPTIONS.split(',').map((pair) => [pair.split('=')[0] ?? '', pair.split('=')[1] ?? '']));

const hasAgent = isInserted || behaviour.linked === true;
if (hasAgent && LAGLENS_OPTIONS !== '' && behaviour.deaf !== true)
  setTimeout(() => listen(Number(given.get('port')), given.get('token') ?? ''), behaviour.slowMs ?? 0);
else if (behaviour.linked === true) listen(0, randomBytes(16).toString('hex'));
else setInterval(() => undefined, 60_000);

function listen(port: number, token: string): void {
  const server = createServer((socket) => {
    const decoder = new Decoder({ senders: ['host'] });
    const encoder = new Encoder();
    const handshake = new AgentHandshake(Buffer.from(token, 'hex'));
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes: Buffer) => {
      for (const message of decoder.push(bytes)) {
        if (message.type === 'detach') socket.end();
        if (message.type === 'hostHello') socket.write(encoder.encode(handshake.challenge(message)));
        if (message.type !== 'hostProof') continue;
        if (handshake.accepts(message)) socket.write(encoder.encode(hello()));
        else socket.destroy();
      }
    });
  });
  server.listen(port, '127.0.0.1', () => {
    const address = server.address();
    if (LAGLENS_OPTIONS === '' && typeof address === 'object' && address !== null) announce(address.port, token);
  });
}

/** An embedded agent writes its address into the app's caches. */
function announce(port: number, token: string): void {
  const folder = join(options.get('--home') ?? '', 'Library', 'Caches', 'laglens');
  mkdirSync(folder, { recursive: true });
  const about = { protocol: PROTOCOL_VERSION, pid: process.pid, port, token, bundle: bundleId };
  writeFileSync(join(folder, `agent-${process.pid}.json`), JSON.stringify(about), { mode: 0o600 });
}

function hello(): Message<'hello'> {
  return {
    type: 'hello',
    protocol: PROTOCOL_VERSION,
    agentVersion: '0',
    buildHash: 'stand-in',
    pid: process.pid,
    process: behaviour.saysItIs ?? bundleId,
    abi: 'arm64',
    os: 'ios-simulator',
    apiLevel: 0,
    runtime: `iOS ${process.env.SIMULATOR_RUNTIME_VERSION ?? ''}`,
    monoUs: 1_000_000,
    wallUs: 1_770_000_000_000_000,
    intervalUs: Number(given.get('interval') ?? 5_000),
    capabilities: [],
  };
}
