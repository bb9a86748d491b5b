import { LaglensError } from '../../../core/errors.ts';
import { phrase } from '../../../core/text/phrase.ts';
import type { AgentFiles } from '../agent-files.ts';
import type { Device, DeviceProvider, DeviceRow, Disposable } from '../device.ts';
import { JvmDevice } from './jvm-device.ts';

/** Always present; its row explains an unsupported platform. */
export class JvmProvider implements DeviceProvider {
  readonly kind = 'jvm';
  readonly #row: DeviceRow;
  readonly #files: AgentFiles;

  constructor(files: AgentFiles, platform: string = process.platform, arch: string = process.arch) {
    this.#files = files;
    this.#row = thisComputer(platform, arch);
  }

  watch(listener: (rows: readonly DeviceRow[]) => void): Disposable {
    listener([this.#row]);
    return { dispose: () => undefined };
  }

  async rows(): Promise<readonly DeviceRow[]> {
    return [this.#row];
  }

  async open(id: string): Promise<Device> {
    const { problem } = this.#row;
    if (id !== this.#row.id) {
      throw new LaglensError({
        code: 'device-not-found',
        message: phrase`There is no device “${id}” here.`,
        next: phrase`This computer's virtual machines are the device “${this.#row.id}”.`,
        action: 'pickDevice',
      });
    }
    if (problem !== undefined) {
      throw new LaglensError({ code: problem.code, message: phrase`This computer cannot be used: ${problem.why}.`, next: problem.next });
    }
    return new JvmDevice(this.#row, this.#files);
  }
}

function thisComputer(platform: string, arch: string): DeviceRow {
  const row = {
    id: 'jvm',
    kind: 'jvm' as const,
    name: phrase`This computer`,
    detail: phrase`Java programs`,
    canLaunch: false,
  };
  if (platform === 'linux' && (arch === 'x64' || arch === 'arm64')) return row;
  return {
    ...row,
    problem: {
      code: 'unsupported-platform',
      why: phrase`the desktop agent is for Linux on x86-64 and arm64, this is ${platform} on ${arch}`,
      next: phrase`Pick a phone or an emulator instead; they work here.`,
    },
  };
}
