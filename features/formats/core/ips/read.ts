import { field, listField, numberField, textField } from '../../../../core/text/json-fields.ts';
import { named, wallUsOf } from '../field/apple-facts.ts';
import { appleSystemOf } from '../field/apple-system.ts';
import type { FieldReport } from '../field/field-report.ts';
import { layOut } from '../field/lay-out.ts';
import { type KsContext, ReportImages } from '../field/native-frames.ts';
import { malformed } from '../import/import-errors.ts';
import type { Beginning, ImportTask } from '../import/profile-reader.ts';
import { crashReport } from './crash-body.ts';
import { stackshot } from './stackshot-body.ts';
import { looksLikeTextReport, readText } from './text/read-text.ts';
import { LOOKS_LIKE, twoDocuments } from './two-documents.ts';

/** The first line alone is a JSON object with the kind of the report, or the report is text. */
export function looksLikeIps({ text }: Beginning): boolean {
  const end = text.indexOf('\n');
  return (end > 0 && /^\{.*"bug_type"\s*:.*\}\s*$/.test(text.slice(0, Math.min(end, 10_000)))) || looksLikeTextReport(text);
}

export async function readIps(task: ImportTask): Promise<void> {
  const { builder, report } = task;
  const documents = await twoDocuments(task);
  const { header } = documents;
  if ('text' in documents) return finish(await readText(header, documents.text, task), task);
  const { body } = documents;
  if (/^panic\(/.test(textField(body, 'panicString') || textField(body, 'string'))) {
    throw malformed(task.source.name, LOOKS_LIKE, 'is of a panic of the kernel, not of an app');
  }
  const context = { tables: builder, images: new ReportImages(builder), arch: textField(body, 'cpuType') };
  const name = textField(header, 'bundleID') || textField(field(body, 'bundleInfo'), 'CFBundleIdentifier');
  const wallUs = wallUsOf(textField(body, 'captureTime') || textField(body, 'date') || textField(header, 'timestamp'));
  const device = textField(body, 'modelCode') || textField(body, 'product');
  const version = textField(header, 'os_version') || textField(body, 'build') || osVersionOf(body);
  const facts = {
    ...named(name || textField(body, 'procName') || textField(header, 'app_name') || textField(header, 'name')),
    system: appleSystemOf(`${platforms.get(numberField(header, 'platform') ?? 0) ?? ''}\n${version}`, device),
    device,
    version,
    ...(wallUs === undefined ? {} : { wallUs }),
  };
  const shot = stackshotOf(header, body, context, task);
  builder.process({ ...facts, pid: shot?.pid ?? numberField(body, 'pid') ?? 0 });
  if (name === '' && shot !== undefined) builder.process(named(shot.name));
  const found = shot?.report ?? crashReport(body, context, report);
  report.read('libraries', Math.max(listField(body, 'usedImages').length, listField(body, 'binaryImages').length));
  await finish(found, task);
}

async function finish(found: FieldReport, task: ImportTask): Promise<void> {
  if (found.threads.every(({ stacks }) => stacks.length === 0)) throw malformed(task.source.name, LOOKS_LIKE, 'has no stacks');
  await layOut([found], task);
}

/** `platform` of a header, as in Mach-O's LC_BUILD_VERSION. */
const platforms: ReadonlyMap<number, string> = new Map([
  [1, 'macOS'],
  [2, 'iOS'],
  [3, 'tvOS'],
  [4, 'watchOS'],
  [6, 'Mac Catalyst'],
  [7, 'iOS simulator'],
  [8, 'tvOS simulator'],
  [9, 'watchOS simulator'],
  [11, 'visionOS'],
  [12, 'visionOS simulator'],
]);

function osVersionOf(body: unknown): string {
  const version = field(body, 'osVersion');
  const build = textField(version, 'build');
  return `${textField(version, 'train')}${build === '' ? '' : ` (${build})`}`.trim();
}

/** Of a stackshot, or of a report with one inside. */
function stackshotOf(header: unknown, body: unknown, context: KsContext, { report }: ImportTask): ReturnType<typeof stackshot> {
  if (listField(body, 'threads').length > 0) return undefined;
  const shot = field(body, 'stackshot') ?? body;
  if (field(shot, 'processByPid') === undefined) return undefined;
  const names = [textField(body, 'procName'), textField(header, 'app_name'), textField(header, 'name')];
  return stackshot(shot, names, context, report);
}
