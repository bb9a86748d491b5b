import { LaglensError } from '../core/errors.ts';
import { asciiJson, terminalLine } from '../core/text/terminal-text.ts';
import { wifiAddress } from '../host/devices/android/wifi/wifi-address.ts';
import type { AppRow, DeviceProvider, DeviceRow } from '../host/devices/device.ts';
import { allRows, openDevice } from '../host/devices/open-device.ts';
import { deviceOptions, parseArguments } from './cli-arguments.ts';
import { deviceProviders } from './providers.ts';
import type { Terminal } from './terminal.ts';
import { wrongArguments } from './usage.ts';

/** `laglens devices`: devices, apps and why some cannot be captured. */
export async function runDevices(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values } = parseArguments('devices', args, {
    ...deviceOptions,
    connect: { type: 'string' },
    apps: { type: 'boolean' },
    json: { type: 'boolean' },
  });
  const providers = deviceProviders(values, terminal);
  if (values.connect !== undefined) await connect(providers, values.connect, terminal);
  let code = 0;
  const rows = await allRows(providers, terminal.signal, (error) => {
    if (!(error instanceof LaglensError)) throw error;
    terminal.say(`${error.message}\n${error.next} [${error.code}]`);
    code = 1;
  });
  const listed = [];
  for (const row of rows) {
    const apps = values.apps === true && row.problem === undefined ? await appsOf(providers, row, terminal) : undefined;
    if (values.json === true) listed.push({ ...row, apps });
    else terminal.out(deviceText(row, apps));
  }
  if (values.json === true) terminal.out(asciiJson(listed, 2));
  return code;
}

/** @throws LaglensError */
async function connect(providers: readonly DeviceProvider[], text: string, terminal: Terminal): Promise<void> {
  const address = wifiAddress(text);
  if (address === undefined) throw wrongArguments('devices', `--connect is HOST:PORT, not “${text}”.`);
  for (const { wifi } of providers) await wifi?.connect(address, terminal.signal);
}

async function appsOf(providers: readonly DeviceProvider[], row: DeviceRow, terminal: Terminal): Promise<readonly AppRow[]> {
  return await (await openDevice(providers, row.id, terminal.signal)).apps(terminal.signal);
}

function deviceText(row: DeviceRow, apps: readonly AppRow[] | undefined): string {
  const problem = row.problem === undefined ? [] : [`    cannot be used: ${row.problem.why}`, `    ${row.problem.next}`];
  const detail = row.detail === '' ? '' : `  (${row.detail})`;
  return [`${row.id.padEnd(24)} ${row.name}${detail}`, ...problem, ...(apps ?? []).flatMap(appLines)].map(terminalLine).join('\n');
}

function appLines(app: AppRow): readonly string[] {
  const line = `    ${app.id.padEnd(48)} ${app.detail}`.trimEnd();
  const remarks = [...app.notes, ...(app.problem === undefined ? [] : [`cannot be used: ${app.problem.why}. ${app.problem.next}`])];
  const several = app.processes.length > 1 ? app.processes.map((each) => `${each.pid} ${each.name}`) : [];
  return [line, ...[...several, ...remarks].map((each) => `        ${each}`)];
}
