import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/** Loaded before the command line: kills this process like SIGKILL from outside, at the step that KILL_AT names, counted from 1. */
let steps = 0;
const at = Number(process.env.KILL_AT);

function counting<A extends readonly unknown[], R>(work: (...args: A) => Promise<R>): (...args: A) => Promise<R> {
  return async (...args) => {
    steps++;
    if (steps === at) process.kill(process.pid, 'SIGKILL');
    return work(...args);
  };
}

Object.assign(promises, { rename: counting(promises.rename), rm: counting(promises.rm) });
syncBuiltinESMExports();
process.on('exit', () => process.stderr.write(`STEPS ${steps}\n`));
