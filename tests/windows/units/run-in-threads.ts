/**
 * Runs test files in Windows' Node: `node.exe run-in-threads.js PLAN`. Each has a thread of its own, as a start of Node under Wine takes a
 * third of a second, and files change modules, environment and hooks for themselves.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type FileRun, MARK, type Plan, type Verdict } from './verdict.ts';

const plan: Plan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const left = [...plan.files];

function runFile(file: string): Promise<FileRun> {
  return new Promise((resolve) => {
    const startedMs = Date.now();
    const thread = new Worker(pathToFileURL(join(plan.root, file)), { stdout: true, stderr: true });
    let output = '';
    let broke = '';
    for (const stream of [thread.stdout, thread.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    const limit = setTimeout(() => {
      broke = `It ran longer than ${plan.fileMs / 1000} s. Its output ends:\n${output.slice(-2000)}`;
      void thread.terminate();
    }, plan.fileMs);
    thread.on('error', (error) => {
      broke ||= String(error instanceof Error ? error.stack : error);
    });
    thread.on('exit', () => {
      clearTimeout(limit);
      resolve({ file, verdicts: verdictsIn(output), broke, ms: Date.now() - startedMs });
    });
  });
}

function verdictsIn(output: string): readonly Verdict[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith(MARK))
    .map((line) => JSON.parse(line.slice(MARK.length)));
}

async function lane(): Promise<void> {
  for (let file = left.shift(); file !== undefined; file = left.shift())
    appendFileSync(plan.result, `${JSON.stringify(await runFile(file))}\n`);
}

await Promise.all(Array.from({ length: plan.lanes }, lane));
// A thread that could not be ended must not keep the process.
process.exit(0);
