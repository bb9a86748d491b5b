/** Arguments of the start commands in keybindings or tasks; missing ones are asked for. */
export interface StartArguments {
  /** Id or name of a device. */
  readonly device?: string;
  /** Application id or main class. */
  readonly app?: string;
  readonly launch?: boolean;
  /** Waits until the app runs, if it does not yet. */
  readonly wait?: boolean;
  /** Activity class to launch on Android; by default the only one, or asked for. */
  readonly activity?: string;
  /** Process name; by default the main one, or asked for. */
  readonly process?: string;
  /** Process id, for programs that have just started the app. */
  readonly pid?: number;
}

/** Reads a command's argument. @throws RangeError if a keybinding has another shape */
export function startArguments(value: unknown): StartArguments {
  // Buttons and menus pass an editor or a file; ignore those.
  if (typeof value !== 'object' || value === null || !('device' in value || 'app' in value || 'launch' in value)) return {};
  const { device, app, launch, wait, activity, process, pid } = Object(value);
  const isText = (given: unknown): boolean => given === undefined || (typeof given === 'string' && given !== '');
  const isPid = pid === undefined || (Number.isSafeInteger(pid) && pid > 0);
  const areFlags = [launch, wait].every((flag) => flag === undefined || typeof flag === 'boolean');
  if (![device, app, activity, process].every(isText) || !isPid || !areFlags) {
    const expected =
      '{"device": "…", "app": "…", "process": "…", "pid": a number above 0, "launch": true or false, "wait": true or false, "activity": "…"}';
    throw new RangeError(`Expected ${expected}, each of them optional`);
  }
  return {
    ...(device === undefined ? {} : { device }),
    ...(app === undefined ? {} : { app }),
    ...(launch === undefined ? {} : { launch }),
    ...(wait === undefined ? {} : { wait }),
    ...(activity === undefined ? {} : { activity }),
    ...(process === undefined ? {} : { process }),
    ...(pid === undefined ? {} : { pid }),
  };
}
