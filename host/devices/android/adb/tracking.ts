import type { Duplex } from 'node:stream';

export interface ListedDevice {
  readonly serial: string;
  /** `device` when usable; else `unauthorized`, `offline`, `no permissions`, `recovery`, … */
  readonly state: string;
  /** Text after the state, such as details on permissions. */
  readonly remark: string;
  readonly model: string;
  /** Changes with each connection. */
  readonly transport: string;
  /** Serial of the phone’s second row (one-per-phone.ts). */
  readonly otherSerial?: string;
}

const LENGTH_DIGITS = 4;

/** Yields the current list first and ends with the server. */
export async function* trackedLists(stream: Duplex): AsyncGenerator<readonly ListedDevice[]> {
  let pending: Buffer = Buffer.alloc(0);
  for await (const bytes of stream) {
    if (!Buffer.isBuffer(bytes)) continue;
    pending = Buffer.concat([pending, bytes]);
    for (;;) {
      if (pending.length < LENGTH_DIGITS) break;
      const digits = pending.toString('latin1', 0, LENGTH_DIGITS);
      // `parseInt` accepts signs and blanks, and a negative length would never end.
      if (!/^[0-9a-f]{4}$/i.test(digits)) return;
      const length = Number.parseInt(digits, 16);
      if (pending.length < LENGTH_DIGITS + length) break;
      yield parseDevices(pending.toString('utf8', LENGTH_DIGITS, LENGTH_DIGITS + length));
      pending = pending.subarray(LENGTH_DIGITS + length);
    }
  }
}

/** Source: AOSP packages/modules/adb/adb.cpp, to_string(ConnectionState). */
const states = 'device|offline|unauthorized|authorizing|connecting|recovery|rescue|sideload|bootloader|host|detached|unknown';

/**
 * Most certain form first. Serials may contain blanks, `adb-SERIAL (2)._adb-tls-connect._tcp`, so the state precedes
 * only pairs.
 */
const forms = [
  /^(\S(?:.*?\S)??)\s+(no permissions)(.*)$/,
  new RegExp(`^(\\S(?:.*?\\S)??)\\s+(${states})((?:\\s+[\\w-]+:\\S+)*)$`),
  /^(\S+)\s+(\S+)(.*)$/,
];
const pairs = /(?:^|\s)(product|model|device|transport_id|usb):(\S+)/g;

/** `devices -l`: serial, state, then words and `key:value` pairs. */
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
