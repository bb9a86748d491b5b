import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Iphone } from '../../iphone/simulated-iphone.ts';
import { parse, type Spoken } from '../spoken.ts';
import type { Setup } from '../xcode.ts';
import { install, listApps, uninstall } from './devicectl-app-commands.ts';
import { CORE_DEVICE, type Outcome, speak } from './devicectl-result.ts';
import { copyFrom, copyTo, listFiles } from './file-commands.ts';
import { type IPhone, identifierOf, knownOf } from './iphones.ts';
import { described, simulatedDevices } from './listed-devices.ts';
import { launch, processes, terminate } from './process-commands.ts';

/** devicectl's request of the service. */
export interface CoreDeviceCall {
  readonly args: readonly string[];
  /** For the launched app: variables that begin with DEVICECTL_CHILD_, without that. */
  readonly variables: Readonly<Record<string, string>>;
}

export interface Command {
  readonly phone: Iphone;
  /** CoreDevice's facts about it. */
  readonly known: IPhone;
  readonly options: ReadonlyMap<string, string>;
  readonly rest: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  /** Teams of this Mac's identities. */
  readonly teams: readonly string[];
  readonly setup: Setup;
}

const deviceCommands: Readonly<Record<string, (command: Command) => Promise<Outcome>>> = {
  'info details': async ({ known, setup }) => ({ result: described(known, setup), text: `Current details for ${known.name}` }),
  'info lockState': async ({ phone }) => ({
    result: { deviceIdentifier: identifierOf(phone), passcodeRequired: phone.locked, unlockedSinceBoot: true },
    text: `Current lock state: passcodeRequired: ${phone.locked}`,
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
  ...['--device', '-d', '--json-output', '-j', '--log-output', '--timeout', '-t', '--bundle-id', '--filter', '--pid'],
  ...['--environment-variables', '-e', '--domain-type', '--domain-identifier', '--source', '--destination', '--subdirectory'],
  ...['--user', '--username'],
];

/** A simulated phone, or a listed but unreachable one. */
export type KnownPhone = Iphone | IPhone;

export function coreDeviceSocket(folder: string): string {
  return join(folder, 'core-device.sock');
}

/** The service behind devicectl, with the phones. */
export async function serveCoreDevice(folder: string, phones: readonly KnownPhone[], setup: Setup): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    void text(socket)
      .then(async (request) => {
        const call: CoreDeviceCall = JSON.parse(request);
        socket.end(JSON.stringify(await answer(call, phones, folder, setup)));
      })
      // The program ends with the error of a missing answer.
      .catch((error: unknown) => socket.destroy(error instanceof Error ? error : undefined));
  });
  server.listen(coreDeviceSocket(folder));
  await once(server, 'listening');
  return server;
}

async function answer({ args, variables }: CoreDeviceCall, phones: readonly KnownPhone[], folder: string, setup: Setup): Promise<Spoken> {
  const { options, rest } = parse(args, valued);
  const output = options.get('--json-output') ?? options.get('-j');
  if (rest.join(' ') === 'list devices') {
    const listed = phones.map((each) => (each instanceof Iphone ? knownOf(each) : each)).filter((each) => each !== undefined);
    const others = await simulatedDevices(folder, setup);
    const lines = ['Name   Hostname   Identifier   State   Model', ...listed.map(({ name, identifier }) => `${name}   ${identifier}`)];
    return await speak('list.devices', args, output, setup, {
      result: { devices: [...listed.map((phone) => described(phone, setup)), ...others] },
      text: lines.join('\n'),
    });
  }
  const [group, subject = '', action = '', ...given] = rest;
  const command = deviceCommands[`${subject} ${action}`];
  if (group !== 'device' || command === undefined)
    return { stderr: `Error: Unexpected argument '${rest[0] ?? ''}'\nUsage: devicectl <subcommand>\n`, code: 64 };
  const wanted = options.get('--device') ?? options.get('-d') ?? '';
  const teams = setup.identities.map(({ team }) => team);
  const phone = phones.find((each) => isNamed(each, wanted));
  const known = phone instanceof Iphone ? knownOf(phone) : phone;
  const refusal = refused(known, phone);
  const outcome =
    refusal !== undefined || known === undefined || !(phone instanceof Iphone)
      ? (refusal ?? notFound)
      : await command({ phone, known, options, rest: given, variables, teams, setup });
  return await speak(`device.${subject}.${action}`, args, output, setup, outcome);
}

const notFound: Outcome = { error: { domain: CORE_DEVICE, code: 1000, description: 'The specified device was not found.' } };

function isNamed(phone: KnownPhone, wanted: string): boolean {
  const identifier = phone instanceof Iphone ? identifierOf(phone) : phone.identifier;
  return [identifier, phone.udid, phone.name].includes(wanted);
}

/** Why a phone is unusable, if it is. */
function refused(known: IPhone | undefined, phone: KnownPhone | undefined): Outcome | undefined {
  if (known === undefined || known.isBare === true) return notFound;
  const { pairing, tunnel, developerMode, name } = known;
  const failed = (code: number, description: string): Outcome => ({ error: { domain: CORE_DEVICE, code, description } });
  if (pairing !== 'paired') return failed(2, 'The device must be paired before it can be connected.');
  if (tunnel === 'unavailable' || !(phone instanceof Iphone)) return failed(4000, `Unable to connect to ${name}: the device disconnected.`);
  return developerMode === 'enabled' ? undefined : failed(10005, 'The operation failed because Developer Mode is disabled.');
}
