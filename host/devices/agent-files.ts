import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { LaglensError } from '../../core/errors.ts';
import { phrase } from '../../core/text/phrase.ts';

/** Android's names, also used for folders. */
export const agentAbis = ['arm64-v8a', 'armeabi-v7a', 'x86_64'] as const;
export type AgentAbi = (typeof agentAbis)[number];

export function isAgentAbi(text: string): text is AgentAbi {
  return agentAbis.some((abi) => abi === text);
}

/** The agents of a checkout or of the extension. */
export class AgentFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async library(abi: AgentAbi): Promise<string> {
    return await this.existing(abi, 'liblaglens.so');
  }

  /** Contains class files and dex. */
  async hook(): Promise<string> {
    return await this.existing('laglens-hook.jar');
  }

  /** arm64 for devices; arm64 and x86_64 for simulators. */
  async iosLibrary(platform: 'device' | 'simulator'): Promise<string> {
    return await this.existing('ios', platform === 'device' ? 'liblaglens.dylib' : 'liblaglens-sim.dylib');
  }

  /** An agent's own file, by its path below the folder. */
  async existing(...parts: readonly string[]): Promise<string> {
    const path = join(this.#folder, ...parts);
    try {
      await access(path);
    } catch (cause) {
      throw new LaglensError({
        code: 'agent-missing',
        message: phrase`Laglens' own file ${path} is not there.`,
        next: phrase`Install the extension again; in a checkout, get the prebuilt agents back from version control.`,
        cause,
      });
    }
    return path;
  }
}
