import { writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Spoken } from './spoken.ts';
import { tools } from './tools.ts';
import { FOLDER_VARIABLE, isNamed, Xcode } from './xcode.ts';

/**
 * `main.ts PROGRAM [ARGUMENT…]`: started by the programs on the fake Mac's PATH. `xcrun TOOL …` finds and starts the tool; tools in
 * /usr/bin can be called directly, too.
 */
async function main(program: string, args: readonly string[]): Promise<Spoken> {
  const xcode = new Xcode(process.env[FOLDER_VARIABLE] ?? '');
  const isXcrun = program === 'xcrun';
  const [tool = '', ...rest] = isXcrun ? args : [program, ...args];
  const variables = Object.entries(process.env).filter(([name]) => /^(SIMCTL_CHILD|DEVICECTL_CHILD)_/.test(name));
  await xcode.log({ tool, args: rest, variables: Object.fromEntries(variables.map(([name, value]) => [name, value ?? ''])) });
  const faults = await xcode.faults();
  const refusal = isXcrun ? refusedByXcrun(tool, faults.xcode) : undefined;
  if (refusal !== undefined) return refusal;

  const call = [tool, ...rest].join(' ');
  if (isNamed(call, faults.hang)) await new Promise(() => setInterval(() => undefined, 60_000));
  for (const [name, slowMs] of Object.entries(faults.slowMs ?? {})) if (isNamed(call, [name])) await pause(slowMs);
  for (const [name, said] of Object.entries(faults.fail ?? {})) if (isNamed(call, [name])) return said;
  if (isNamed(call, faults.garbage)) return { stdout: '{ "devices" : {\n<<< not the rest of it' };

  const start = await tools[tool]?.();
  const spoken = (await start?.(rest, xcode)) ?? unknownTool(tool);
  const notice = faults.otherXcode === true && tool === 'simctl' ? otherService : '';
  return { ...spoken, stderr: notice + (spoken.stderr ?? '') };
}

const otherService =
  'CoreSimulator detected version change.  Framework version (1010.10) does not match existing job version (987.2).  ' +
  'Attempting to remove the stale service in order to add the expected version.\n';

function refusedByXcrun(tool: string, fault: 'missing' | 'commandLineTools' | 'license' | undefined): Spoken | undefined {
  if (fault === 'missing') {
    const tools = '/Library/Developer/CommandLineTools';
    return { stderr: `xcrun: error: invalid active developer path (${tools}), missing xcrun at: ${tools}/usr/bin/xcrun\n`, code: 1 };
  }
  if (fault === 'license') {
    const please =
      "Please run 'sudo xcodebuild -license' from within a Terminal window to review and agree to the Xcode and Apple SDKs license.";
    return { stderr: `\nYou have not agreed to the Xcode license agreements. ${please}\n\n`, code: 69 };
  }
  return fault === 'commandLineTools' && ['simctl', 'devicectl', 'xctrace'].includes(tool) ? unknownTool(tool) : undefined;
}

function unknownTool(tool: string): Spoken {
  return { stderr: `xcrun: error: unable to find utility "${tool}", not a developer tool or in PATH\n`, code: 72 };
}

/** Writes all before the program ends, even to a full pipe. */
function write(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    }
  }
}

const [program = '', ...args] = process.argv.slice(2);
const { stdout = '', stderr = '', code = 0 } = await main(program, args);
write(1, stdout);
write(2, stderr);
process.exit(code);
