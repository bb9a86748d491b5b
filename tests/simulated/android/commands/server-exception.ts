import type { Call } from '../shell/shell-session.ts';

/** An exception of the system server: AOSP's ShellCommand.exec, exit code 255. */
export async function threw(call: Call, type: 'SecurityException' | 'IllegalArgumentException', message: string): Promise<number> {
  const { sdk } = call.phone.release;
  const trace = `java.lang.${type}: ${message}\n\tat android.os.ShellCommand.exec(ShellCommand.java:103)\n\tat android.os.Binder.shellCommand(Binder.java:573)`;
  if (type === 'SecurityException' && sdk < 30) return call.fail(`Security exception: ${message}\n\n${trace}`, 255);
  return call.fail(`\nException occurred while executing${sdk >= 30 ? ` '${call.args[0] ?? ''}'` : ''}:\n${trace}`, 255);
}
