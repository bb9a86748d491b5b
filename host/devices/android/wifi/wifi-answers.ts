import { LaglensError } from '../../../../core/errors.ts';
import { phrase, withoutPoint } from '../../../../core/text/phrase.ts';

const updateTools = phrase`Update the Android SDK Platform-Tools to 30 or newer, end the old server with “adb kill-server”, and try again.`;

/** Before platform-tools 30. */
export function unsupported(): LaglensError {
  return new LaglensError({
    code: 'wifi-unsupported',
    message: phrase`This adb server cannot pair phones: it is older than Wireless debugging.`,
    next: updateTools,
    action: 'pickDevice',
  });
}

/** @param words of adb (AOSP packages/modules/adb/client/adb_wifi.cpp) */
export function pairingFailed(address: string, words: string): LaglensError {
  const [message, next] = pairingTexts(address, words);
  return new LaglensError({ code: 'wifi-pairing-failed', message, next, action: 'pickDevice', output: words });
}

function pairingTexts(address: string, words: string): readonly [message: string, next: string] {
  if (/wrong password|connection was dropped/i.test(words)) {
    return [
      phrase`The phone at ${address} did not take the pairing code.`,
      phrase`Open “Pair device with pairing code” on the phone again: each opening shows another code and another port.`,
    ];
  }
  if (/unable to start pairing client|unable to connect/i.test(words)) {
    return [
      phrase`No phone waits for a pairing at ${address}.`,
      phrase`Keep “Pair device with pairing code” open on the phone, take the address from that dialog, and use the same Wi-Fi.`,
    ];
  }
  return [
    phrase`Pairing with ${address} failed: ${withoutPoint(words)}.`,
    phrase`Open “Pair device with pairing code” on the phone again, and try again.`,
  ];
}

/**
 * @param words of adb (AOSP packages/modules/adb/transport.cpp, client/transport_local.cpp)
 * @param isPaired the phone took the pairing code a moment ago
 */
export function connectFailed(address: string, words: string, isPaired = false): LaglensError {
  const [message, next] = connectTexts(address, words, isPaired);
  return new LaglensError({ code: 'wifi-connect-failed', message, next, action: 'pickDevice', output: words });
}

function connectTexts(address: string, words: string, isPaired: boolean): readonly [message: string, next: string] {
  if (isPaired) {
    return [
      phrase`The phone at ${address} is paired, but does not connect: ${withoutPoint(words)}.`,
      phrase`Switch Wireless debugging on the phone off and on, and connect again: pairing is done.`,
    ];
  }
  if (/authenticate/i.test(words)) {
    return [
      phrase`The phone at ${address} does not know this computer.`,
      phrase`Pair it first: open “Pair device with pairing code” on the phone. After “adb tcpip” accept the question on its screen.`,
    ];
  }
  if (/refused/i.test(words)) {
    return [
      phrase`Nothing answers at ${address}.`,
      phrase`Take “IP address & Port” from the phone’s Wireless debugging: the port changes whenever it is switched on, and pairing has another one.`,
    ];
  }
  if (/resolve|timed out|unreachable|no route/i.test(words)) {
    return [
      phrase`The phone at ${address} is not reached.`,
      phrase`Use the same Wi-Fi for phone and computer. Guest networks and VPNs often separate them.`,
    ];
  }
  return [
    phrase`Connecting to ${address} failed: ${withoutPoint(words)}.`,
    phrase`Switch Wireless debugging on the phone off and on, and try again.`,
  ];
}
