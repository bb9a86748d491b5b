import { EventEmitter } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Processes } from './apps/app-processes.ts';
import { AppTable, InstallRefused } from './apps/app-table.ts';
import { DeviceFiles } from './apps/device-files.ts';
import type { InstalledApp } from './apps/installed-app.ts';
import type { LaunchApp } from './apps/launch-app.ts';
import { type ServeService, serviceOf } from './device-services.ts';
import { identityOf, type Model, type Release, udidOf } from './identity.ts';
import type { Faults } from './iphone-faults.ts';
import { secure } from './lockdown/lockdown-tls.ts';
import { LOCKDOWN_PORT, LockdownConversation } from './lockdown/lockdownd.ts';
import { Pairings, type Trust, type TrustedHost } from './lockdown/pairing.ts';
import { SystemLog } from './system-log.ts';
import type { Attachment, ServePort, Usbmuxd } from './usbmux/usbmuxd.ts';

export interface IphoneFacts {
  /** As Settings shows it, `16.7.10`. */
  readonly ios: string;
  readonly name: string;
  /** By default made up in the model's form. */
  readonly udid?: string;
  readonly connection: 'USB' | 'Network' | 'both';
  readonly trust: Trust;
  readonly locked: boolean;
  readonly developerMode: boolean;
  readonly developerImage: boolean;
}

/** Above Linux's range of ephemeral ports, so that none is an app's. */
const FIRST_SERVICE_PORT = 61_001;

/** A simulated iPhone on a simulated usbmuxd. */
export class Iphone {
  readonly usbmuxd: Usbmuxd;
  readonly name: string;
  readonly udid: string;
  readonly model: Model;
  readonly release: Release;
  readonly serialNumber: string;
  readonly wifiAddress: string;
  readonly faults: Faults;
  readonly pairings = new Pairings();
  readonly files: DeviceFiles;
  readonly apps: AppTable;
  readonly processes: Processes;
  readonly log: SystemLog;
  /** Posted notifications, by notification_proxy's name. */
  readonly notifications = new EventEmitter<{ posted: [name: string] }>();
  /** Hosts' requests, a line each: `lockdown StartService com.apple.afc`. */
  readonly asked: string[] = [];
  connection: 'USB' | 'Network' | 'both';
  trust: Trust;
  /** Behind its passcode, as after a night on the table. */
  locked: boolean;
  developerMode: boolean;
  /** Signature of the mounted developer image. */
  mountedImage: Buffer | undefined;
  readonly #attachments: Attachment[] = [];
  readonly #streams = new Set<Duplex>();
  readonly #services = new Map<number, ServePort>();
  #lastServicePort = FIRST_SERVICE_PORT;

  /** @param index separates devices of one usbmuxd */
  constructor(usbmuxd: Usbmuxd, facts: IphoneFacts, root: string, launch: LaunchApp, faults: Faults, index: number) {
    const { model, release } = identityOf(facts.ios);
    this.usbmuxd = usbmuxd;
    this.name = facts.name;
    this.model = model;
    this.release = release;
    this.udid = facts.udid ?? udidOf(model, index);
    this.serialNumber = `SIM${String(index).padStart(9, '0')}`;
    this.wifiAddress = `02:00:00:00:00:${index.toString(16).padStart(2, '0')}`;
    this.connection = facts.connection;
    this.trust = facts.trust;
    this.locked = facts.locked;
    this.developerMode = facts.developerMode;
    this.mountedImage = facts.developerImage ? Buffer.from('a developer image of before') : undefined;
    this.faults = faults;
    this.log = new SystemLog(facts.name);
    this.files = new DeviceFiles(root);
    this.apps = new AppTable(this.files);
    this.processes = new Processes(this, launch);
    if (facts.trust === 'paired') usbmuxd.pairRecords.set(this.udid, this.pairings.pairLongAgo(usbmuxd.buid, this.wifiAddress));
  }

  get attached(): boolean {
    return this.#attachments.length > 0;
  }

  /** Plugs it in, or joins the Wi-Fi. Listeners get its new number. */
  attach(): void {
    if (this.attached) return;
    const ways = this.connection === 'both' ? (['USB', 'Network'] as const) : [this.connection];
    for (const way of ways) {
      const deviceId = this.usbmuxd.nextDeviceId();
      const attachment = {
        deviceId,
        properties: way === 'USB' ? this.#usbProperties(deviceId) : this.#networkProperties(deviceId),
        cable: this.faults,
        open: (port: number) => this.#open(port),
        bytesUntilCut: () => this.faults.detachAfterBytes,
        sent: (bytes: number) => this.#sent(bytes),
      };
      this.#attachments.push(attachment);
      this.usbmuxd.attach(attachment);
    }
  }

