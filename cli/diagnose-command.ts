import { withoutToken } from '../core/errors.ts';
import { markOf, stepText } from '../host/diagnose/diagnosis-report.ts';
import { type ChecklistItem, checkItem, type Finding, iosChecklist } from '../host/diagnose/ios-checklist.ts';
import { diagnose } from '../host/diagnose/run-diagnosis.ts';
import { deviceOptions, parseArguments } from './cli-arguments.ts';
import { appleParts, type DeviceArguments, deviceProviders, usualDevice } from './providers.ts';
import type { Terminal } from './terminal.ts';
import { programVersion } from './version.ts';

/** `laglens diagnose`: one verdict per step. Exit code 1 when a step fails. */
export async function runDiagnose(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values } = parseArguments('diagnose', args, {
    ...deviceOptions,
    device: { type: 'string' },
    app: { type: 'string' },
    launch: { type: 'boolean' },
    activity: { type: 'string' },
    ios: { type: 'boolean' },
    replace: { type: 'boolean' },
    verbose: { type: 'boolean' },
  });
  if (values.ios === true) return await printIosChecklist(values, terminal);
  const steps = await diagnose({
    providers: deviceProviders(values, terminal),
    device: values.device ?? usualDevice(terminal),
    app: values.app,
    launch: values.launch === true,
    activity: values.activity,
    ...(values.replace === true ? { consent: async () => true } : {}),
    version: await programVersion(),
    workspaceFolders: [terminal.folder],
    signal: terminal.signal,
    onStep: (step) => terminal.out(stepText(step)),
    log: (line) => values.verbose === true && terminal.say(line),
  });
  return steps.some((step) => step.verdict === 'failed') ? 1 : 0;
}

/** Prints the checklist with verdicts on the steps that Laglens can check. Exit code 1 when one fails. */
async function printIosChecklist(given: DeviceArguments, terminal: Terminal): Promise<number> {
  terminal.out(
    'For a Mac with Xcode and a phone; about twenty minutes. Nothing of this was tried on Apple hardware yet: please report what differs.\n',
  );
  const parts = appleParts(given, terminal);
  let failures = 0;
  for (const [i, item] of iosChecklist.entries()) {
    const finding = await checkItem(item, parts, terminal.signal);
    if (finding?.verdict === 'failed') failures++;
    terminal.out(withoutToken(itemText(i + 1, item, finding)));
  }
  return failures > 0 ? 1 : 0;
}

function itemText(number: number, { title, expected, todo }: ChecklistItem, finding: Finding | undefined): string {
  const head = `${String(number).padStart(2)}. ${finding === undefined ? 'by hand' : markOf(finding.verdict).padEnd(7)} ${title}`;
  const indent = ' '.repeat(12);
  if (finding === undefined) return `${head}: ${todo ?? ''}\n${indent}expected: ${expected}`;
  const next = finding.next === undefined ? '' : `\n${indent}-> ${finding.next}`;
  return `${`${head}: ${finding.text}`.replaceAll(/ ?\n/g, `\n${indent}`)}${finding.verdict === 'ok' ? '' : `\n${indent}expected: ${expected}`}${next}`;
}
