import { connect, createServer, type Server, type Socket } from 'node:net';

/** A phone with *Wireless debugging* on, which shows its pairing dialog. */
interface WirelessPhone {
  /** Of its announcements, and the guid of its pairing. */
  readonly name: string;
  readonly code: string;
  /** `HOST:PORT` of its pairing dialog. */
  readonly pairing: string;
  /** `HOST:PORT` of its adbd. */
  readonly adbd: string;
}

interface WifiAdbServerOptions {
  /** Port of the real adb server, which gets all other requests. */
  readonly port: number;
  readonly phone: WirelessPhone;
  /** Answers to `host:mdns:check`, as of adb 36. */
  readonly check?: string;
}

/**
 * A real adb server, with Wireless debugging of adb 36 in front of it, as no adbd here has a pairing dialog. Its words are those of adb
 * 34.0.5 and 36.0.0 (`tests/simulated/android/wifi.test.ts` compares them) and of AOSP packages/modules/adb/client/adb_wifi.cpp.
 */
export class WifiAdbServer {
  /** All requests for pairing, connection and search, without codes. */
  readonly asked: string[] = [];
  /** Announced after the pairing only, as by phones that were just switched on. */
  isAnnounced = true;
  /** Repeats the code in a refusal, as a vendor's server could. */
  echoes = false;
  /** Words of a phone that connects to nobody. */
  refusal: string | undefined;
  check: string;
  readonly #options: WifiAdbServerOptions;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isPaired = false;

  private constructor(options: WifiAdbServerOptions) {
    this.#options = options;
    this.check = options.check ?? 'mdns daemon version [Openscreen discovery 0.0.0]';
    this.#server = createServer((socket) => this.#accept(socket));
  }

  static async start(options: WifiAdbServerOptions): Promise<WifiAdbServer> {
    const server = new WifiAdbServer(options);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get port(): number {
    const address = this.#server.address();
    return address !== null && typeof address === 'object' ? address.port : 0;
  }

  /** The phone forgets this computer, and shows its dialog again. */
  forget(): void {
    this.#isPaired = false;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #accept(socket: Socket): void {
    this.#keep(socket);
    socket.once('data', (bytes) => {
      const service = bytes.toString('utf8', 4);
      const answer = this.#answerTo(service);
      if (/^host:(?:pair|connect|mdns):/.test(service)) this.asked.push(service.replace(/^(host:pair):[^:]*/, '$1'));
      if (answer === undefined) this.#pass(socket, bytes);
      else socket.end(answer);
    });
  }

  #pass(socket: Socket, first: Buffer): void {
    const onward = connect(this.#options.port, '127.0.0.1');
    this.#keep(onward);
    onward.write(first);
    socket.pipe(onward).pipe(socket);
    socket.once('close', () => onward.destroy());
    onward.once('close', () => socket.destroy());
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    // Clients may leave at any time.
    socket.on('error', () => {});
  }

  /** Undefined for the real server's matters. */
  #answerTo(service: string): string | undefined {
    const { name, adbd, pairing } = this.#options.phone;
    if (service === 'host:mdns:check') return `OKAY${sized(this.check)}`;
    if (service === 'host:mdns:services') {
      const dialog = this.#isPaired ? [] : [`${name}\t_adb-tls-pairing._tcp\t${pairing}`];
      const running = this.isAnnounced || this.#isPaired ? [`${name}\t_adb-tls-connect._tcp\t${adbd}`] : [];
      return `OKAY${sized([...dialog, ...running].map((line) => `${line}\n`).join(''))}`;
    }
    if (service === `host:connect:${adbd}` && this.refusal !== undefined) return `OKAY${sized(this.refusal)}`;
    if (service === `host:connect:${adbd}` && !this.#isPaired) return `OKAY${sized(`failed to authenticate to ${adbd}`)}`;
    const [, code, address] = /^host:pair:([^:]*):(.*)$/.exec(service) ?? [];
    return code === undefined || address === undefined ? undefined : this.#pair(code, address);
  }

  #pair(code: string, address: string): string {
    const { phone } = this.#options;
    if (this.echoes) return `OKAYFAIL${sized(`Failed: ${code} is refused`)}`;
    if (address !== phone.pairing || this.#isPaired) return `OKAYFAIL${sized('Failed: Unable to start pairing client.')}`;
    if (code !== phone.code) return `OKAYFAIL${sized('Failed: Wrong password or connection was dropped.')}`;
    this.#isPaired = true;
    return `OKAY${sized(`Successfully paired to ${address} [guid=${phone.name}]`)}`;
  }
}

function sized(text: string): string {
  return text.length.toString(16).padStart(4, '0') + text;
}
