/** `node run-peak.ts MODULE [ARG…]`: runs a case for peak.ts; its last line has result and peak. */
import type { PeakCase } from './peak.ts';

const [module = '', ...args] = process.argv.slice(2);
const loaded: unknown = await import(module);
if (!isCase(loaded)) throw new Error(`${module} has no function as its default export.`);
const result = await loaded.default(...args);
// Kilobytes on Linux.
process.stdout.write(`\n${JSON.stringify({ result, peakMb: process.resourceUsage().maxRSS / 1024 })}\n`);

function isCase(value: unknown): value is { readonly default: PeakCase } {
  return typeof value === 'object' && value !== null && 'default' in value && typeof value.default === 'function';
}
