import { readSession, type SessionReport } from '../../core/session/file/reader.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import { Decoder } from '../../core/wire/decoder.ts';
import { inflateDriver, SessionFile } from '../../host/session-file.ts';

export async function readWholeSession(path: string): Promise<{ readonly model: SessionModel; readonly report: Readonly<SessionReport> }> {
  const file = await SessionFile.open(path);
  const reader = readSession(file, inflateDriver);
  const model = new SessionModel();
  for await (const chunk of reader) for (const message of new Decoder().push(chunk)) model.apply(message);
  await file.close();
  return { model, report: reader.report };
}
