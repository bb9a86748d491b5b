import type { Spoken } from '../spoken.ts';
import type { Tool } from '../tools.ts';
import { boot, bootStatus, list, shutdown } from './device-commands.ts';
import { appContainer, install, listApps, uninstall } from './simctl-app-commands.ts';
import { launch, spawnTool, terminate } from './simctl-launch.ts';

const commands: Readonly<Record<string, Tool>> = {
  list,
  boot,
  bootstatus: bootStatus,
  shutdown,
  install,
  uninstall,
  listapps: listApps,
  get_app_container: appContainer,
  launch,
  terminate,
  spawn: spawnTool,
};

/** `simctl COMMAND …` for simulators. */
export const simctl: Tool = async ([command = '', ...args], xcode): Promise<Spoken> =>
  (await commands[command]?.(args, xcode)) ?? {
    stderr: `Unrecognized subcommand: ${command}\nusage: simctl [--set <path>] <subcommand> ...\n`,
    code: 1,
  };
