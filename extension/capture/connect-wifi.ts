import * as vscode from 'vscode';
import { pairingCode, wifiAddress } from '../../host/devices/android/wifi/wifi-address.ts';
import type { WifiDoor, WifiService, WifiServices } from '../../host/devices/device.ts';
import { localized } from '../surface/localized.ts';
import { askForText } from '../surface/pickers.ts';
import { withNotification } from '../surface/progress.ts';
import { type LiveItem, livePick } from './live-pick.ts';
import { refreshed } from './refreshed.ts';

const REFRESH_MS = 1500;

/** Without an address, it is asked for. */
interface WifiItem extends LiveItem {
  readonly offers?: WifiService['offers'];
  readonly address?: string;
}

/**
 * Asks for a device of the network, and for its pairing code if it needs one.
 * @returns undefined if cancelled
 * @throws LaglensError with the next step
 */
export async function connectOverWifi(
  wifi: WifiDoor,
  report: (error: unknown) => void,
): Promise<{ readonly id: string } | 'back' | undefined> {
  const item = await pickService(wifi, report);
  if (item === 'back' || item?.offers === undefined) return item === 'back' ? 'back' : undefined;
  return item.offers === 'pairing' ? pair(wifi, item.address) : connect(wifi, item.address);
}

function pickService(wifi: WifiDoor, report: (error: unknown) => void): Promise<WifiItem | 'back' | undefined> {
  return livePick<WifiItem>({
    title: vscode.l10n.t('Connect over Wi-Fi'),
    placeholder: vscode.l10n.t('Switch on Wireless debugging in the phone’s Developer options, in the same Wi-Fi'),
    step: 1,
    totalSteps: 2,
    canGoBack: true,
    follow: (show) =>
      refreshed({
        pauseMs: REFRESH_MS,
        ask: (signal) => wifi.services(signal),
        show: (found) => show(wifiItems(found)),
        failed(error) {
          show(wifiItems({ services: [] }));
          report(error);
        },
      }),
  });
}

function wifiItems({ services, problem }: WifiServices): readonly WifiItem[] {
  const waiting = services.filter(({ offers }) => offers === 'pairing');
  const known = services.filter(({ offers }) => offers === 'connect');
  return [
    ...group(vscode.l10n.t('show a pairing code'), waiting.map(serviceItem)),
    ...group(vscode.l10n.t('in this network'), known.map(serviceItem)),
    ...group(problem === undefined ? vscode.l10n.t('not listed') : localized(problem), [
      {
        id: 'pair',
        icon: 'key',
        label: vscode.l10n.t('Pair with a Code…'),
        detail: vscode.l10n.t('Address and code of the phone’s “Pair device with pairing code”'),
        offers: 'pairing',
      },
      {
        id: 'connect',
        icon: 'plug',
        label: vscode.l10n.t('Connect to an Address…'),
        detail: vscode.l10n.t('“IP address & Port” of a paired phone’s Wireless debugging'),
        offers: 'connect',
      },
    ]),
  ];
}

function serviceItem({ name, offers, address }: WifiService): WifiItem {
  const icon = offers === 'pairing' ? 'key' : 'device-mobile';
  return { id: `${offers} ${address}`, icon, label: name, description: address, offers, address };
}

function group(label: string, items: readonly WifiItem[]): readonly WifiItem[] {
  return items.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...items];
}

/** The code is kept nowhere. */
async function pair(wifi: WifiDoor, offered: string | undefined): Promise<{ readonly id: string } | undefined> {
  const title = vscode.l10n.t('Pair with a Code');
  const address =
    offered ?? (await askForAddress(title, vscode.l10n.t('Address in the phone’s pairing dialog, such as 192.168.1.7:37001')));
  if (address === undefined) return undefined;
  const noCode = (text: string): string | undefined =>
    pairingCode(text) === undefined ? vscode.l10n.t('The code has six digits.') : undefined;
  const code = pairingCode((await askForText(title, vscode.l10n.t('Six digits that the phone shows for {0}', address), '', noCode)) ?? '');
  if (code === undefined) return undefined;
  const id = await withNotification(vscode.l10n.t('Laglens: pairing with {0}', address), (signal) => wifi.pair(address, code, signal));
  return id === undefined ? connect(wifi, undefined) : { id };
}

async function connect(wifi: WifiDoor, offered: string | undefined): Promise<{ readonly id: string } | undefined> {
  const title = vscode.l10n.t('Connect to an Address');
  const prompt = vscode.l10n.t('“IP address & Port” of the phone’s Wireless debugging, such as 192.168.1.7:40123');
  const address = offered ?? (await askForAddress(title, prompt));
  if (address === undefined) return undefined;
  const connecting = vscode.l10n.t('Laglens: connecting to {0}', address);
  return { id: await withNotification(connecting, (signal) => wifi.connect(address, signal)) };
}

async function askForAddress(title: string, prompt: string): Promise<string | undefined> {
  const noAddress = (text: string): string | undefined =>
    wifiAddress(text) === undefined ? vscode.l10n.t('An address is HOST:PORT.') : undefined;
  return wifiAddress((await askForText(title, prompt, '', noAddress)) ?? '');
}
