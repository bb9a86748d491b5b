import type { Turns } from '../../../../core/session/file/turns.ts';
import type { SessionWriter } from '../../../../core/session/file/writer.ts';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import { Encoder } from '../../../../core/wire/encoder.ts';
import type { SessionBuilder } from './session-builder.ts';
import { sessionMessages } from './session-messages.ts';

/** Written as soon as this much waits. */
const FLUSH_BYTES = 1 << 20;
/** Per step. */
const STEP_MESSAGES = 256;

/** Writes the built session; the writer's errors pass. */
export async function writeSession(builder: SessionBuilder, writer: SessionWriter, turns: Turns): Promise<void> {
  const encoder = new Encoder();
  let count = 0;
  for (const message of sessionMessages(builder)) {
    const bytes = encoder.encode(message);
    writer.appendPiece({ bytes, messages: [message], timeUs: encoder.timeUs, node: encoder.node });
    if (++count % STEP_MESSAGES !== 0) continue;
    if (writer.pendingBytes > FLUSH_BYTES) await writer.flush();
    await turns.pause();
  }
  await writer.finish();
}

/** Fills a model with the built session. */
export async function fillModel(builder: SessionBuilder, model: SessionModel, turns: Turns): Promise<void> {
  let count = 0;
  for (const message of sessionMessages(builder)) {
    model.apply(message);
    if (++count % STEP_MESSAGES === 0) await turns.pause();
  }
}
