import { LaglensError } from '../../../core/errors.ts';
import { type AgentAbi, isAgentAbi } from '../agent-files.ts';
import { type Phone, runAs } from './adb/android-phone.ts';
import { commandLine } from './adb/quote.ts';
import type { FoundApp } from './device-apps.ts';

/**
 * The ABI that a process of the app runs in: its program says whether it has 64 bits, the device which ABI that is. What the
 * package says may be an ABI that is only translated. Before a launch there is no process, and the package has to do.
 */
export async function processAbi(phone: Phone, app: FoundApp, pid: number | undefined, signal: AbortSignal): Promise<AgentAbi> {
  const link = pid === undefined ? 'true' : `${runAs(app, commandLine('readlink', `/proc/${pid}/exe`))} 2>/dev/null`;
  const lists = ['ro.product.cpu.abilist64', 'ro.product.cpu.abilist32'].map((name) => `getprop ${name}`).join('; ');
  const { stdout } = await phone.run(`echo "$(${link})"; ${lists}`, signal);
  const [program = '', list64 = '', list32 = ''] = stdout.split('\n').map((line) => line.trim());
  const [native64 = ''] = list64.split(',');
  const [native32 = ''] = list32.split(',');
  const has64 = program.endsWith('64') || (!program.endsWith('32') && (app.abi === undefined ? native64 !== '' : app.abi.includes('64')));
  const abi = has64 ? native64 : native32;
  if (isAgentAbi(abi)) return abi;
  throw new LaglensError({
    code: 'agent-abi',
    message: `${app.name} runs in the ABI “${abi}”, for which Laglens has no agent.`,
    next: 'Install a 64-bit build of the app, or use an emulator image for x86_64 or arm64.',
  });
}
