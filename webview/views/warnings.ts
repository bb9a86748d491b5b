import { foreignRuntimes } from '../../core/analysis/foreign-runtimes.ts';
import type { Run } from '../../core/session/run.ts';
import { UNKNOWN_CPU } from '../../core/session/sample-columns.ts';
import { formatDuration, formatShare } from '../format.ts';
import { text } from '../text.ts';

/** Something that limits the truth of what is shown. */
export interface Warning {
  /** Stable code, also for tests. */
  readonly code: string;
  readonly text: string;
  readonly serious: boolean;
  /** More, for a tooltip. */
  readonly details?: string;
}

/** Own cost above this share of a core is serious. */
const OVERHEAD_SERIOUS = 0.02;
/** Silence on a running capture that is worth a word; ticks come every 50 ms. */
const SILENCE_US = 1_500_000;

/** What the reader misses when the agent lacks the ability of this name (device-agents/android/capabilities.c). */
function capabilityText(name: string): string {
  switch (name) {
    case 'sourceFiles':
      return text('warnSourceFiles');
    case 'lineNumbers':
      return text('warnLineNumbers');
    case 'inlinedLines':
      return text('warnInlinedLines');
    case 'lockWaits':
      return text('warnLockWaits');
    case 'lockOwners':
    case 'contendedMonitor':
      return text('warnLockOwners');
    case 'gcPauses':
      return text('warnGcPauses');
    case 'messages':
      return text('warnMessages');
    default:
      return text('warnCapability', name);
  }
}

/** What to tell about the latest run. `silentUs`: how long nothing came, on a capture that should bring something. */
export function warningsOf(run: Run | undefined, silentUs: number): readonly Warning[] {
  if (run === undefined) return [];
  const warnings: Warning[] = [];
  const warn = (code: string, sentence: string, serious = false): void => void warnings.push({ code, text: sentence, serious });
  if (silentUs > SILENCE_US) warn('noData', text('warnNoData', formatDuration(silentUs)), true);
  if (run.droppedSamples + run.droppedMessages > 0) {
    const why = run.dropped.at(-1)?.why ?? '';
    warn('dropped', text('warnDropped', run.droppedSamples, run.droppedMessages, why), true);
  }
  for (const { language, name } of foreignRuntimes(run)) warn('foreign', text('warnForeign', language, name), true);
  if (run.process?.deviceKind === 'android') warn('debuggable', text('warnDebuggable'));
  // On a desktop the agent reads the source maps of inlined functions from the class files itself.
  const isReplaced = (name: string): boolean => name === 'inlinedLines' && run.hello?.os !== 'android';
  const missing = run.capabilities.filter(({ enabled, name }) => enabled === 0 && !isReplaced(name));
  for (const [sentence, causes] of Map.groupBy(missing, ({ name }) => capabilityText(name))) {
    const details = causes.map((capability) => `${capability.name}: ${capability.why}`).join('\n');
    warnings.push({ code: 'capability', text: sentence, details, serious: false });
  }
  const main = run.threads.find((thread) => thread.isMain);
  const lastRow = (main?.samples.length ?? 0) - 1;
  if (lastRow >= 0 && main?.samples.cpuUs[lastRow] === UNKNOWN_CPU) warn('cpuUnknown', text('warnCpuUnknown'));
  const watchedUs = run.overhead.lastUs - run.startUs;
  if (run.overhead.reports > 0 && watchedUs > 0) {
    const share = run.overhead.cpuUs / watchedUs;
    warn('overhead', text('warnOverhead', formatShare(share)), share > OVERHEAD_SERIOUS);
  }
  return warnings;
}
