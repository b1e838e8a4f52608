import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Emitter } from '../../../../src/core/util/disposable.ts';
import { CanceledError } from '../../../../src/core/util/errors.ts';
import type { Objection, Question } from '../../../../src/vscode/platform/inputBoxes.ts';
import { useEditor } from '../../../mocks/vscode.ts';

const { multiStepInput } = await import('../../../../src/vscode/platform/multiStepInput.ts');
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
  busy = false;
  enabled = true;
  items: readonly { label: string }[] = [];
  activeItems: readonly { label: string }[] = [];
  selectedItems: readonly { label: string }[] = [];
  disposedWhenNextWasShown: boolean | undefined;
  buttons: unknown[] = [];
  validationMessage: string | undefined;
  disposed = false;

  show(): void {
    const last = shown.at(-1);
    if (last) {
      last.disposedWhenNextWasShown = last.disposed;
    }
    shown.push(this);
    queueMicrotask(() => void script.shift()?.(this));
  }

  type(text: string): void {
    this.value = text;
    this.#changed.fire(text);
    this.accept();
  }

  accept(): void {
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
let script: ((box: Box) => void | Promise<void>)[];

const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  shown = [];
  script = [];
  useEditor({
    window: { createInputBox: () => new Box(), createQuickPick: () => new Box() },
    QuickInputButtons: { Back: back },
  });
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

test('a step that is not called for is passed over in both directions, and not counted', async () => {
  const never = { when: () => false, ask: async (): Promise<void> => assert.fail('it is asked') };
  script = [(box) => box.type('one'), (box) => box.back(), (box) => box.type('1'), (box) => box.type('two')];
  const [first, second] = steps;
  assert.ok(first && second);
  assert.deepEqual(await multiStepInput('Title', [first, never, second], { first: '', second: '' }), {
    first: '1',
    second: 'two',
  });
  assert.deepEqual(
    shown.map(({ step, totalSteps }) => `${step}/${totalSteps}`),
    ['1/2', '2/2', '1/2', '2/2'],
  );
});

test('the count follows the answers', async () => {
  const [first, second] = steps;
  assert.ok(first && second);
  const third = { when: ({ first: text }: State) => text === 'long', ask: second };
  script = [(box) => box.type('long'), (box) => box.type('two'), (box) => box.type('three')];
  await multiStepInput('Title', [first, third, second], { first: '', second: '' });
  assert.deepEqual(
    shown.map(({ step, totalSteps }) => `${step}/${totalSteps}`),
    ['1/2', '2/3', '3/3'],
  );
});

test('a box stays, and takes no more keys, until the next one is there', async () => {
  const seen: unknown[] = [];
  script = [
    (box) => box.type('one'),
    (box) => {
      seen.push(shown[0]?.enabled, shown[0]?.disposedWhenNextWasShown);
      box.type('two');
    },
  ];
  await multiStepInput('Title', steps, { first: '', second: '' });
  assert.deepEqual(seen, [false, false]);
});

const checked = (check: (text: string, signal: AbortSignal) => Promise<Objection | undefined>) => [
  async (input: { ask(question: Question): Promise<string> }, state: { answer: string }): Promise<void> => {
    state.answer = await input.ask({ prompt: '', password: true, check });
  },
];

test('an answer that is objected to is typed again in the same box', async () => {
  const said: (string | undefined)[] = [];
  script = [
    async (box) => {
      box.type('wrong');
      assert.ok(box.busy);
      await pause();
      said.push(box.validationMessage);
      box.type('wrong');
      await pause();
      said.push(box.validationMessage);
      box.type('right');
    },
  ];
  const state = { answer: '' };
  const check = async (text: string): Promise<Objection | undefined> =>
    text === 'right' ? undefined : { message: 'Refused.', mayInsist: false };
  await multiStepInput('Title', checked(check), state);
  assert.deepEqual(said, ['Refused.', 'Refused.']);
  assert.equal(state.answer, 'right');
  assert.equal(shown.length, 1, 'no other box comes up');
});

test('where one may insist, a second Enter takes the answer, and only the same one', async () => {
  const asked: string[] = [];
  script = [
    async (box) => {
      box.type('one');
      await pause();
      assert.match(box.validationMessage ?? '', /^Away\. Press Enter again/);
      box.type('two');
      await pause();
      box.accept();
    },
  ];
  const state = { answer: '' };
  const check = async (text: string): Promise<Objection> => {
    asked.push(text);
    return { message: 'Away.', mayInsist: true };
  };
  await multiStepInput('Title', checked(check), state);
  assert.deepEqual(asked, ['one', 'two']);
  assert.equal(state.answer, 'two');
});

test('typing on aborts a check, and leaving does, too', async () => {
  const signals: AbortSignal[] = [];
  script = [
    async (box) => {
      box.type('one');
      box.type('two');
      await pause();
      box.hide();
    },
  ];
  const check = (_: string, signal: AbortSignal): Promise<undefined> => {
    signals.push(signal);
    return new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(new Error('aborted'))),
    );
  };
  await assert.rejects(multiStepInput('Title', checked(check), { answer: '' }), CanceledError);
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [true, true],
  );
});

test('a check that breaks ends the question', async () => {
  script = [(box) => box.type('one')];
  const broken = async (): Promise<never> => Promise.reject(new TypeError('a bug'));
  await assert.rejects(multiStepInput('Title', checked(broken), { answer: '' }), TypeError);
});

test('the first row of a list is ready for Enter', async () => {
  script = [(box) => box.accept()];
  const items = [{ label: 'a' }, { label: 'b' }];
  const state = { answer: '' };
  await multiStepInput(
    'Title',
    [
      async (input, answers: typeof state) => {
        answers.answer = (await input.pick('', items)).label;
      },
    ],
    state,
  );
  assert.equal(state.answer, 'a');
});

test('leaving is a cancellation', async () => {
  script = [(box) => box.hide()];
  await assert.rejects(multiStepInput('Title', steps, { first: '', second: '' }), CanceledError);
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

test('Enter takes the row that has what is typed, and none that is hidden by it', async () => {
  const items = [{ label: 'All' }, { label: 'prod' }, { label: 'shop' }];
  const pickSome = async (typed: readonly string[]): Promise<readonly string[]> => {
    script = [
      (box) => {
        for (const text of typed) {
          box.type(text);
        }
        box.hide();
      },
    ];
    const state = await multiStepInput<{ taken: readonly string[] }>(
      'Title',
      [
        async (input, answers) => {
          answers.taken = (await input.pickSome('which', items, [])).map(({ label }) => label);
        },
      ],
      { taken: [] },
    );
    return state.taken;
  };
  assert.deepEqual(await pickSome(['']), ['All']);
  assert.deepEqual(await pickSome([' SHO']), ['shop']);
  await assert.rejects(pickSome(['nothing like it']), CanceledError);
  assert.deepEqual(await pickSome(['nothing like it', 'ro']), ['prod']);
});

test('where any number of rows is an answer, Enter takes the checked rows only', async () => {
  script = [(box) => box.type('')];
  const taken: string[] = ['left'];
  await multiStepInput(
    'Title',
    [
      async (input) => {
        const chosen = await input.pickAny('which', [{ label: 'All' }, { label: 'prod' }], []);
        taken.splice(0, 1, ...chosen.map(({ label }) => label));
      },
    ],
    {},
  );
  assert.deepEqual(taken, []);
});
