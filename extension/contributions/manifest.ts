import { activationEvents, WALKTHROUGH } from './activation.ts';
import { colors } from './colors.ts';
import { type CommandDeclaration, commandId, commands } from './commands.ts';
import { contextKeys, doneKey, EDITOR_TYPE, OTHER_PROFILE_TYPE, PROFILE_TYPE } from './context-keys.ts';
import { featureSchemas, foreignPatterns } from './feature-menus.ts';
import { keybindings } from './keybindings.ts';
import { menus } from './menus.ts';
import { type SettingDeclaration, settingSections, settings } from './settings.ts';
import { TASK_TYPE, taskProperties } from './tasks.ts';
import { VIEW_CONTAINER, type ViewName, viewIds, viewTitles, welcomes } from './views.ts';
import { walkthrough } from './walkthrough.ts';

/** The parts of package.json that follow from the declarations, and the texts that they name as `%key%`. */
interface Manifest {
  readonly activationEvents: readonly string[];
  readonly contributes: Readonly<Record<string, unknown>>;
  /** Settings whose value in a workspace that is not trusted has no effect. */
  readonly restrictedConfigurations: readonly string[];
  readonly texts: Readonly<Record<string, string>>;
}

/** Texts of package.json outside of `contributes`. */
const ownTexts = {
  displayName: 'Laglens',
  description: 'Shows, live, why an Android or iOS app lags, and puts the cursor on the line that did it.',
  'trust.description':
    "Viewing sessions works. Capturing and troubleshooting run programs (adb, Xcode's tools, tasks) and need a trusted workspace; so do settings that name files outside it.",
  'virtual.description': 'Sessions can be viewed and captures work; a frame opens its source when the file system can be searched.',
} as const;

/** Language of the reports that open as documents. */
const REPORT_LANGUAGE = 'laglens-report';

/** Composes what VS Code reads before any code runs. */
export function manifest(): Manifest {
  const texts = new Texts(ownTexts);
  const contributes = {
    commands: commandEntries(texts),
    languages: [
      { id: REPORT_LANGUAGE, aliases: [texts.key('language.report', 'Laglens report')] },
      {
        id: 'laglens-session',
        aliases: [texts.key('language.session', 'Laglens session')],
        extensions: ['.laglens'],
        icon: { light: 'media/file-light.svg', dark: 'media/file-dark.svg' },
      },
    ],
    jsonValidation: featureSchemas,
    taskDefinitions: [{ type: TASK_TYPE, properties: taskEntries(texts) }],
    keybindings: keybindings.map(({ command, ...rest }) => ({ command: commandId(command), ...rest })),
    configurationDefaults: {
      // A capture's lines hold no errors to scan for, which VS Code would ask about.
      'task.problemMatchers.neverPrompt': { [TASK_TYPE]: true },
      [`[${REPORT_LANGUAGE}]`]: {
        'editor.wordWrap': 'on',
        'editor.wrappingIndent': 'deepIndent',
        'editor.tabSize': 3,
        'editor.detectIndentation': false,
        'editor.guides.indentation': false,
        'editor.lineNumbers': 'off',
        'editor.minimap.enabled': false,
        // Its sentences have typographic apostrophes.
        'editor.unicodeHighlight.ambiguousCharacters': false,
      },
    },
    customEditors: [
      {
        viewType: EDITOR_TYPE,
        displayName: texts.key('editor.displayName', 'Laglens Session'),
        selector: [{ filenamePattern: '*.laglens' }],
        priority: 'default',
      },
      {
        viewType: PROFILE_TYPE,
        displayName: texts.key('editor.profile.displayName', 'Laglens Profile'),
        selector: foreignPatterns.own.map((filenamePattern) => ({ filenamePattern })),
        priority: 'default',
      },
      {
        viewType: OTHER_PROFILE_TYPE,
        displayName: texts.key('editor.otherProfile.displayName', 'Laglens'),
        selector: foreignPatterns.other.map((filenamePattern) => ({ filenamePattern })),
        priority: 'option',
      },
    ].filter(({ selector }) => selector.length > 0),
    viewsContainers: { activitybar: [{ id: VIEW_CONTAINER, title: 'Laglens', icon: 'media/activity.svg' }] },
    views: { [VIEW_CONTAINER]: viewEntries(texts) },
    viewsWelcome: welcomeEntries(texts),
    menus: {
      ...Object.fromEntries(
        Object.entries(menus).map(([menu, items]) => [menu, items.map((item) => ({ ...item, command: commandId(item.command) }))]),
      ),
      commandPalette: paletteEntries(),
    },
    colors: Object.entries(colors).map(([name, { text, defaults }]) => ({
      id: `laglens.${name}`,
      description: texts.key(`color.${name}`, text),
      defaults,
    })),
    configuration: settingEntries(texts),
    walkthroughs: [walkthroughEntry(texts)],
  };
  const restricted = Object.entries(settings).filter(([, setting]) => 'needsTrust' in setting);
  return { activationEvents, contributes, restrictedConfigurations: restricted.map(([name]) => `laglens.${name}`), texts: texts.all };
}

