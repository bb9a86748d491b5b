import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { throttled } from '../../slow-link.ts';
import { converse } from '../input.ts';
import type { Dictionary } from '../property-list.ts';
import { serveClient } from './client.ts';

/** Talks with a host through a device's port, until either ends. */
export type ServePort = (stream: Duplex) => Promise<void>;

/** A faulty cable. */
export interface Cable {
  /** Limit each way. */
  readonly bytesPerSecond?: number | undefined;
  /** Nothing passes in larger pieces. */
  readonly splitBytes?: number | undefined;
}

/** A device in usbmuxd, once per way to it. */
export interface Attachment {
  readonly cable: Cable;
  readonly deviceId: number;
  /** As in an `Attached` notice. */
  readonly properties: Dictionary;
  /** @returns undefined without a listener */
  open(port: number): Promise<ServePort | undefined>;
  /** Bytes for the host before the cable is unplugged; undefined for any. */
  bytesUntilCut(): number | undefined;
  /** So much went. */
  sent(bytes: number): void;
}

/** The computer's usbmuxd: devices, pair records, and connections to devices' ports. */
export class Usbmuxd {
  /** This computer's name for devices. */
  readonly buid = '30142955-444094379208051516';
  /** Pair records by UDID, XML property lists. */
  readonly pairRecords = new Map<string, Buffer>();
  readonly #devices = new Map<number, Attachment>();
  readonly #listeners = new Set<(notice: Dictionary) => void>();
  readonly #servers: Server[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #folder: string;
  readonly #cable: Cable;
  #lastDeviceId = 0;

  private constructor(folder: string, cable: Cable) {
    this.#folder = folder;
    this.#cable = cable;
  }

  /** Listens on a UNIX socket in its own folder and on a free loopback port, as clients know one or the other. */
  static async start(cable: Cable = {}): Promise<Usbmuxd> {
    const usbmuxd = new Usbmuxd(await mkdtemp(join(tmpdir(), 'laglens-usbmuxd-')), cable);
    await usbmuxd.#serve({ path: usbmuxd.socketPath });
    await usbmuxd.#serve({ host: '127.0.0.1', port: 0 });
    return usbmuxd;
  }

  get socketPath(): string {
    return join(this.#folder, 'usbmuxd');
  }

  /** The loopback TCP port. */
  get port(): number {
    const address = this.#servers.map((server) => server.address()).find((one): one is AddressInfo => typeof one === 'object');
    return address?.port ?? 0;
  }

  /** Environment of this usbmuxd's clients; libusbmuxd, go-ios and appium-ios-device understand it. */
  get environment(): { readonly USBMUXD_SOCKET_ADDRESS: string } {
    return { USBMUXD_SOCKET_ADDRESS: `127.0.0.1:${this.port}` };
  }

  /** New each time the device comes. */
  nextDeviceId(): number {
    return ++this.#lastDeviceId;
  }

  attach(device: Attachment): void {
    this.#devices.set(device.deviceId, device);
    this.#notify(attachedNotice(device));
  }

  detach(deviceId: number): void {
    if (this.#devices.delete(deviceId)) this.#notify({ MessageType: 'Detached', DeviceID: deviceId });
  }

  device(deviceId: number): Attachment | undefined {
    return this.#devices.get(deviceId);
  }

  attached(): readonly Dictionary[] {
    return [...this.#devices.values()].map(attachedNotice);
  }

  /** @returns what ends it */
  listen(listener: (notice: Dictionary) => void): () => void {
    this.#listeners.add(listener);
    for (const notice of this.attached()) listener(notice);
    return () => this.#listeners.delete(listener);
  }

  /** As a killed usbmuxd: all connections break. */
  async stop(): Promise<void> {
    const closed = this.#servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())));
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all(closed);
    await rm(this.#folder, { recursive: true, force: true });
  }

  #notify(notice: Dictionary): void {
    for (const listener of this.#listeners) listener(notice);
  }

  async #serve(where: { readonly path: string } | { readonly host: string; readonly port: number }): Promise<void> {
    const server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      // The computer's own until connected to a device.
      const way: { device?: Attachment } = {};
      const cable = (): Cable => way.device?.cable ?? this.#cable;
      const sliceBytes = (): number | undefined => {
        const cut = way.device?.bytesUntilCut();
        return cut === undefined ? cable().splitBytes : Math.max(1, Math.min(cut, cable().splitBytes ?? cut));
      };
      const stream = throttled(socket, () => cable().bytesPerSecond, { sliceBytes, sent: (bytes) => way.device?.sent(bytes) });
      const connected = (device: Attachment): void => {
        way.device = device;
      };
      void converse(stream, () => serveClient(stream, this, connected));
    });
    this.#servers.push(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(where, resolve);
    });
  }
}

function attachedNotice({ deviceId, properties }: Attachment): Dictionary {
  return { MessageType: 'Attached', DeviceID: deviceId, Properties: { ...properties } };
}
