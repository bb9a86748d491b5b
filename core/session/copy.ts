import { Decoder, Encoder } from '../wire/codec.ts';
import type { Message } from '../wire/schema.ts';
import { joinBytes } from './join-bytes.ts';
import type { SessionReader } from './reader.ts';
import { type Redaction, Redactor } from './redaction.ts';
import type { SessionRecordName } from './session-stream.ts';
import type { SessionWriter } from './writer.ts';

export interface CopyOptions {
  /** What is left out; everything is kept without it. */
  readonly redaction?: Redaction;
  /** Records that are put behind all others. */
  readonly added?: readonly Message<SessionRecordName>[];
}

/**
 * Copies a session: a journal becomes a finished file of full chunks, without what `redaction` names. Rejects as the
 * reader and the writer's driver do; chunks whose messages are damaged are left out and counted.
 */
export async function copySession(reader: SessionReader, writer: SessionWriter, options: CopyOptions): Promise<number> {
  const redactor = options.redaction && new Redactor(options.redaction);
  let leftOut = 0;
  for await (const chunk of reader) {
    const decoder = new Decoder();
    decoder.push(chunk);
    if (decoder.offset === chunk.length) writer.append(redactor?.chunk(chunk) ?? chunk);
    else leftOut++;
    if (writer.pendingBytes > 1 << 20) await writer.flush();
  }
  for (const record of options.added ?? []) writer.appendMessage(redactor ? redactor.message(record) : record);
  await writer.finish();
  return leftOut;
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
  const redactor = redaction && new Redactor(redaction);
  const encoder = new Encoder();
  for await (const messages of session) {
    writer.append(joinBytes(messages.map((message) => encoder.encode(redactor?.message(message) ?? message))));
    if (writer.pendingBytes > 1 << 20) await writer.flush();
  }
  await writer.finish();
}
