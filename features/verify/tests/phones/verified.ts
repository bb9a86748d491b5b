import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandOutput, runCommand } from '../../../../tests/host/run-command.ts';
import type { Answer, FieldReport } from '../../core/report/field-report.ts';
import { parseReport } from '../../protocol/parse-report.ts';

/** A finished `laglens verify`. */
export interface Verified extends CommandOutput {
  readonly report: FieldReport;
  readonly json: string;
  readonly markdown: string;
}

/** @param environment names the phone's adb server @param workspace with builds of the app */
export async function verify(environment: NodeJS.ProcessEnv, args: readonly string[], workspace?: string): Promise<Verified> {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-verify-test-'));
  try {
    const place = { folder: workspace ?? folder, environment: { ...process.env, ...environment } };
    const [written, markdown] = [join(folder, 'report.json'), join(folder, 'report.md')];
    const done = await runCommand(['verify', ...args, '-o', written, '-o', markdown], place);
    const json = await readFile(written, 'utf8').catch(() => done.said);
    const parsed = parseReport(json);
    assert.ok('report' in parsed, `${JSON.stringify(parsed)}\n${done.said}`);
    return { ...done, ...parsed, json, markdown: await readFile(markdown, 'utf8') };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Facts with an answer: `id` with what was seen of false ones, with the reason of untried ones. */
export function answered({ facts }: FieldReport, answer: Answer): readonly string[] {
  return facts
    .filter((each) => each.answer === answer)
    .map(({ id, reason, seen }) => (answer === 'false' ? `${id} ${JSON.stringify(seen)}` : answer === 'untried' ? `${id}: ${reason}` : id));
}
