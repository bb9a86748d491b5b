import { named, wallUsOf } from '../../field/apple-facts.ts';
import type { FieldReport } from '../../field/field-report.ts';
import { callBytes, type KsContext, ReportImages } from '../../field/native-frames.ts';
import { textField } from '../../import/json.ts';
import type { ImportTask } from '../../import/profile-reader.ts';
import { CrashLines } from './crash-report.ts';
import { SpindumpLines } from './spindump-lines.ts';
import { spindumpReport } from './spindump-report.ts';
import { linesOf, TextFields } from './text-fields.ts';
import { TextImages } from './text-images.ts';

/** Beyond are no lines of reports, but data. */
const MOST_LETTERS = 20_000;

/** True for the begin of Apple's reports that are text, without the JSON line before them. */
export function looksLikeTextReport(text: string): boolean {
  const begin = text.slice(0, 16_384);
  return /^Report Version: /m.test(begin) && /^(?:Incident Identifier|Date\/Time|Data Source): /m.test(begin);
}

/** A spindump, hang, stackshot or resource report as text, or a crash report. */
export async function readText(header: unknown, text: string, task: ImportTask): Promise<FieldReport> {
  const { builder, report, turns } = task;
  const fields = new TextFields();
  // Both kinds name their architecture before the first stack.
  const arch = /^(?:Architecture|Code Type):\s{1,100}(\S{1,40})/m.exec(text.slice(0, 65_536))?.[1] ?? '';
  const context: KsContext = { tables: builder, images: new ReportImages(builder), arch };
  const images = new TextImages(context, callBytes(arch));
  const names = [textField(header, 'app_name'), textField(header, 'name')].filter((name) => name !== '');
  const isCrash = /^(?:Thread \d{1,6}(?: name| Crashed| Highlighted)?:|Exception Type:)/m.test(text.slice(0, 1 << 20));
  const crash = new CrashLines(fields, images, report);
  const spindump = new SpindumpLines(fields, names, report);
  const lines = isCrash ? crash : spindump;
  const isCut = !/^[ \t]{0,100}Binary Images:/m.test(text.slice(text.lastIndexOf('\n\nProcess:') + 1));
  for (const line of linesOf(text, isCut ? 'cut' : 'whole')) {
    if (line.length > MOST_LETTERS) report.skipped('lines longer than 20,000 letters');
    else lines.add(line);
    await turns.pause();
  }
  if (isCut) report.truncated('before the list of libraries');
  let found: FieldReport;
  let pid = Number(/\[(\d{1,9})\]/.exec(fields.of('Process'))?.[1] ?? fields.of('PID'));
  if (isCrash) found = crash.end(context);
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
  builder.process({
    ...named(textField(header, 'bundleID') || fields.of('Identifier') || command || textField(header, 'app_name')),
    system: 'ios',
    device: fields.of('Hardware Model') || fields.of('Hardware model'),
    version: fields.of('OS Version') || textField(header, 'os_version'),
    pid,
    ...(wallUs === undefined ? {} : { wallUs }),
  });
}
