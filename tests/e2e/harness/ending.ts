type Ending = () => void;

const endings = new Set<Ending>();
let listening = false;

/**
 * Runs `ending` (synchronously) if this process ends before the returned function is called: at process.exit, an uncaught error, Ctrl-C, or
 * when the test runner gives up.
 */
export function atEndOfProcess(ending: Ending): Ending {
  endings.add(ending);
  if (!listening) {
    listening = true;
    process.once('exit', () => {
      for (const end of endings) end();
    });
    // Programs that listen for these end by themselves.
    if (process.listenerCount('SIGTERM') === 0) process.once('SIGTERM', () => process.exit(143));
    if (process.listenerCount('SIGINT') === 0) process.once('SIGINT', () => process.exit(130));
  }
  return () => endings.delete(ending);
}
