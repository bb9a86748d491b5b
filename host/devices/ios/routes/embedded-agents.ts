import type { DeviceParts } from '../link/device-parts.ts';
import {
  EMBEDDED_AGENT_FOLDER,
  type EmbeddedAgent,
  embeddedAgentFile,
  MOST_EMBEDDED_AGENT_BYTES,
  parseEmbeddedAgent,
} from '../link/embedded-agent.ts';
import { appContainer } from '../phone/iphone.ts';
import { CORE_DEVICE_IOS, majorVersion } from '../phone/iphone-facts.ts';
import { isDeviceFailure } from '../protocol/device-failure.ts';

const MAX_FILES = 50;

/**
 * Agents that wrote a file, including ended ones.
 * @param pids running processes, if known; Xcode needs them, as it cannot list a folder
 */
export async function embeddedAgents(
  device: DeviceParts,
  bundleId: string,
  pids: readonly number[] | undefined,
  signal: AbortSignal,
): Promise<readonly EmbeddedAgent[]> {
  const { facts, xcodeTrouble } = device;
  const byXcode = majorVersion(facts.ios) >= CORE_DEVICE_IOS && xcodeTrouble === undefined && pids !== undefined;
  const found = byXcode ? await filesByXcode(device, bundleId, pids, signal) : await filesByHouseArrest(device, bundleId, signal);
  return found.flatMap((text) => parseEmbeddedAgent(text) ?? []).filter((agent) => agent.bundleId === bundleId);
}

async function filesByXcode(
  { devicectl, facts }: DeviceParts,
  bundleId: string,
  pids: readonly number[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const files = await Promise.all(
    pids.map((pid) =>
      devicectl.appFile(facts.udid, bundleId, `${EMBEDDED_AGENT_FOLDER}/${embeddedAgentFile(pid)}`, MOST_EMBEDDED_AGENT_BYTES, signal),
    ),
  );
  return files.flatMap((file) => (file === undefined ? [] : [file.toString('utf8')]));
}

/** Newest processes first, by the highest ids. */
async function filesByHouseArrest({ iphone }: DeviceParts, bundleId: string, signal: AbortSignal): Promise<readonly string[]> {
  try {
    const afc = await appContainer(iphone, bundleId, signal);
    try {
      const pidOf = (name: string): number => Number(/^agent-(\d+)\.json$/.exec(name)?.[1] ?? -1);
      const names = (await afc.names(EMBEDDED_AGENT_FOLDER, signal)).filter((name) => pidOf(name) >= 0).sort((a, b) => pidOf(b) - pidOf(a));
      const files: string[] = [];
      for (const name of names.slice(0, MAX_FILES))
        files.push((await afc.read(`${EMBEDDED_AGENT_FOLDER}/${name}`, signal, MOST_EMBEDDED_AGENT_BYTES)).toString('utf8'));
      return files;
    } finally {
      afc.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    // A missing folder, container or device holds no agents.
    if (isDeviceFailure(error)) return [];
    throw error;
  }
}
