import { textField } from '../../../../../core/text/json-fields.ts';
import { named, wallUsOf } from '../../field/apple-facts.ts';
import { appleSystemOf } from '../../field/apple-system.ts';
import type { FieldReport } from '../../field/field-report.ts';
import { callBytes, type KsContext, ReportImages } from '../../field/native-frames.ts';
import { eachValue, type Use } from '../../import/each-line.ts';
import type { ImportTask } from '../../import/profile-reader.ts';
import { CrashLines } from './crash-report.ts';
import { isSampleText, SampleLines } from './sample-lines.ts';
import { sampleReport } from './sample-report.ts';
import { SpindumpLines } from './spindump-lines.ts';
import { spindumpReport } from './spindump-report.ts';
import { linesOf, TextFields } from './text-fields.ts';
import { TextImages } from './text-images.ts';

/** Beyond are no lines of reports, but data. */
const MOST_LETTERS = 20_000;

/** Tools that write the head of `sample`'s output over lists of memory: leaks, heap, vmmap. */
const OTHER_TOOL = /^(?:Analysis Tool:.{0,500}\/(?!sample\s{0,5}$)[\w-]{1,40}\s{0,5}$|leaks Report Version:)/m;

/** Threads of a crash report without its head, as trackers have them. */
const EXCERPT =
  /^Thread \d{1,6}(?: Crashed| Highlighted)?:[^\n]{0,200}\n(?:Thread \d{1,6} Crashed:\n)?\d{1,4} {1,4}\S[^\n]{0,100}?[ \t]0x[\da-f]{8,16}[ \t]{1,40}\S/m;

/** True for the begin of Apple's reports that are text, without the JSON line before them. */
export function looksLikeTextReport(text: string): boolean {
  const begin = text.slice(0, 16_384);
  if (OTHER_TOOL.test(begin)) return false;
  if (isSampleText(begin) && /^Call graph:/m.test(begin)) return true;
  if (EXCERPT.test(begin)) return true;
  return /^Report Version: /m.test(begin) && /^(?:Incident Identifier|Date\/Time|Data Source): /m.test(begin);
}

/** A spindump, hang, stackshot or resource report as text, a crash report, or the output of `sample`. */
export async function readText(header: unknown, text: string, task: ImportTask): Promise<FieldReport> {
  const { builder, report } = task;
  const fields = new TextFields();
  // Both kinds name their architecture before the first stack.
  const arch = /^(?:Architecture|Code Type):\s{1,100}(\S{1,40})/m.exec(text.slice(0, 65_536))?.[1] ?? '';
  const context: KsContext = { tables: builder, images: new ReportImages(builder), arch };
  const images = new TextImages(context, callBytes(arch));
  const names = [textField(header, 'app_name'), textField(header, 'name')].filter((name) => name !== '');
  const begin = text.slice(0, 1 << 20);
  const isSample = isSampleText(begin.slice(0, 16_384));
  const isCrash = !isSample && /^(?:Thread \d{1,6}(?: name| Crashed| Highlighted)?:|Exception Type:)/m.test(begin);
  const sample = new SampleLines(fields, images);
  const crash = new CrashLines(fields, images, report);
  const spindump = new SpindumpLines(fields, names, report);
  const lines = isSample ? sample : isCrash ? crash : spindump;
  const isCut = isSample
    ? !/^(?:Total number in stack|Sort by top of stack|Binary Images:)/m.test(text)
    : !/^[ \t]{0,100}Binary Images:/m.test(text.slice(text.lastIndexOf('\n\nProcess:') + 1));
  await eachValue(linesOf(text, isCut ? 'cut' : 'whole'), task, (line): Use => {
    return line.length > MOST_LETTERS ? 'lines longer than 20,000 letters' : lines.add(line);
  });
  if (isCut) report.truncated(isSample ? 'within its call graph' : 'before the list of libraries');
  let found: FieldReport;
  let pid = Number(/\[(\d{1,9})\]/.exec(fields.of('Process'))?.[1] ?? fields.of('PID'));
  if (isSample) found = sampleReport(sample, images, context, task);
  else if (isCrash) found = crash.end(context);
  else {
    const block = spindump.end();
    for (const line of block?.imageLines ?? []) images.addLine(line);
    pid = block?.pid || pid;
    found = spindumpReport({ fields, block, heaviest: spindump.heaviest }, images, context, report);
    if (fields.of('Command') === '' && block !== undefined) builder.process(named(block.name));
  }
  describe(header, fields, Number.isSafeInteger(pid) ? pid : 0, task);
  report.read('libraries', images.count);
  return found;
}

function describe(header: unknown, fields: TextFields, pid: number, { builder }: ImportTask): void {
  const command = fields.of('Command') || fields.of('Process').replace(/ \[\d{1,9}\]$/, '');
  const wallUs = wallUsOf(fields.of('Date/Time') || textField(header, 'timestamp'));
  const device = fields.of('Hardware Model') || fields.of('Hardware model') || fields.of('Model').split(',').slice(0, 2).join(',');
  const version = fields.of('OS Version') || textField(header, 'os_version');
  builder.process({
    ...named(textField(header, 'bundleID') || fields.of('Identifier') || command || textField(header, 'app_name')),
    system: appleSystemOf(`${fields.of('Platform')}\n${version}`, device),
    device,
    version,
    pid,
    ...(wallUs === undefined ? {} : { wallUs }),
  });
}
