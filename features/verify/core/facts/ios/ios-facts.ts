import { allTrue, atLeast, type Fact, numberOf, sameCount } from '../../report/fact.ts';

const checklist = 'host/diagnose/ios-checklist.ts';
const ios = 'docs/ios.md';
const agent = 'device-agents/ios/README.md';
const need = 'capture';

/** An item of the checklist for a Mac, which says by itself whether it is fulfilled. */
function item(claim: string, file = checklist): Fact {
  return { claim, file, need: 'mac', holds: allTrue('fulfilled') };
}

/** A step that only a person at a phone can do. */
function byHand(claim: string): Fact {
  return { claim, file: ios, need: 'person', holds: allTrue('seen') };
}

/** What Laglens relies on, of Apple's systems and tools. */
export const iosFacts = {
  'ios.mac.xcode': item('xcrun names Xcode 15 or newer'),
  'ios.mac.identities': item('security find-identity has one named “Apple Development: …”'),
  'ios.mac.builds': item('Xcode’s builds of the app are found'),
  'ios.mac.developer-images': item('Developer images are found for phones with iOS 15 or 16'),
  'ios.mac.agents': item('The agent’s libraries for phones and simulators are there'),
  'ios.usbmux.answers': {
    claim: 'usbmuxd answers with a list of devices',
    file: 'host/devices/ios/protocol/usbmux/usbmux.ts',
    need: 'device',
    holds: allTrue('fulfilled'),
  },
  'ios.device.listed': {
    claim: 'The device is listed as usable, with its name and system',
    file: 'host/devices/ios/phone/iphone-facts.ts',
    need: 'device',
    holds: allTrue('listed', 'system'),
  },
  'ios.device.apps': {
    claim: 'The device lists its apps',
    file: 'host/devices/ios/apps/ios-apps.ts',
    need: 'device',
    holds: atLeast('apps', 1),
  },
  'ios.device.development-apps': {
    claim: 'Apps that may be captured are marked as usable',
    file: 'host/devices/ios/apps/ios-apps.ts',
    need: 'device',
    holds: atLeast('usable', 1),
  },
  'ios.agent.answers': {
    claim: 'iOS admits the agent into the app, and it answers',
    file: ios,
    need,
    holds: allTrue('answered'),
  },
  'ios.agent.losses': { claim: 'The agent loses no samples', file: agent, need, holds: (seen) => numberOf(seen, 'samples') === 0 },
  'ios.agent.cost': {
    claim: 'The agent takes less than a tenth of one core',
    file: 'docs/benchmarks.md',
    need,
    holds: (seen) => numberOf(seen, 'cpuPercent') < 10,
  },
  'ios.run-loop.turns': { claim: 'Turns of main’s run loop begin and end', file: ios, need, holds: atLeast('messages', 1) },
  'ios.stacks.main': { claim: 'Main has samples with stacks', file: agent, need, holds: atLeast('samples', 1) },
  'ios.stacks.images': {
    claim: 'Loaded images have build ids (UUID)',
    file: 'docs/symbols.md',
    need,
    holds: sameCount('withId', 'libraries'),
  },
  'ios.threads.quality-of-service': {
    claim: 'The base priority of main is one of a quality of service',
    file: ios,
    need,
    holds: allTrue('known'),
  },
  'ios.threads.cpu-clock': { claim: 'Main’s CPU time can be read', file: agent, need, holds: allTrue('known') },
  'ios.counters.memory': { claim: 'The app’s memory is reported each second', file: ios, need, holds: atLeast('memory', 1) },
  'ios.counters.thermal': { claim: 'The thermal state is reported', file: ios, need, holds: atLeast('thermal', 1) },
  'ios.screens.controllers': { claim: 'The view controller in front is known', file: ios, need, holds: atLeast('activities', 1) },
  'ios.screens.phases': { claim: 'Phases of the app’s life are reported', file: ios, need, holds: atLeast('phases', 1) },
  'ios.frames.display-link': {
    claim: 'Calls of the display link are reported while main scrolls or animates',
    file: ios,
    need: 'person',
    holds: atLeast('frames', 1),
  },
  'ios.power.low-power-mode': byHand('Low Power Mode, switched on during a capture, is a warning of the session'),
  'ios.copy.replaced': byHand('A signed copy replaces the app and starts, the original is installed again at the end'),
  'ios.copy.locked': byHand('A locked phone is refused before anything is installed'),
  'ios.image.mounted': byHand('After a restart, the developer image of iOS 15 or 16 is sent and mounted once'),
  'ios.embedded.attached': byHand('An app that carries the agent is recorded without a restart'),
  'ios.cable.pulled': byHand('A pulled cable is “the device is gone”, later the same run after a gap'),
  'ios.background.no-hang': byHand('The time in the background or locked has no hang'),
  'ios.refusals.other-team': byHand('Apps from the App Store and of other teams are refused, and still start'),
} as const satisfies Readonly<Record<string, Fact>>;

export type IosFactId = keyof typeof iosFacts;
