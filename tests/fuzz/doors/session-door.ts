import assert from 'node:assert/strict';
import { deflateRawSync } from 'node:zlib';
import { reportJson } from '../../../cli/report/report-json.ts';
import { reportText } from '../../../cli/report/report-text.ts';
import { sessionReport } from '../../../cli/report/session-report.ts';
import { AppMethods } from '../../../core/analysis/frames/app-methods.ts';
import { LagDetector } from '../../../core/analysis/lags/detect/lag-detector.ts';
import { baselineOf } from '../../../core/analysis/lags/groups/baseline.ts';
import { sessionMarkdown } from '../../../core/analysis/report/session-markdown.ts';
import { LineCosts } from '../../../core/analysis/source-costs/line-costs.ts';
import { LaglensError } from '../../../core/errors.ts';
import { copySession, messagesOf, writeMessages } from '../../../core/session/copy/copy-session.ts';
import { excerptOf } from '../../../core/session/copy/excerpt.ts';
import { carefulRedaction } from '../../../core/session/copy/redaction.ts';
import { crc32 } from '../../../core/session/file/crc32.ts';
import { chunkHeader, chunkType, fileHeader } from '../../../core/session/file/file-layout.ts';
import { readSession } from '../../../core/session/file/reader.ts';
import { replaySession } from '../../../core/session/file/replay.ts';
import { SessionWriter } from '../../../core/session/file/writer.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';
import type { Message } from '../../../core/wire/schema.ts';
import { parseBaseline } from '../../../protocol/parse-baseline.ts';
import { MemoryFile, sessionBytes, sourceOf } from '../../core/memory-session.ts';
import type { Door } from '../door.ts';
import type { Work } from '../work.ts';
import { alteredMessages, encoded, messageSeeds } from './messages-door.ts';

const isAppClass = (name: string): boolean => name.startsWith('com.');
const options = { name: 'fuzz', thresholdUs: 20_000, isAppClass, tree: true };

/** A session file with all its derivatives: report, Markdown, baseline, line costs, an excerpt, a copy to share. */
export const session: Door = {
  name: 'session',
  seeds: async () => await Promise.all(messageSeeds.map((messages) => sessionBytes(messages))),
  altered: (seed, random) => alteredFile(messageSeeds[Math.floor(random() * messageSeeds.length)] ?? [], seed, random),
  run: open,
  refuses: (error) => error instanceof LaglensError && (error.code === 'session-unreadable' || error.code === 'session-newer'),
  // Deflate makes a thousand bytes of one, and reports repeat long names, in some ten counted passes.
  most: (bytes) => 40_000_000 + 20_000 * bytes,
  count: 300,
};

async function open(bytes: Uint8Array, work: Work): Promise<unknown> {
  const driver = new MemoryFile();
  const { model, report } = await replaySession(sourceOf(bytes), driver);
  assert.ok(Number.isSafeInteger(model.nowUs) && model.nowUs >= 0);
  const judge = new LagDetector(model, options);
  judge.update();
  const baseline = baselineOf(model, judge.lags, { title: '', session: '', thresholdUs: options.thresholdUs });
  assert.ok(parseBaseline(JSON.parse(JSON.stringify(baseline))), 'our own baseline is taken');
  const summary = sessionReport(model, { ...options, file: report, baseline });
  work.made([reportText(summary), reportJson(summary), baseline, await markdownOf(model, judge)]);
  lineCosts(model, judge);
  work.made(await shared(bytes, model, report.truncated));
  return report;
}

async function markdownOf(model: SessionModel, judge: LagDetector): Promise<string> {
  const app = new AppMethods(model, isAppClass);
  const facts = {
    title: 'fuzz',
    version: '1.2.3',
    lags: judge.lags,
    chosen: judge.lags[0],
    thresholdUs: options.thresholdUs,
    app,
    beside: { lags: judge.leftOut },
  };
  return await sessionMarkdown(model, { ...facts, codeOf: async () => undefined });
}

function lineCosts(model: SessionModel, judge: LagDetector): void {
  const costs = new LineCosts(model);
  const file = costs.watch(() => true);
  for (let turns = 0; turns < 1_000 && !costs.update(judge.lags, 5_000); turns++);
  file.heat();
}

/** A redacted copy and an excerpt, both read again. */
async function shared(bytes: Uint8Array, model: SessionModel, isCut: boolean): Promise<readonly number[]> {
  const redaction = carefulRedaction(['/home/somebody/app']);
  const copy = new MemoryFile();
  const damaged = await copySession(readSession(sourceOf(bytes), copy), new SessionWriter(copy), { redaction });
  const run = model.runs.at(-1);
  const beginUs = run?.originUs ?? 0;
  const part = new MemoryFile();
  const excerptOptions = { run: run?.index ?? 0, beginUs, endUs: beginUs + 1_000_000 };
  await writeMessages(excerptOf(messagesOf(readSession(sourceOf(bytes), part)), excerptOptions), new SessionWriter(part), redaction);
  const copied = await replaySession(sourceOf(copy.bytes), copy);
  assert.deepEqual(
    [copied.report.badChunks, copied.report.truncated],
    [0, damaged > 0 || isCut],
    'a copy can be read, and says what it lacks',
  );
  const excerpt = await replaySession(sourceOf(part.bytes), part);
  assert.deepEqual([excerpt.report.badChunks, excerpt.report.truncated], [0, false], 'an excerpt can be read');
  return [copy.bytes.length, part.bytes.length];
}

/** Altered messages in sound chunks, or in chunks with a lying header. */
function alteredFile(messages: readonly Message[], seed: Uint8Array, random: () => number): Uint8Array {
  if (random() < 0.1) return seed;
  const parts: Uint8Array[] = [fileHeader()];
  const pieces = encoded(alteredMessages(messages, random));
  const perChunk = 1 + Math.floor(random() * pieces.length);
  for (let at = 0; at < pieces.length; at += perChunk) parts.push(chunk(Buffer.concat(pieces.slice(at, at + perChunk)), random));
  return Buffer.concat(parts);
}

const odd = (value: number, random: () => number): number => (random() < 0.03 ? Math.floor(random() * 2 ** 32) : value);

function chunk(raw: Uint8Array, random: () => number): Uint8Array {
  const stored = deflateRawSync(raw, { level: 1 });
  const times = random() < 0.05 ? { firstUs: Number.NaN, lastUs: -1e300 } : { firstUs: 0, lastUs: 0 };
  const header = chunkHeader({
    type: random() < 0.02 ? Math.floor(random() * 4) : chunkType.messages,
    rawLength: odd(raw.length, random),
    storedLength: odd(stored.length, random),
    crc32: crc32(stored),
    ...times,
  });
  return Buffer.concat([header, stored]);
}