function commandEntries(texts: Texts): readonly unknown[] {
  const declared: Readonly<Record<string, CommandDeclaration>> = commands;
  return Object.entries(declared).map(([name, { title, inPalette: _, ...rest }]) => ({
    command: `laglens.${name}`,
    title: texts.key(`command.${name}.title`, title),
    category: 'Laglens',
    ...rest,
  }));
}

function paletteEntries(): readonly unknown[] {
  const declared: Readonly<Record<string, CommandDeclaration>> = commands;
  return Object.entries(declared).flatMap(([name, { inPalette }]) =>
    inPalette === undefined ? [] : [{ command: `laglens.${name}`, when: inPalette }],
  );
}

function viewEntries(texts: Texts): readonly unknown[] {
  const names: readonly ViewName[] = ['devices', 'sessions'];
  return names.map((name) => ({
    id: viewIds[name],
    name: texts.key(`view.${name}.name`, viewTitles[name]),
    icon: 'media/activity.svg',
  }));
}

function welcomeEntries(texts: Texts): readonly unknown[] {
  return welcomes.map(({ view, when, text, buttons }, index) => {
    const lines = buttons.flatMap(({ before, label, command }) => {
      const id = command.includes('.') ? command : `laglens.${command}`;
      return [...(before === undefined ? [] : [before]), `[${label}](command:${id})`];
    });
    return { view: viewIds[view], when, contents: texts.key(`view.${view}.welcome${index + 1}`, [text, ...lines].join('\n')) };
  });
}

function taskEntries(texts: Texts): Readonly<Record<string, unknown>> {
  const entries = Object.entries(taskProperties).map(([name, { type, text }]) => [
    name,
    { type, description: texts.key(`task.${name}`, text) },
  ]);
  return Object.fromEntries(entries);
}

function settingEntries(texts: Texts): readonly unknown[] {
  return Object.entries(settingSections).map(([section, title], order) => ({
    title: texts.key(`settings.${section}`, title),
    order: order + 1,
    properties: settingsOf(section, texts),
  }));
}

function settingsOf(wanted: string, texts: Texts): Readonly<Record<string, unknown>> {
  const declared: Readonly<Record<string, SettingDeclaration>> = settings;
  const listed = Object.entries(declared).filter(([, { section }]) => section === wanted);
  const entries = listed.map(([name, { scope, text, choices, schema }], index) => {
    const order = index + 1;
    const { type, ...rest } = schema;
    const enumeration = choices && {
      enum: Object.keys(choices),
      enumDescriptions: Object.entries(choices).map(([choice, sentence]) => texts.key(`setting.${name}.${choice}`, sentence)),
    };
    return [`laglens.${name}`, { order, type, ...enumeration, ...rest, scope, markdownDescription: texts.key(`setting.${name}`, text) }];
  });
  return Object.fromEntries(entries);
}

function walkthroughEntry(texts: Texts): unknown {
  return {
    id: WALKTHROUGH,
    title: texts.key('walkthrough.title', walkthrough.title),
    description: texts.key('walkthrough.description', walkthrough.description),
    icon: 'media/icon.png',
    steps: walkthrough.steps.map(({ id, title, description, alt, command }) => {
      const key = `walkthrough.${id}`;
      const button = `[${commands[command].title}](command:${commandId(command)})`;
      return {
        id,
        title: texts.key(`${key}.title`, title),
        description: texts.key(`${key}.description`, `${description}\n${button}`),
        media: { svg: `media/walkthrough/${id}.svg`, altText: texts.key(`${key}.alt`, alt) },
        // A command may have been refused or cancelled, so its run ticks nothing.
        completionEvents: [`onContext:${contextKeys[doneKey(id)]}`],
      };
    }),
  };
}

/** Collects texts by their keys. */
class Texts {
  readonly #all: Record<string, string>;

  constructor(first: Readonly<Record<string, string>>) {
    this.#all = { ...first };
  }

  get all(): Readonly<Record<string, string>> {
    return this.#all;
  }

  /** @returns how package.json names the text */
  key(key: string, text: string): string {
    this.#all[key] = text;
    return `%${key}%`;
  }
}
