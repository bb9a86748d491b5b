import { type HandlerCost, unnamedHandler, unnamedHandlers } from '../../core/analysis/messages/message-costs.ts';
import { aligned } from './aligned.ts';
import type { SessionReport } from './session-report.ts';

const head = ['count', 'total', 'longest', 'at', 'on CPU', 'queue', 'handler'] as const;
/** The rest is in the JSON. */
const MOST_ROWS = 40;

/** Main's messages by handler; empty unless asked for. */
export function messageLines({ messages }: SessionReport): readonly string[] {
  if (messages === undefined) return [];
  if (messages.length === 0) return ['', 'No messages of main were recorded.'];
  const rows = messages.slice(0, MOST_ROWS).map(cells);
  const more = messages.length > rows.length ? [`  and ${messages.length - rows.length} more`] : [];
  const about = 'Messages of main by handler (queue: the longest wait; - if unknown; ~ where samples give the CPU time of some):';
  return ['', about, '', ...aligned([[...head], ...rows], new Set<string>(head.slice(0, 6))), ...more];
}

function cells(cost: HandlerCost): readonly string[] {
  const { name, what, count, totalUs, longestUs, longest, cpuUs, measured, queuedUs } = cost;
  return [
    String(count),
    duration(totalUs),
    duration(longestUs),
    `${(longest.beginUs / 1e6).toFixed(3)} s`,
    `${measured < count ? '~' : ''}${duration(cpuUs)}`,
    queuedUs === undefined ? '-' : duration(queuedUs),
    `${name || unnamedHandlers[unnamedHandler(cost)]}${what === undefined ? '' : ` what=${what}`}`,
  ];
}

function duration(us: number): string {
  return us < 10_000 ? `${(us / 1_000).toFixed(1)} ms` : `${Math.round(us / 1_000)} ms`;
}
