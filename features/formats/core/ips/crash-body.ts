import { field, listField, numberField, textField } from '../../../../core/text/json-fields.ts';
import { hangUs } from '../field/assumed-lengths.ts';
import type { FieldReport, ReportThread } from '../field/field-report.ts';
import { callBytes, type KsContext, shownName } from '../field/native-frames.ts';
import { allowanceUs } from '../field/watchdog.ts';
import type { ImportReport } from '../import/import-report.ts';

/** The watchdog's exit code. */
const ATE_BAD_FOOD = 0x8bad_f00d;
const MAIN_QUEUE = 'com.apple.main-thread';
/** More levels of inlined functions are left out. */
const MOST_INLINED = 100;

interface UsedImage {
  readonly base: number;
  readonly handle: number;
}

/** A body with `threads` and `usedImages`. */
export function crashReport(body: unknown, context: KsContext, report: ImportReport): FieldReport {
  const images = listField(body, 'usedImages').map((each): UsedImage => {
    const base = numberField(each, 'base') ?? 0;
    const path = textField(each, 'path') || textField(each, 'name');
    const size = numberField(each, 'size') ?? 0;
    return { base, handle: context.images.add({ path, uuid: textField(each, 'uuid'), base, size, linkedAt: 0 }) };
  });
  const list = listField(body, 'threads');
  const byQueue = list.findIndex((each) => textField(each, 'queue') === MAIN_QUEUE);
  const main = byQueue < 0 ? 0 : byQueue;
  const threads = list.map((each, at): ReportThread => {
    const stack = stackOf(listField(each, 'frames'), images, context);
    return {
      name: textField(each, 'name'),
      tid: numberField(each, 'id') ?? 0,
      isMain: at === main,
      group: textField(each, 'queue'),
      stacks: stack === 0 ? [] : [{ stack, weight: 1 }],
    };
  });
  return { title: titleOf(body), lastsUs: watchdogUs(body, report), threads };
}

function stackOf(frames: readonly unknown[], images: readonly UsedImage[], { tables, arch }: KsContext): number {
  let stack = 0;
  for (let at = frames.length - 1; at >= 0; at--) {
    const frame = frames[at];
    const image = images[numberField(frame, 'imageIndex') ?? -1];
    const offset = numberField(frame, 'imageOffset') ?? -1;
    const call = Math.max(0, offset - (at === 0 ? 0 : callBytes(arch)));
    const name = shownName(textField(frame, 'symbol'));
    const place = { file: textField(frame, 'sourceFile'), line: numberField(frame, 'sourceLine') ?? 0 };
    const where = image !== undefined && offset >= 0 ? { image: image.handle, address: call } : {};
    stack = tables.stack(stack, tables.frame({ function: name || ('image' in where ? '' : '?'), ...place, ...where }));
    for (const inlined of listField(frame, 'inlined').slice(0, MOST_INLINED)) {
      const text = textField(inlined, 'symbol');
      const line = numberField(inlined, 'sourceLine') ?? 0;
      if (text !== '') stack = tables.stack(stack, tables.frame({ function: text, file: textField(inlined, 'sourceFile'), line }));
    }
  }
  return stack;
}

/** Undefined unless the watchdog ended the app. */
function watchdogUs(body: unknown, report: ImportReport): number | undefined {
  const termination = field(body, 'termination');
  if (numberField(termination, 'code') !== ATE_BAD_FOOD) return undefined;
  const texts = [...listField(termination, 'details'), ...listField(termination, 'reasons')];
  for (const text of texts) {
    const us = typeof text === 'string' ? allowanceUs(text) : undefined;
    if (us !== undefined) return us;
  }
  return hangUs(undefined, 'watchdog', report);
}

function titleOf(body: unknown): string {
  const exception = field(body, 'exception');
  const termination = field(body, 'termination');
  if (numberField(termination, 'code') === ATE_BAD_FOOD) return 'Apple: ended by the watchdog (0x8badf00d)';
  const parts = [textField(exception, 'type'), textField(exception, 'signal'), textField(termination, 'indicator')];
  return `Apple: crash ${parts.filter((part) => part !== '').join(', ')}`.trimEnd();
}
