/** What a keybinding or task may give to the start commands; what is missing is asked for. */
export interface StartArguments {
  /** Id or name of a device. */
  readonly device?: string;
  /** Application id or main class. */
  readonly app?: string;
  readonly launch?: boolean;
  /** Class of the activity to launch on Android; the only one, or asked for, when left out. */
  readonly activity?: string;
  /** Name of one of the app's processes; the main one, or asked for, when left out. */
  readonly process?: string;
  /** Id of one of its processes, for whoever has just started it: an app's next process has another. */
  readonly pid?: number;
}

/** Reads the argument of a command. @throws RangeError when it is of another shape, which is a mistake in the keybinding */
export function startArguments(value: unknown): StartArguments {
  // Buttons and menus give an editor or a file as the first argument: those are not meant for us.
  if (typeof value !== 'object' || value === null || !('device' in value || 'app' in value || 'launch' in value)) return {};
  const { device, app, launch, activity, process, pid } = Object(value);
  const isText = (given: unknown): boolean => given === undefined || (typeof given === 'string' && given !== '');
  const isPid = pid === undefined || (Number.isSafeInteger(pid) && pid > 0);
  const isLaunch = launch === undefined || typeof launch === 'boolean';
  if (![device, app, activity, process].every(isText) || !isPid || !isLaunch) {
    const expected = '{"device": "…", "app": "…", "process": "…", "pid": a number above 0, "launch": true or false, "activity": "…"}';
    throw new RangeError(`Expected ${expected}, each of them optional`);
  }
  return {
    ...(device === undefined ? {} : { device }),
    ...(app === undefined ? {} : { app }),
    ...(launch === undefined ? {} : { launch }),
    ...(activity === undefined ? {} : { activity }),
    ...(process === undefined ? {} : { process }),
    ...(pid === undefined ? {} : { pid }),
  };
}
