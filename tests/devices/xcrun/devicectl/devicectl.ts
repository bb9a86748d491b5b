import { parse, type Spoken } from '../spoken.ts';
import type { Tool } from '../tools.ts';
import type { Xcode } from '../xcode.ts';
import { install, listApps, uninstall } from './app-commands.ts';
import { copyFrom, copyTo, listFiles } from './file-commands.ts';
import { described, findIPhone, type IPhone, iphones } from './iphones.ts';
import { launch, processes, terminate } from './process-commands.ts';
import { CORE_DEVICE, type Outcome, speak } from './result.ts';

export interface Command {
  readonly phone: IPhone;
  readonly options: ReadonlyMap<string, string>;
  readonly rest: readonly string[];
  readonly xcode: Xcode;
}

const deviceCommands: Readonly<Record<string, (command: Command) => Promise<Outcome>>> = {
  'info details': async ({ phone }) => ({ result: described(phone), text: `Current details for ${phone.name}` }),
  'info lockState': async ({ phone }) => ({
    result: { deviceIdentifier: phone.identifier, passcodeRequired: phone.isLocked, unlockedSinceBoot: true },
    text: `Current lock state: passcodeRequired: ${phone.isLocked}`,
  }),
  'info apps': listApps,
  'info processes': processes,
  'info files': listFiles,
  'install app': install,
  'uninstall app': uninstall,
  'process launch': launch,
  'process terminate': terminate,
  'copy from': copyFrom,
  'copy to': copyTo,
};

const valued = [
  ...[
    '--device',
    '-d',
    '--json-output',
    '-j',
    '--log-output',
    '--timeout',
    '-t',
    '--bundle-id',
    '--filter',
    '--pid',
    '--environment-variables',
    '-e',
  ],
  ...['--domain-type', '--domain-identifier', '--source', '--destination', '--subdirectory', '--user', '--username'],
];

/** `devicectl list devices` and `devicectl device …`, as Xcode 15 and later have it. */
export const devicectl: Tool = async (args, xcode): Promise<Spoken> => {
  const { options, rest } = parse(args, valued);
  const setup = await xcode.setup();
  const output = options.get('--json-output') ?? options.get('-j');
  if (rest.join(' ') === 'list devices') {
    const phones = await iphones(xcode);
    const text = [
      'Name   Hostname   Identifier   State   Model',
      ...phones.map((each) => `${each.name}   ${each.identifier}   ${each.tunnel}`),
    ];
    return await speak('list.devices', args, output, setup, { result: { devices: phones.map(described) }, text: text.join('\n') });
  }
  const [group, subject = '', action = '', ...given] = rest;
  const command = deviceCommands[`${subject} ${action}`];
  if (group !== 'device' || command === undefined)
    return { stderr: `Error: Unexpected argument '${rest[0] ?? ''}'\nUsage: devicectl <subcommand>\n`, code: 64 };
  const phone = await findIPhone(xcode, options.get('--device') ?? options.get('-d') ?? '');
  const outcome = phone === undefined ? notFound() : (unreachable(phone) ?? (await command({ phone, options, rest: given, xcode })));
  return await speak(`device.${subject}.${action}`, args, output, setup, outcome);
};

function notFound(): Outcome {
  return { error: { domain: CORE_DEVICE, code: 1000, description: 'The specified device was not found.' } };
}

function unreachable({ pairing, tunnel, developerMode, name }: IPhone): Outcome | undefined {
  if (pairing !== 'paired')
    return { error: { domain: CORE_DEVICE, code: 2, description: `The device must be paired before it can be connected.` } };
  if (tunnel === 'unavailable') {
    const because = { domain: 'com.apple.CoreDevice.ControlChannelConnectionError', code: 0, description: 'Transport error' };
    return { error: { domain: CORE_DEVICE, code: 4000, description: `Unable to connect to ${name}.`, because } };
  }
  if (developerMode === 'enabled') return undefined;
  const description = 'The operation failed because Developer Mode is not enabled on the device.';
  return { error: { domain: CORE_DEVICE, code: 10006, description, recovery: 'Enable Developer Mode in Settings > Privacy & Security.' } };
}
