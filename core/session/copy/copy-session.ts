import { joinBytes } from '../../join-bytes.ts';
import { Decoder, Encoder } from '../../wire/codec.ts';
import type { Message } from '../../wire/schema.ts';
import type { SessionReader } from '../file/reader.ts';
import { decodeInSteps } from '../file/replay.ts';
import type { SessionRecordName } from '../file/session-stream.ts';
import { atOnce, type TurnDriver, Turns } from '../file/turns.ts';
import type { SessionWriter } from '../file/writer.ts';
import { type Redaction, Redactor } from './redaction.ts';

export interface CopyOptions {
  /** What is left out; everything is kept without it. */
  readonly redaction?: Redaction;
  /** Records that are put behind all others. */
  readonly added?: readonly Message<SessionRecordName>[];
  /** The source is a journal, which has no end yet: the copy gets one when nothing else is wrong. */
  readonly completes?: boolean;
  /** Others work in between; left out where nobody else waits. */
  readonly turns?: TurnDriver;
}

/** Sets the bases of a stream to those that each chunk begins with. */
const ORIGIN = new Encoder().encode({ type: 'clock', monoUs: 0, wallUs: 0, node: 0 });

/**
 * Copies a session, without what `redaction` names; of a chunk with a damaged message the copy holds what stands before that. A copy of
 * a damaged or cut session gets no end either, so that it still reads as one. Gives the number of damaged places. Rejects as the reader
 * and the writer's driver do.
 */
export async function copySession(reader: SessionReader, writer: SessionWriter, options: CopyOptions): Promise<number> {
  const redactor = options.redaction && new Redactor(options.redaction);
  const turns = options.turns && new Turns(options.turns);
  const run = async <Result>(steps: Iterator<unknown, Result>): Promise<Result> => turns?.run(steps) ?? atOnce(steps);
  let misread = 0;
  let isLater = false;
  for await (const chunk of reader) {
    const { sound, hasClock } = await run(soundPart(chunk));
    // A chunk that does not say where its clock stands begins at 0, wherever the one before it ended.
    if (isLater && !hasClock) writer.append(ORIGIN);
    isLater = true;
    writer.append(redactor === undefined ? sound : await run(redactor.chunkInSteps(sound)));
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

/** What stands before any damage, and whether it begins with where its clock stands; in steps. */
function* soundPart(chunk: Uint8Array): Generator<void, { readonly sound: Uint8Array; readonly hasClock: boolean }> {
  let first: Message['type'] | undefined;
  const decoder = new Decoder();
  const note = (type: Message['type']): void => {
    first ??= type;
  };
  yield* decodeInSteps(chunk, { apply: ({ type }) => note(type), sample: () => note('sample') }, decoder);
  return { sound: chunk.subarray(0, decoder.offset), hasClock: first === 'clock' };
}

/** The messages of one session without what `redaction` names. */
export async function* redacted(session: AsyncIterable<readonly Message[]>, redaction: Redaction): AsyncGenerator<readonly Message[]> {
  const redactor = new Redactor(redaction);
  for await (const messages of session) yield messages.map((message) => redactor.message(message));
}

/** The messages of a session file, chunk by chunk, as far as they can be read. */
export async function* messagesOf(reader: SessionReader): AsyncGenerator<readonly Message[]> {
  for await (const chunk of reader) yield new Decoder().push(chunk);
}

/**
 * Writes the messages of one session, whose times are as the agents gave them, to a file of its own. What this version does not know is
 * no message, and is left out. Rejects as the messages and the writer's driver do.
 */
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
