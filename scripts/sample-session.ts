/**
 * Records media/sample/shop.laglens, which *Open Sample Session* shows: the demo app on the simulated phone with every kind of lag. `node
 * scripts/sample-session.ts [--seconds 28] [-o FILE]`
 * Names of this computer (library paths, log lines, the serial) are removed.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { deflateRawSync } from 'node:zlib';
import { readSession } from '../core/session/file/reader.ts';
import { SessionWriter } from '../core/session/file/writer.ts';
import { Decoder } from '../core/wire/decoder.ts';
import { Encoder } from '../core/wire/encoder.ts';
import type { Message } from '../core/wire/schema.ts';
import { Capture } from '../host/capture/capture.ts';
import { defaultSampling } from '../host/capture/capture-state.ts';
import { AgentFiles } from '../host/devices/agent-files.ts';
import { AndroidProvider } from '../host/devices/android/android-provider.ts';
import { inflateDriver, SessionFile } from '../host/session-file.ts';
import { startPhone } from '../tests/simulated/android/start-phone.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const app = 'com.example.shop';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '28' },
    output: { type: 'string', short: 'o', default: join(root, 'media/sample/shop.laglens') },
  },
});

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const scratch = await mkdtemp(join(tmpdir(), 'laglens-sample-'));
const phone = await startPhone({ android: '14', log: say });
try {
  const raw = join(scratch, 'raw.laglens');
  await record(raw, Number(values.seconds) * 1000);
  await mkdir(dirname(values.output), { recursive: true });
  await writeFile(values.output, await shareable(raw));
  say(values.output);
} finally {
  await phone.stop();
  await rm(scratch, { recursive: true, force: true });
}

async function record(path: string, durationMs: number): Promise<void> {
  const signal = AbortSignal.timeout(durationMs + 60_000);
  const demo = await phone.launchApp();
  const provider = new AndroidProvider(new AgentFiles(join(root, 'device-agents/prebuilt')), {
    adbPath: '',
    adbServer: `127.0.0.1:${phone.server.port}`,
  });
  const row = (await provider.rows(signal)).find((each) => each.problem === undefined);
  if (row === undefined) throw new Error('The simulated phone did not appear');
  const device = await provider.open(row.id, signal);
  const capture = new Capture({ device, target: { app }, launch: false, sampling: defaultSampling, path, version: '0.1.0' });
  await capture.start(signal);
  await pause(1500);
  capture.mark('Shop opened');
  await demo.follow('all');
  await pause(durationMs - 1500);
  await capture.stop();
}

/** Without what names this computer. */
async function shareable(path: string): Promise<Uint8Array> {
  const source = await SessionFile.open(path);
  const pieces: Uint8Array[] = [];
  const writer = new SessionWriter({ deflate: (bytes) => deflateRawSync(bytes, { level: 9 }), write: (bytes) => void pieces.push(bytes) });
  const encoder = new Encoder();
  for await (const chunk of readSession(source, inflateDriver)) {
    for (const message of new Decoder().push(chunk)) {
      const kept = withoutThisComputer(message);
      if (kept) writer.append(encoder.encode(kept));
    }
  }
  await writer.finish();
  await source.close();
  return Buffer.concat(pieces);
}

function withoutThisComputer(message: Message): Message | undefined {
  switch (message.type) {
    case 'image':
    case 'log':
      return undefined;
    case 'process':
      return { ...message, serial: '' };
    default:
      return message;
  }
}
