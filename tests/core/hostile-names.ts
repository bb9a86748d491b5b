import type { Message } from '../../core/wire/schema.ts';
import { sessionBytes } from './memory-session.ts';
import { processMessage } from './sample-stream.ts';
import { type Deed, SCRIPT_START_US, scriptedApp } from './scripted-app.ts';

const deeds: readonly Deed[] = [
  { kind: 'idle', us: 200_000 },
  { kind: 'message', us: 700_000, stack: ['com.example.Cart.total:34', 'com.example.Shop.open:12'], target: 'a', callback: 'b' },
  { kind: 'idle', us: 200_000 },
];

/**
 * A session file with one lag in which everything nameable has this name.
 * @param honest a class that keeps its name, as `com.example.Shop`, for its source
 */
export async function hostileSession(name: string, honest = ''): Promise<Uint8Array> {
  const atUs = SCRIPT_START_US + 1_000_000;
  return sessionBytes([
    { type: 'session', version: 1, createdUs: 1_700_000_000_000_000, host: name },
    ...scriptedApp(deeds).map((message) => renamed(message, name, honest)),
    { type: 'image', id: 1, base: 4_096, size: 4_096, buildId: Uint8Array.of(1, 2, 3, 4), path: `/data/app/${name}` },
    { type: 'log', level: 2, text: name },
    { type: 'dropped', atUs, messages: 1, samples: 1, why: name },
    { type: 'mark', atUs: SCRIPT_START_US + 400_000, name },
    { type: 'note', key: name, value: name },
    symbolsOf(0, name),
    symbolsOf(1, name),
    { type: 'bye', atUs, why: name },
    { type: 'processEnd', atUs, why: name },
  ]);
}

function symbolsOf(image: number, name: string): Message<'symbols'> {
  const found = { file: name, foundId: name, foundBy: name, why: name, bytes: 1, builtMs: 0, tookUs: 0 };
  return { type: 'symbols', run: 0, image, neededId: name, confidence: image === 0 ? 0 : 1, ...found };
}

function renamed(message: Message, name: string, honest: string): Message {
  switch (message.type) {
    case 'process':
      return processMessage(message.run, { device: name, serial: name, app: name });
    case 'hello':
      return { ...message, process: name, abi: name, runtime: name, capabilities: [{ name: 'monitors', enabled: 0, why: name }] };
    case 'thread':
      return { ...message, name, group: name };
    case 'string':
      return { ...message, text: name };
    case 'method':
      // Frames of the looper are also known by name.
      return message.class.startsWith('Lcom/example/') && message.class !== `L${honest.replaceAll('.', '/')};`
        ? { ...message, class: `L${name};`, name, sourceFile: `${name}.java` }
        : message;
    default:
      return message;
  }
}
