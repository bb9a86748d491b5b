import { connect, type Socket } from 'node:net';
import { exactly } from './input.ts';
import type { Dictionary } from './property-list.ts';
import { xmlPropertyList } from './property-list.ts';
import { readRequest, sendPacket } from './usbmux/usbmux-packet.ts';
import type { Usbmuxd } from './usbmux/usbmuxd.ts';

/** A program on usbmuxd's port, for messages of no real client. */
export class RawClient {
  readonly socket: Socket;

  private constructor(socket: Socket) {
    this.socket = socket;
  }

  static async of(usbmuxd: Usbmuxd): Promise<RawClient> {
    const socket = connect(usbmuxd.port, '127.0.0.1');
    // Only closing matters.
    socket.on('error', () => {});
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    return new RawClient(socket);
  }

  /** Sends a request to usbmuxd; returns the next message. */
  async ask(message: Dictionary): Promise<Dictionary> {
    sendPacket(this.socket, 1, message);
    return this.next();
  }

  async next(): Promise<Dictionary> {
    const { message } = await readRequest(this.socket);
    if (!message) throw new Error('usbmuxd answered with no property list');
    return message;
  }

  /** Connects to a device's port. @returns usbmuxd's number, 0 for success */
  async connectTo(deviceId: number, port: number): Promise<unknown> {
    const swapped = ((port & 0xff) << 8) | (port >> 8);
    return (await this.ask({ MessageType: 'Connect', DeviceID: deviceId, PortNumber: swapped })).Number;
  }

  /** Sends bytes and waits until the other side closes. @returns the received bytes */
  async sendUntilClosed(bytes: Uint8Array): Promise<number> {
    let came = 0;
    this.socket.on('data', (chunk: Uint8Array) => {
      came += chunk.length;
    });
    const closed = new Promise<void>((resolve) => this.socket.once('close', () => resolve()));
    this.socket.write(bytes);
    await closed;
    return came;
  }

  /** Asks lockdownd through its port. */
  async askLockdown(message: Dictionary): Promise<string> {
    const list = xmlPropertyList(message);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(list.length);
    this.socket.write(Buffer.concat([length, list]));
    const bytes = (await exactly(this.socket, 4)).readUInt32BE(0);
    return (await exactly(this.socket, bytes)).toString();
  }
}
