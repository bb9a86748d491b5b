import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Spoken } from '../spoken.ts';
import type { Tool } from '../tools.ts';
import { type CoreDeviceCall, coreDeviceSocket } from './core-device-server.ts';

const CHILD_PREFIX = 'DEVICECTL_CHILD_';

/** `devicectl …`: asks the phones' service, as the real one does. */
export const devicectl: Tool = async (args, xcode): Promise<Spoken> => {
  const handedOn = Object.entries(process.env).flatMap(([name, value = '']) =>
    name.startsWith(CHILD_PREFIX) ? [[name.slice(CHILD_PREFIX.length), value]] : [],
  );
  const call: CoreDeviceCall = { args, variables: Object.fromEntries(handedOn) };
  const socket = connect({ path: coreDeviceSocket(xcode.folder) });
  socket.end(JSON.stringify(call));
  const spoken: Spoken = JSON.parse(await text(socket));
  return spoken;
};
