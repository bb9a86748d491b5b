import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { LaglensError } from '../../core/errors.ts';

/** ABIs that we have an agent for, as Android names them; also the names of the folders. */
export const agentAbis = ['arm64-v8a', 'armeabi-v7a', 'x86_64'] as const;
export type AgentAbi = (typeof agentAbis)[number];

export function isAgentAbi(text: string): text is AgentAbi {
  return agentAbis.some((abi) => abi === text);
}

/** The binaries that go into apps, in a folder of the checkout or of the installed extension. */
export class AgentFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Path of the agent library for the ABI. */
  async library(abi: AgentAbi): Promise<string> {
    return await this.#existing(abi, 'liblaglens.so');
  }

  /** Path of the jar with the hook classes, both as class files and as dex. */
  async hook(): Promise<string> {
    return await this.#existing('laglens-hook.jar');
  }

  /** Path of the agent library for iOS: arm64 for devices; arm64 and x86_64 in one file for simulators. */
  async iosLibrary(platform: 'device' | 'simulator'): Promise<string> {
    return await this.#existing('ios', platform === 'device' ? 'liblaglens.dylib' : 'liblaglens-sim.dylib');
  }

  async #existing(...parts: readonly string[]): Promise<string> {
    const path = join(this.#folder, ...parts);
    try {
      await access(path);
    } catch (cause) {
      throw new LaglensError({
        code: 'agent-missing',
        message: `Laglens' own file ${path} is not there.`,
        next: 'Install the extension again; in a checkout, get the prebuilt agents back from version control.',
        cause,
      });
    }
    return path;
  }
}
