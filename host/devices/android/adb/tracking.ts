import type { Duplex } from 'node:stream';

/** A device as the adb server lists it. */
export interface ListedDevice {
  readonly serial: string;
  /** `device` when it is usable; else `unauthorized`, `offline`, `no permissions`, `recovery`, … */
  readonly state: string;
  /** Words after the state, such as what adb says about missing permissions. */
  readonly remark: string;
  readonly model: string;
  /** Another one each time the device is connected. */
  readonly transport: string;
}

const LENGTH_DIGITS = 4;

/** The lists that `host:track-devices-l` sends, the first one with the devices that are there already. Ends when the server does. */
export async function* trackedLists(stream: Duplex): AsyncGenerator<readonly ListedDevice[]> {
  let pending: Buffer = Buffer.alloc(0);
  for await (const bytes of stream) {
    if (!Buffer.isBuffer(bytes)) continue;
    pending = Buffer.concat([pending, bytes]);
    for (;;) {
      if (pending.length < LENGTH_DIGITS) break;
      const digits = pending.toString('latin1', 0, LENGTH_DIGITS);
      // `parseInt` takes signs and blanks, and a negative length would never end.
      if (!/^[0-9a-f]{4}$/i.test(digits)) return;
      const length = Number.parseInt(digits, 16);
      if (pending.length < LENGTH_DIGITS + length) break;
      yield parseDevices(pending.toString('utf8', LENGTH_DIGITS, LENGTH_DIGITS + length));
      pending = pending.subarray(LENGTH_DIGITS + length);
    }
  }
}

/** States of one word. Source: AOSP packages/modules/adb/adb.cpp, to_string(ConnectionState). */
const states = 'device|offline|unauthorized|authorizing|connecting|recovery|rescue|sideload|bootloader|host|detached|unknown';

/**
 * The forms of a line, by falling certainty. Serials of wireless debugging may hold blanks, `adb-SERIAL (2)._adb-tls-connect._tcp`,
 * so the state is the word with nothing but pairs after it.
 */
const forms = [
  /^(\S(?:.*?\S)??)\s+(no permissions)(.*)$/,
  new RegExp(`^(\\S(?:.*?\\S)??)\\s+(${states})((?:\\s+[\\w-]+:\\S+)*)$`),
  /^(\S+)\s+(\S+)(.*)$/,
];
const pairs = /(?:^|\s)(product|model|device|transport_id|usb):(\S+)/g;

/** Parses lines of `devices -l`: serial, state, then words and `key:value` pairs. */
export function parseDevices(text: string): readonly ListedDevice[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const fitting = forms.map((form) => form.exec(line.trim())).find((each) => each !== null);
      const [, serial = '', state = '', rest = ''] = fitting ?? [];
      const values = new Map([...rest.matchAll(pairs)].map((each) => [each[1], each[2]]));
      return {
        serial,
        state,
        remark: rest.replace(pairs, '').trim(),
        model: (values.get('model') ?? '').replaceAll('_', ' '),
        transport: values.get('transport_id') ?? '',
      };
    });
}
