import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Emitter } from '../../../src/util/emitter.ts';
import { CancelledError } from '../../../src/util/errors.ts';
import { useEditor } from '../../mocks/vscode.ts';

const { multiStepInput } = await import('../../../src/platform/multiStepInput.ts');
const back = { label: 'back' };

/** An input box that tells what is shown and does what the next script says. */
class Box {
  readonly #changed = new Emitter<string>();
  readonly #accepted = new Emitter<void>();
  readonly #button = new Emitter<unknown>();
  readonly #hidden = new Emitter<void>();
  readonly onDidChangeValue = this.#changed.event;
  readonly onDidAccept = this.#accepted.event;
  readonly onDidTriggerButton = this.#button.event;
  readonly onDidHide = this.#hidden.event;
  title = '';
  step = 0;
  totalSteps = 0;
  value = '';
  prompt = '';
  password = false;
  buttons: unknown[] = [];
  validationMessage: string | undefined;
  disposed = false;

  show(): void {
    shown.push(this);
    queueMicrotask(() => script.shift()?.(this));
  }

  type(text: string): void {
    this.value = text;
    this.#changed.fire(text);
    this.#accepted.fire();
  }

  back(): void {
    this.#button.fire(back);
  }

  hide(): void {
    this.#hidden.fire();
  }

  dispose(): void {
    this.disposed = true;
  }
}

let shown: Box[];
let script: ((box: Box) => void)[];

beforeEach(() => {
  shown = [];
  script = [];
  useEditor({ window: { createInputBox: () => new Box() }, QuickInputButtons: { Back: back } });
});

interface State {
  first: string;
  second: string;
}

const steps = (['first', 'second'] as const).map(
  (key) =>
    async (
      input: { ask(question: { prompt: string; value: string }): Promise<string> },
      state: State,
    ): Promise<void> => {
      state[key] = await input.ask({ prompt: key, value: state[key] });
    },
);

test('steps are asked in order, with title and count', async () => {
  script = [(box) => box.type(' one '), (box) => box.type('two')];
  assert.deepEqual(await multiStepInput('Title', steps, { first: '', second: '' }), {
    first: 'one',
    second: 'two',
  });
  assert.deepEqual(
    shown.map(({ title, step, totalSteps, buttons }) => [title, step, totalSteps, buttons.length]),
    [
      ['Title', 1, 2, 0],
      ['Title', 2, 2, 1],
    ],
  );
  assert.ok(shown.every((box) => box.disposed));
});

test('the back button goes back and keeps what was typed', async () => {
  script = [
    (box) => box.type('one'),
    (box) => box.back(),
    (box) => box.type(`${box.value}!`),
    (box) => box.type('two'),
  ];
  assert.deepEqual(await multiStepInput('Title', steps, { first: '', second: '' }), {
    first: 'one!',
    second: 'two',
  });
});

test('a step that asks nothing is passed over in both directions', async () => {
  const silent = async (): Promise<void> => undefined;
  script = [(box) => box.type('one'), (box) => box.back(), (box) => box.type('1'), (box) => box.type('two')];
  const [first, second] = steps;
  assert.ok(first && second);
  assert.deepEqual(await multiStepInput('Title', [first, silent, second], { first: '', second: '' }), {
    first: '1',
    second: 'two',
  });
});

test('leaving is a cancellation', async () => {
  script = [(box) => box.hide()];
  await assert.rejects(multiStepInput('Title', steps, { first: '', second: '' }), CancelledError);
  assert.ok(shown.every((box) => box.disposed));
});

test('a text that is not valid is not accepted, and why is shown', async () => {
  const messages: (string | undefined)[] = [];
  script = [
    (box) => {
      box.type('bad');
      messages.push(box.validationMessage);
      box.type('good');
    },
  ];
  const state = { answer: '' };
  await multiStepInput(
    'Title',
    [
      async (input, answers: typeof state) => {
        answers.answer = await input.ask({
          prompt: '',
          validate: (text) => (text === 'good' ? undefined : 'Type good.'),
        });
      },
    ],
    state,
  );
  assert.deepEqual(messages, ['Type good.']);
  assert.equal(state.answer, 'good');
});
