import { element } from './dom.ts';

/** Parts of a text field that differ from field to field. */
interface TextFieldOptions {
  readonly class: string;
  /** For screen readers. */
  readonly label: string;
  /** Attributes of the input. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly before: HTMLElement;
  readonly after: HTMLElement;
}

/** An input that looks like VS Code's, with parts inside its border before and after the text. */
interface TextField {
  readonly node: HTMLElement;
  readonly input: HTMLInputElement;
}

export function textField({ class: name, label, attributes, before, after }: TextFieldOptions): TextField {
  const input = element('input', { attributes: { ...attributes, 'aria-label': label } });
  // Its label is the whole field: a click on any part begins to type.
  return { node: element('label', { class: `text-field ${name}` }, [before, input, after]), input };
}
