import { field, listField, textField } from '../../../../core/text/json-fields.ts';
import { named, wallUsOf } from '../field/apple-facts.ts';
import { appleSystemOf } from '../field/apple-system.ts';
import { hangUs } from '../field/assumed-lengths.ts';
import type { FieldReport, ReportThread } from '../field/field-report.ts';
import { layOut } from '../field/lay-out.ts';
import { measuredUs } from '../field/measured.ts';
import { ReportImages } from '../field/native-frames.ts';
import { malformed } from '../import/import-errors.ts';
import { jsonOf } from '../import/json.ts';
import type { Beginning, ImportTask } from '../import/profile-reader.ts';
import { hasKeys } from '../text/json-outline.ts';
import { callStacks } from './call-stacks.ts';

const LOOKS_LIKE = 'a MetricKit payload';
const MOST_DIAGNOSTICS = 1_000;

interface Kind {
  /** Key of a payload. */
  readonly list: string;
  readonly title: string;
  /** Key of its length in the metadata; main lags so long. */
  readonly lag?: string;
  /** Its length where the metadata have none that can be read. */
  readonly assumed?: 'metricKit' | 'launch';
  /** Key of the time that was sampled. */
  readonly sampled?: string;
}

const kinds: readonly Kind[] = [
  { list: 'hangDiagnostics', title: 'hang', lag: 'hangDuration', assumed: 'metricKit' },
  { list: 'appLaunchDiagnostics', title: 'slow launch', lag: 'launchDuration', assumed: 'launch' },
  { list: 'cpuExceptionDiagnostics', title: 'CPU use too high', sampled: 'totalSampledTime' },
  { list: 'diskWriteExceptionDiagnostics', title: 'disk writes' },
  { list: 'crashDiagnostics', title: 'crash' },
];

export function looksLikeMetricKit({ json }: Beginning): boolean {
  if (kinds.some(({ list }) => json?.entries.has(list) === true)) return true;
  return hasKeys(json, 'callStackTree', ['callStacks']) || hasKeys(json, 'callStacks', ['callStackRootFrames']);
}

/** All diagnostics, by kind, then in the order of the file. */
export async function readMetricKit(task: ImportTask): Promise<void> {
  const { source, report } = task;
  const root = await jsonOf(source, report, LOOKS_LIKE);
  const payloads = Array.isArray(root) ? root : [root];
  const images = new ReportImages(task.builder);
  const found: FieldReport[] = [];
  let count = 0;
  for (const payload of payloads) {
    for (const { kind, diagnostic } of diagnosticsOf(payload)) {
      if (++count > MOST_DIAGNOSTICS) continue;
      const one = reportOf(kind, diagnostic, images, task);
      if (one === undefined) report.skipped('diagnostics without stacks');
      else found.push(one);
      if (count === 1) describe(payload, diagnostic, task);
      await task.turns.pause();
    }
  }
  report.skipped(`diagnostics beyond ${MOST_DIAGNOSTICS}`, count - MOST_DIAGNOSTICS);
  if (found.length === 0) throw malformed(source.name, LOOKS_LIKE, 'has no stacks');
  report.assumed('Libraries loaded below the shared cache are the app’s: MetricKit has names without folders.');
  await layOut(found, task);
}

interface Diagnostic {
  readonly kind: Kind;
  readonly diagnostic: unknown;
}

/** Of a payload, of one diagnostic, or of a bare tree. */
function diagnosticsOf(payload: unknown): readonly Diagnostic[] {
  const listed = kinds.flatMap((kind) => listField(payload, kind.list).map((diagnostic) => ({ kind, diagnostic })));
  if (listed.length > 0) return listed;
  const about = field(payload, 'diagnosticMetaData');
  const kind = kinds.find(({ lag, sampled }) => field(about, lag ?? sampled ?? '') !== undefined);
  return [{ kind: kind ?? { list: '', title: 'stacks' }, diagnostic: payload }];
}

function reportOf(kind: Kind, diagnostic: unknown, images: ReportImages, { builder, report }: ImportTask): FieldReport | undefined {
  const tree = field(diagnostic, 'callStackTree') ?? diagnostic;
  const about = field(diagnostic, 'diagnosticMetaData');
  const isPerThread = field(tree, 'callStackPerThread') !== false;
  const context = { tables: builder, images, arch: textField(about, 'platformArchitecture') };
  const lists = listField(tree, 'callStacks');
  const attributed = lists.findIndex((each) => field(each, 'threadAttributed') === true);
  const isLag = kind.lag !== undefined;
  const threads = lists.map((each, at): ReportThread => {
    const isMain = isLag && at === Math.max(0, attributed);
    const name = isMain ? 'main' : isPerThread ? `Thread ${at}${at === attributed ? ' (attributed)' : ''}` : 'sampled threads';
    return { name, tid: 0, isMain, group: '', stacks: callStacks(listField(each, 'callStackRootFrames'), isPerThread, context) };
  });
  if (threads.every(({ stacks }) => stacks.length === 0)) return undefined;
  const written = textField(about, kind.lag ?? kind.sampled ?? '');
  const measured = measuredUs(written, textField(about, 'regionFormat'));
  const lastsUs = kind.assumed === undefined ? measured : hangUs(measured, kind.assumed, report);
  return { title: `MetricKit: ${[kind.title, written].filter((part) => part !== '').join(', ')}`, lastsUs, threads };
}

function describe(payload: unknown, diagnostic: unknown, { builder }: ImportTask): void {
  const about = field(diagnostic, 'diagnosticMetaData');
  const app = builder.frames.images.find(({ path }) => path.includes('.app/'))?.path ?? '';
  const wallUs = wallUsOf(field(payload, 'timeStampBegin'));
  const device = textField(about, 'deviceType');
  const version = textField(about, 'osVersion');
  builder.process({
    ...named(textField(about, 'bundleIdentifier') || app.slice(app.lastIndexOf('/') + 1)),
    system: appleSystemOf(version, device),
    device,
    version,
    ...(wallUs === undefined ? {} : { wallUs }),
  });
}
