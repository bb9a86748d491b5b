import { stepText } from '../host/diagnose/diagnosis-report.ts';
import { diagnose } from '../host/diagnose/run-diagnosis.ts';
import { deviceOptions, parseArguments } from './cli-arguments.ts';
import { printIosChecklist } from './print-ios-checklist.ts';
import { deviceProviders } from './providers.ts';
import type { Terminal } from './terminal.ts';
import { programVersion } from './version.ts';

/** `laglens diagnose`: one verdict per step, and what to do about the one that fails. Exit code 1 when one does. */
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
    device: values.device,
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
