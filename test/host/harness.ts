import { appendFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { window } from 'vscode';
import { watching } from './watching.ts';

/** What a test run in the extension host writes, one JSON object per line, to the file ORDINANCE_TEST_RESULTS names. */
export type HostLine =
  | { readonly kind: 'pass'; readonly name: string; readonly seconds: number }
  | { readonly kind: 'fail'; readonly name: string; readonly why: string }
  | { readonly kind: 'skip'; readonly name: string; readonly why: string }
  | { readonly kind: 'print'; readonly text: string }
  | { readonly kind: 'end' };

type Step = () => void | Promise<void>;

interface Suite {
  readonly name: string;
  readonly before: Step[];
  readonly after: Step[];
  readonly tests: { readonly name: string; readonly body: Step }[];
}

const suites: Suite[] = [];

/** Declares tests that share what `before` prepares. They run one after another, in the order of the text. */
export function suite(name: string, declare: () => void): void {
  suites.push({ name, before: [], after: [], tests: [] });
  declare();
}

export function before(body: Step): void {
  current().before.push(body);
}

export function after(body: Step): void {
  current().after.push(body);
}

/** They end what hangs. That a busy machine is slow is no failure. */
const patienceSeconds = 120;
const hangSeconds = 3 * patienceSeconds;

export function test(name: string, body: Step): void {
  current().tests.push({ name, body });
}

/** Asks again and again until the answer is neither false nor undefined. */
export async function waitFor<T>(
  what: string,
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  seconds = patienceSeconds,
): Promise<T> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await probe();
    if (answer !== undefined && answer !== false) {
      return answer;
    }
    if (Date.now() > end) {
      throw new Error(`waited ${seconds} s in vain for ${what}`);
    }
    await delay(25);
  }
}

/** Says something beside the results. */
export function print(text: string): void {
  write({ kind: 'print', text });
}

/** Loads the files of tests and runs what they declare. Never rejects: everything that happens is in the results. */
export async function runFiles(files: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
  await attempt('watching', watching, true);
  for (const [file, load] of Object.entries(files)) {
    const first = suites.length;
    await attempt(`${file}: load`, load, true);
    for (const { name, ...steps } of suites.slice(first)) {
      await runSuite(`${file}: ${name}`, steps);
    }
    if (suites.slice(first).every(({ tests }) => tests.length === 0)) {
      write({ kind: 'fail', name: file, why: 'there is no test in this file' });
    }
  }
  write({ kind: 'end' });
}

async function runSuite(name: string, steps: Omit<Suite, 'name'>): Promise<void> {
  let ready = true;
  for (const body of steps.before) {
    ready &&= await attempt(`${name}: before`, body, true);
  }
  for (const { name: test, body } of steps.tests) {
    if (ready) {
      await attempt(`${name}: ${test}`, body, false);
    } else {
      write({ kind: 'fail', name: `${name}: ${test}`, why: 'what comes before it failed' });
    }
  }
  for (const body of steps.after) {
    await attempt(`${name}: after`, body, true);
  }
}

/** @param silent a step that is not itself a test: counts only when it fails */
async function attempt(name: string, body: () => unknown, silent: boolean): Promise<boolean> {
  const started = performance.now();
  const clock = new AbortController();
  try {
    const late = delay(hangSeconds * 1000, undefined, { signal: clock.signal }).then(() => {
      throw new Error(`not done after ${hangSeconds} s`);
    });
    late.catch(() => undefined);
    await Promise.race([Promise.resolve().then(body), late]);
    if (!silent) {
      write({ kind: 'pass', name, seconds: (performance.now() - started) / 1000 });
    }
    return true;
  } catch (error) {
    write({
      kind: 'fail',
      name,
      why: `${inFront()}\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    });
    return false;
  } finally {
    clock.abort();
  }
}

/** What a person would see where a test failed: most of what fails once a month cannot be asked again. */
function inFront(): string {
  const { activeTextEditor: editor, state } = window;
  const where = state.focused ? 'the window has the keyboard' : 'the window does not have the keyboard';
  if (editor === undefined) {
    return `(no text editor in front; ${where})`;
  }
  const { document, selection } = editor;
  const text = document.getText();
  const shown = text.length > 300 ? `…${text.slice(-300)}` : text;
  return `(in front: ${document.uri.path}, version ${document.version}${document.isDirty ? ', not saved' : ''}, cursor ${selection.active.line}:${selection.active.character}, ${JSON.stringify(shown)}; ${where})`;
}

function current(): Suite {
  const last = suites.at(-1);
  if (last === undefined) {
    throw new Error('call this inside suite()');
  }
  return last;
}

function write(line: HostLine): void {
  appendFileSync(process.env['ORDINANCE_TEST_RESULTS'] ?? '', `${JSON.stringify(line)}\n`);
}