  /** Unplugs the cable: all connections break. */
  detach(): void {
    for (const { deviceId } of this.#attachments.splice(0)) this.usbmuxd.detach(deviceId);
    for (const stream of this.#streams) stream.destroy();
    this.#services.clear();
  }

  /**
   * Installs an app, as installation_proxy and devicectl do; an older one's process ends.
   * @param folder `…/Shop.app`, a path of this computer
   * @throws InstallRefused
   */
  async install(folder: string): Promise<InstalledApp> {
    const { install } = this.faults;
    if (install) throw new InstallRefused(install.error, install.description);
    const app = await this.apps.install(folder);
    await this.processes.endOf(app.bundleId);
    this.notifications.emit('posted', 'com.apple.mobile.application_installed');
    return app;
  }

  async uninstall(bundleId: string): Promise<boolean> {
    await this.processes.endOf(bundleId);
    const was = await this.apps.uninstall(bundleId);
    this.notifications.emit('posted', 'com.apple.mobile.application_uninstalled');
    return was;
  }

  /** Notes what a host asked. */
  heard(request: string): void {
    this.asked.push(request);
  }

  /** lockdownd's StartService: the service waits on its own port for one connection, in TLS. */
  startService(name: string, host: TrustedHost): { readonly port: number } | { readonly error: string } {
    const serve: ServeService | { readonly error: string } = serviceOf(this, name);
    if (typeof serve !== 'function') return serve;
    const port = ++this.#lastServicePort;
    this.#services.set(port, async (stream) => serve(this, await secure(stream, this.pairings, host)));
    return { port };
  }

  /** Ends its apps and detaches it. */
  async stop(): Promise<void> {
    this.detach();
    await this.processes.endAll();
  }

  async #open(port: number): Promise<ServePort | undefined> {
    this.heard(`connect ${port === LOCKDOWN_PORT || this.#services.has(port) ? 'service' : port}`);
    const serve = this.faults.refusedPorts?.includes(port) ? undefined : await this.#whoListens(port);
    return (
      serve &&
      (async (stream) => {
        this.#streams.add(stream);
        stream.once('close', () => this.#streams.delete(stream));
        // The cable may be out by now.
        if (!this.attached) stream.destroy();
        await serve(stream);
      })
    );
  }

  async #whoListens(port: number): Promise<ServePort | undefined> {
    if (port === LOCKDOWN_PORT) return (stream) => new LockdownConversation(this, stream).run();
    const service = this.#services.get(port);
    if (service) {
      this.#services.delete(port);
      return service;
    }
    // An app's process and ports are this computer's.
    if (!this.processes.any) return undefined;
    const socket = await connected(port);
    return socket && ((stream) => join(stream, socket));
  }

  #sent(bytes: number): void {
    if (this.faults.detachAfterBytes === undefined) return;
    this.faults.detachAfterBytes -= bytes;
    if (this.faults.detachAfterBytes > 0) return;
    this.faults.detachAfterBytes = undefined;
    this.detach();
  }

  #usbProperties(deviceId: number) {
    return {
      ConnectionSpeed: 480_000_000,
      ConnectionType: 'USB',
      DeviceID: deviceId,
      LocationID: 0x14100000 + deviceId,
      ProductID: 0x12a8,
      SerialNumber: this.udid,
      USBSerialNumber: this.udid.replace('-', ''),
    };
  }

  #networkProperties(deviceId: number) {
    // Darwin's struct sockaddr_in: length, family, port, address; usbmuxd gives 128 bytes of storage.
    const address = Buffer.alloc(128);
    address.set([16, 2, 0, 0, 192, 0, 2, deviceId & 0xff]);
    return {
      ConnectionType: 'Network',
      DeviceID: deviceId,
      EscapedFullServiceName: `${this.wifiAddress}@fe80::${deviceId}._apple-mobdev2._tcp.local.`,
      InterfaceIndex: 4,
      NetworkAddress: address,
      SerialNumber: this.udid,
    };
  }
}

/** @returns undefined when nobody listens */
function connected(port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.once('error', () => resolve(undefined));
  });
}

async function join(stream: Duplex, socket: Socket): Promise<void> {
  // Either side's end is the other's.
  socket.on('error', () => stream.destroy());
  stream.on('error', () => socket.destroy());
  stream.once('close', () => socket.destroy());
  const over = new Promise<void>((resolve) => socket.once('close', resolve));
  socket.pipe(stream);
  stream.pipe(socket);
  await over;
}
