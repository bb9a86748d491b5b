import { kernelOf, pageBytesOf } from '../personality/phone-facts.ts';
import type { Call } from '../shell/shell-session.ts';
import { seLinuxContext } from '../system/actor.ts';

export async function getprop(call: Call): Promise<number> {
  const [name, fallback = ''] = call.args;
  const { properties } = call.phone;
  if (name !== undefined) await call.print(properties.get(name) ?? fallback);
  else for (const [key, value] of [...properties].sort(([a], [b]) => (a < b ? -1 : 1))) await call.print(`[${key}]: [${value}]`);
  return 0;
}

/** A user build's shell may set hardly anything. */
export async function setprop(call: Call): Promise<number> {
  const [name = '', value = ''] = call.args;
  if (name.startsWith('debug.') || name.startsWith('log.')) return 0;
  return call.fail(`Failed to set property '${name}' to '${value}'.\nSee dmesg for error reason.`);
}

export async function id(call: Call): Promise<number> {
  const { actor } = call;
  if (call.args[0] === '-u') await call.print(String(actor.uid));
  else if (call.args[0] === '-un') await call.print(actor.name);
  else {
    const groups =
      actor.domain === 'shell'
        ? '2000(shell),1004(input),1007(log),1011(adb),1015(sdcard_rw),1028(sdcard_r),3001(net_bt_admin),3002(net_bt),3003(inet),3006(net_bw_stats),3009(readproc)'
        : `${actor.uid}(${actor.name})`;
    await call.print(`uid=${actor.uid}(${actor.name}) gid=${actor.uid}(${actor.name}) groups=${groups} context=${seLinuxContext(actor)}`);
  }
  return 0;
}

export async function getenforce(call: Call): Promise<number> {
  await call.print('Enforcing');
  return 0;
}

export async function uname(call: Call): Promise<number> {
  const machine = { x86_64: 'x86_64', x86: 'i686', 'arm64-v8a': 'aarch64', 'armeabi-v7a': 'armv8l' }[
    call.phone.properties.get('ro.product.cpu.abi') ?? ''
  ];
  const kernel = kernelOf(call.phone.personality);
  const facts: Readonly<Record<string, string | undefined>> = {
    '-a': `Linux localhost ${kernel} #1 SMP PREEMPT ${machine}`,
    '-m': machine,
    '-n': 'localhost',
    '-r': kernel,
  };
  await call.print(facts[call.args[0] ?? ''] ?? 'Linux');
  return 0;
}

/** Of its many names the size of pages. Source: toybox toys/posix/getconf.c. */
export async function getconf(call: Call): Promise<number> {
  const [name = ''] = call.args;
  if (name !== 'PAGE_SIZE' && name !== 'PAGESIZE') return call.fail(`getconf: bad '${name}'`);
  await call.print(String(pageBytesOf(call.phone.personality)));
  return 0;
}

export async function wm(call: Call): Promise<number> {
  if (call.args[0] === 'size') await call.print('Physical size: 1080x2400');
  else if (call.args[0] === 'density') await call.print('Physical density: 420');
  else return call.fail(`Unknown command: ${call.args[0] ?? ''}`, 255);
  return 0;
}

/** `settings get|put|delete NAMESPACE KEY [VALUE]`. */
export async function settings(call: Call): Promise<number> {
  const [verb, namespace = '', key = '', value] = call.args.filter((arg, index) => arg !== '--user' && call.args[index - 1] !== '--user');
  const name = `${namespace} ${key}`;
  switch (verb) {
    case 'get':
      await call.print(call.phone.settings.get(name) ?? 'null');
      return 0;
    case 'put':
      if (value === undefined) return call.fail('Invalid command: Invalid command');
      call.phone.settings.set(name, value);
      return 0;
    case 'delete':
      await call.print(`Deleted ${Number(call.phone.settings.delete(name))} rows`);
      return 0;
    default:
      return call.fail(`Unknown command: ${verb ?? ''}`, 255);
  }
}
