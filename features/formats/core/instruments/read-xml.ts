import type { AppleSystem } from '../../../../core/session/model/apple-systems.ts';
import { malformed } from '../import/import-errors.ts';
import type { ImportTask } from '../import/profile-reader.ts';
import { CleanText } from '../text/clean-text.ts';
import { stateOfRow, TraceRows } from './trace-rows.ts';
import type { TraceProcess } from './trace-threads.ts';
import { type OpenElement, TraceValues } from './trace-values.ts';
import { XmlError, XmlPieces } from './xml-pieces.ts';

export const LOOKS_LIKE = 'an export of Instruments';
/** Exports have some ten levels. */
const MOST_DEPTH = 200;
const MOST_TEXT = 1 << 20;

/** `xcrun xctrace export --xpath …`: tables of one or several schemas. */
export async function readXml(task: ImportTask): Promise<void> {
  const { source, builder, report, turns } = task;
  const rows = new TraceRows(report);
  const values = new TraceValues(builder, report);
  const open: OpenElement[] = [];
  const pieces = new XmlPieces();
  const text = new CleanText();
  let table = '';
  let hasContents = false;
  let rowCount = 0;
  const close = (): void => {
    const element = open.pop();
    if (element === undefined) throw new XmlError('closes an element that was not opened');
    const value = values.close(element);
    if (value === undefined) return;
    if (value.tag === 'row') {
      rowCount++;
      const use = rows.add(table, value.parts);
      if (use !== true) report.skipped(use);
    } else values.add(value, open.at(-1));
  };
  const read = (more: string): void => {
    for (const piece of pieces.of(more)) {
      if (piece.type === 'text') {
        const element = open.at(-1);
        if (element !== undefined && element.text.length < MOST_TEXT) element.text += piece.text;
      } else if (piece.type === 'close') {
        if (open.at(-1)?.tag !== piece.name) throw new XmlError(`has </${piece.name.slice(0, 50)}> in a wrong place`);
        close();
      } else {
        if (open.length === MOST_DEPTH) throw new XmlError(`has elements deeper than ${MOST_DEPTH}`);
        if (piece.name === 'node') table = '';
        else if (piece.name === 'schema') table = piece.attributes.get('name') ?? '';
        else if (piece.name === 'trace-toc') hasContents = true;
        open.push({ tag: piece.name, attributes: piece.attributes, parts: [], text: '' });
        if (piece.isEmpty) close();
      }
    }
  };
  try {
    for await (const bytes of source.chunks()) {
      // In steps, so that others have their turn.
      for (let at = 0; at < bytes.length; at += STEP_BYTES) {
        read(text.take(bytes.subarray(at, at + STEP_BYTES)));
        await turns.pause();
      }
    }
    read(text.end());
  } catch (error) {
    if (error instanceof XmlError) throw malformed(source.name, LOOKS_LIKE, error.message, error);
    throw error;
  }
  if (open.length > 0 || pieces.isOpen) report.truncated(`after ${rowCount.toLocaleString('en')} of its rows`);
  const chosen = rows.threads.chosen;
  if (chosen === undefined) {
    throw malformed(
      source.name,
      LOOKS_LIKE,
      hasContents ? 'has a table of contents alone: export a table with --xpath' : 'has no samples and no hangs',
    );
  }
  await fill(chosen, rows, task);
}

const STEP_BYTES = 64 << 10;

async function fill(process: TraceProcess, rows: TraceRows, { builder, report, turns }: ImportTask): Promise<void> {
  const others = [...rows.threads.processes.values()].filter((each) => each !== process);
  report.skipped(
    'samples of other processes',
    others.reduce((sum, { count }) => sum + count, 0),
  );
  report.skipped(
    'hangs of other processes',
    others.reduce((sum, { hangs }) => sum + hangs, 0),
  );
  report.read('hangs', process.hangs);
  builder.process({ ...(process.name === '' ? {} : { name: process.name }), pid: process.pid, system: systemOf(builder.frames.images) });
  let hasHangs = false;
  for (const { name, tid, isMain, samples, hangs } of process.threads.values()) {
    const handle = builder.thread({
      name: isMain === true ? 'main' : name || `Thread ${tid}`,
      tid,
      ...(isMain === undefined ? {} : { isMain }),
    });
    for (let row = 0; row < samples.length; row++) {
      const { beginUs, endUs, stack, state } = samples.at(row);
      builder.sample(handle, beginUs, endUs, stack, stateOfRow(state));
      if (row % 1_024 === 0) await turns.pause();
    }
    report.read('samples', samples.length);
    for (const { beginUs, endUs, kind } of hangs) {
      builder.message(handle, beginUs, endUs);
      builder.mark(beginUs, `Instruments: ${kind}`);
      hasHangs = true;
    }
  }
  const risks = rows.risks.filter(({ pid }) => pid === 0 || pid === process.pid);
  report.read('hang risks', risks.length);
  report.skipped('hang risks of other processes', rows.risks.length - risks.length);
  for (const { atUs, text } of risks) builder.mark(atUs, `Instruments: hang risk${text === '' ? '' : `, ${text.slice(0, 200)}`}`);
  if (!hasHangs && !rows.hasWaits) {
    report.assumed('The table has threads on a core alone, so a wait of main ends its lag: export the table potential-hangs, too.');
  }
}

/** By the places of libraries, as tables do not name it. */
function systemOf(images: readonly { readonly path: string }[]): AppleSystem {
  for (const { path } of images) {
    if (path.includes('/CoreSimulator/')) return 'ios-simulator';
    if (/^\/(?:Users|Applications|opt|Volumes)\/|\.app\/Contents\/MacOS\//.test(path)) return 'macos';
  }
  return 'ios';
}
