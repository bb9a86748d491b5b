import { joinBytes } from '../../join-bytes.ts';
import { Decoder } from '../../wire/decoder.ts';
import { Encoder } from '../../wire/encoder.ts';
import type { Message } from '../../wire/schema.ts';
import type { SessionReader } from '../file/reader.ts';
import { decodeInSteps } from '../file/replay.ts';
import type { SessionRecordName } from '../file/session-stream.ts';
import { atOnce, type TurnDriver, Turns } from '../file/turns.ts';
import type { SessionWriter } from '../file/writer.ts';
import { type Redaction, Redactor } from './redaction.ts';

interface CopyOptions {
  /** Without it, everything is kept. */
  readonly redaction?: Redaction;
  readonly added?: readonly Message<SessionRecordName>[];
  /** The source is a journal: the copy gets an end if nothing else is wrong. */
  readonly completes?: boolean;
  /** Left out where no one else waits. */
  readonly turns?: TurnDriver;
}

/** A chunk's default bases. */
const ORIGIN = new Encoder().encode({ type: 'clock', monoUs: 0, wallUs: 0, node: 0 });

/**
 * Copies a session without what `redaction` names. Keeps a damaged chunk's part before the damage; a damaged or cut session gets no end.
 * Returns the number of damaged places. Rejects as reader and driver do.
 */
export async function copySession(reader: SessionReader, writer: SessionWriter, options: CopyOptions): Promise<number> {
  const redactor = options.redaction && new Redactor(options.redaction);
  const turns = options.turns && new Turns(options.turns);
  const run = async <Result>(steps: Iterator<unknown, Result>): Promise<Result> => turns?.run(steps) ?? atOnce(steps);
  let misread = 0;
  let isLater = false;
  for await (const chunk of reader) {
    const { sound, hasClock } = await run(soundPart(chunk));
    // A chunk without a clock begins at 0.
    if (isLater && !hasClock) writer.append(ORIGIN);
    isLater = true;
    writer.appendChunk(redactor === undefined ? sound : await run(redactor.chunkInSteps(sound)));
    if (sound.length < chunk.length) misread++;
    if (writer.pendingBytes > 1 << 20) await writer.flush();
    await turns?.pause();
  }
  for (const record of options.added ?? []) writer.appendMessage(redactor ? redactor.message(record) : record);
  const { badChunks, truncated } = reader.report;
  const damaged = badChunks + misread;
  const isWhole = damaged === 0 && (!truncated || options.completes === true);
  await (isWhole ? writer.finish() : writer.flush());
  return damaged;
}

/** Also says whether it begins with a clock; in steps. */
function* soundPart(chunk: Uint8Array): Generator<void, { readonly sound: Uint8Array; readonly hasClock: boolean }> {
  let first: Message['type'] | undefined;
  const decoder = new Decoder();
  const note = (type: Message['type']): void => {
    first ??= type;
  };
  yield* decodeInSteps(chunk, { apply: ({ type }) => note(type), sample: () => note('sample') }, decoder);
  return { sound: chunk.subarray(0, decoder.offset), hasClock: first === 'clock' };
}

/** Messages of a session without what `redaction` names. */
export async function* redacted(session: AsyncIterable<readonly Message[]>, redaction: Redaction): AsyncGenerator<readonly Message[]> {
  const redactor = new Redactor(redaction);
  for await (const messages of session) yield messages.map((message) => redactor.message(message));
}

export async function* messagesOf(reader: SessionReader): AsyncGenerator<readonly Message[]> {
  for await (const chunk of reader) yield new Decoder().push(chunk);
}

/** Writes messages with agents' times to a new file, without unknown ones. Rejects as the messages and the driver do. */
export async function writeMessages(
  session: AsyncIterable<readonly Message[]>,
  writer: SessionWriter,
  redaction: Redaction | undefined,
): Promise<void> {
  const encoder = new Encoder();
  for await (const messages of redaction ? redacted(session, redaction) : session) {
    writer.append(joinBytes(messages.map((message) => encoder.encode(message))));
    if (writer.pendingBytes > 1 << 20) await writer.flush();
  }
  await writer.finish();
}
