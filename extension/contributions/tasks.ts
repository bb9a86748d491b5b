import type { SettingName } from './settings.ts';

/** Type of tasks that capture. */
export const TASK_TYPE = 'laglens';

/** The setting with names of launch configurations, for code that must not load all settings. */
export const LAUNCH_SETTING = 'launchConfigurations' satisfies SettingName;

/** Properties of such a task, as the start commands have them; missing ones are asked for. */
export const taskProperties = {
  device: { type: 'string', text: 'Id or name of the device.' },
  app: { type: 'string', text: 'Application id, bundle id or main class.' },
  process: { type: 'string', text: 'Name of the process; the main one if left out.' },
  pid: { type: 'number', text: 'Process id, for programs that have just started the app.' },
  launch: { type: 'boolean', text: 'Restarts the app with the agent, so that its launch is captured.' },
  wait: { type: 'boolean', text: 'Waits until the app runs.' },
  activity: { type: 'string', text: 'Activity to launch on Android, for an app with several icons.' },
} as const;
