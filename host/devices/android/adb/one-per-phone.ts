import type { ListedDevice } from './tracking.ts';

/**
 * The list without second rows of the same phone. adb looks for emulators at odd ports of its own computer: a phone at port 5555 that was
 * connected by `adb connect`, too, is listed as emulator-5554 and as 127.0.0.1:5555. The emulator's row stays, as adb finds it again by itself
 * after a restart of its server; the other one only if it alone is usable. Source: AOSP packages/modules/adb/client/transport_emulator.cpp.
 */
export function onePerPhone(listed: readonly ListedDevice[]): readonly ListedDevice[] {
  const found = new Map<number, ListedDevice>();
  const connected = new Map<number, ListedDevice>();
  for (const device of listed) {
    const port = emulatorPort(device);
    if (port !== undefined) found.set(port, device);
    const own = connectedPort(device);
    if (own !== undefined) connected.set(own, device);
  }
  const rows = new Set(listed);
  for (const [port, emulator] of found) {
    const other = connected.get(port);
    if (other === undefined) continue;
    const isOther = other.state === 'device' && emulator.state !== 'device';
    rows.delete(isOther ? emulator : other);
  }
  return [...rows].map((device) => {
    const port = emulatorPort(device) ?? connectedPort(device);
    const other = port === undefined ? undefined : [found.get(port), connected.get(port)].find((each) => each && each !== device);
    return other === undefined ? device : { ...device, otherSerial: other.serial };
  });
}

/** adb's port, one above the console's that the name has. */
function emulatorPort({ serial }: ListedDevice): number | undefined {
  const [, console] = /^emulator-(\d{1,5})$/.exec(serial) ?? [];
  return console === undefined ? undefined : Number(console) + 1;
}

function connectedPort({ serial }: ListedDevice): number | undefined {
  const [, port] = /^(?:127\.0\.0\.1|localhost|\[::1\]):(\d{1,5})$/.exec(serial) ?? [];
  return port === undefined ? undefined : Number(port);
}
