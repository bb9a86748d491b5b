import assert from 'node:assert/strict';
import { LagDetector } from '../../../../core/analysis/lags/detect/lag-detector.ts';
import type { Lag } from '../../../../core/analysis/lags/lag.ts';
import { visitSpans } from '../../../../core/analysis/threads/spans.ts';
import { uint32At } from '../../../../core/columns/at.ts';
import { Turns } from '../../../../core/session/file/turns.ts';
import { SessionModel } from '../../../../core/session/model/model.ts';
import type { Thread } from '../../../../core/session/model/thread.ts';
import type { ByteSource } from '../../core/import/byte-source.ts';
import { ImportReport } from '../../core/import/import-report.ts';
import type { ImportTask, ProfileReader } from '../../core/import/profile-reader.ts';
import { SessionBuilder } from '../../core/import/session-builder.ts';
import { fillModel } from '../../core/import/write-session.ts';

const others = { nowMs: () => performance.now(), turn: async () => {} };

/** @param pieceBytes cuts letters and lines, as files do */
export function sourceOf(content: string | Uint8Array, pieceBytes = 7): ByteSource {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return {
    name: 'given',
    size: bytes.length,
    async *chunks() {
      for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
    },
  };
}

export interface Imported {
  readonly model: SessionModel;
  readonly report: ImportReport;
}

/** @param drivers of compressed parts, without which they are skipped, and of source maps */
export async function imported(
  read: ProfileReader,
  content: string | Uint8Array,
  pieceBytes?: number,
  drivers: Pick<ImportTask, 'inflate' | 'unzstd' | 'beside' | 'sourceMap'> = {},
): Promise<Imported> {
  const report = new ImportReport('test');
  const builder = new SessionBuilder(report);
  await read({ source: sourceOf(content, pieceBytes), builder, report, turns: new Turns(others), ...drivers });
  return { model: await modelOf(builder), report };
}

export async function modelOf(builder: SessionBuilder): Promise<SessionModel> {
  const model = new SessionModel();
  await fillModel(builder, model, new Turns(others));
  return model;
}

/** Class and name of a stack's methods, outermost first. */
export function methodsOf(model: SessionModel, stack: number): readonly string[] {
  const names: string[] = [];
  for (let node = stack; node !== 0; node = uint32At(model.nodes.parent, node)) {
    const method = model.methods[uint32At(model.nodes.method, node)];
    names.unshift(`${method?.class ?? ''}${method?.name ?? ''}`);
  }
  return names;
}

/** `begin-end outermost/…/innermost` of each sample row with a stack, in milliseconds. */
export function rowsOf(model: SessionModel, { samples }: Thread): readonly string[] {
  const rows: string[] = [];
  for (let row = 0; row < samples.length; row++) {
    const names = methodsOf(model, samples.nodeAt(row));
    const times = `${samples.beginUsAt(row) / 1e3}-${samples.endUsAt(row) / 1e3}`;
    if (names.length > 0) rows.push(`${times} ${names.join('/')}`);
  }
  return rows;
}

export function lagsOf(model: SessionModel, thresholdUs = 100_000): readonly Lag[] {
  const detector = new LagDetector(model, { thresholdUs, isAppClass: () => true });
  detector.update();
  return detector.lags;
}

/** Stack of a thread at a moment, '' if none was seen. */
export function stackAt(of: SessionModel, tid: number, atUs: number): string {
  const thread = of.threads.find((each) => each.tid === tid);
  assert.ok(thread);
  let stack = '';
  visitSpans(of, thread, atUs, atUs + 1, ({ node }) => {
    stack ||= methodsOf(of, node).join('/');
  });
  return stack;
}
