import * as vscode from 'vscode';
import { type OpenPage, type PageName, setPanelTitle } from '../../platform/openPages.ts';
import type { RulePlace } from '../../../core/document/ruleEdits.ts';
import { effectWords } from '../../../core/order/effect/effectWords.ts';
import { OrderPicture } from '../../../core/order/picture/orderPicture.ts';
import { messageOf, passOnUnexpected } from '../../../core/util/errors.ts';
import { PageChannel } from '../../table/pageChannel.ts';
import { fileOf } from '../../workspace/consoles.ts';
import type { ChosenPolicy } from '../../workspace/consoleHandle.ts';
import { openAtRule } from '../../targets/showRule.ts';
import { movingTo } from '../../../core/document/ruleActs.ts';
import { changedMeanwhile } from '../../../core/document/ruleRef.ts';
import { openDocument } from '../../workspace/textFiles.ts';
import { movedWords, pictureNotes } from './pictureSentences.ts';
import { readFromPage, type FromPage, type ToPage } from './pictureMessages.ts';
import { pictureRules, ShownPicture } from './shownPicture.ts';
import type { FeatureServices } from '../../featureServices.ts';

export type PictureServices = Pick<
  FeatureServices,
  'consoles' | 'documents' | 'extensionUri' | 'lookups' | 'models' | 'report' | 'ruleEditor' | 'tables'
>;

export interface ShownPolicy {
  readonly policy: ChosenPolicy;
  /** The page goes to this rule, once. */
  readonly at?: RulePlace | undefined;
}

/** A page with the picture of one policy. It follows the file, and moves rules in it. */
export class OpenPicture implements OpenPage<ShownPolicy> {
  readonly #services: PictureServices;
  readonly #panel: vscode.WebviewPanel;
  readonly #channel: PageChannel<ToPage, FromPage>;
  #policy: ChosenPolicy | undefined;
  #uri: vscode.Uri | undefined;
  #list: string | undefined;
  #asked: { readonly at: RulePlace | undefined } | undefined;
  #shown: ShownPicture | undefined;
  #version = 0;
  #problem = '';

  constructor(services: PictureServices, name: PageName, panel: vscode.WebviewPanel) {
    this.#services = services;
    this.#panel = panel;
    this.#channel = new PageChannel({
      ...services,
      panel,
      page: 'picturePage',
      icon: 'layers',
      name,
      read: readFromPage,
      answer: (message) => this.#answer(message),
    });
    this.#channel.own(
      { dispose: () => this.#shown?.stop() },
      services.models.onDidChange(({ consoleId, policies, what, file }) => {
        if (file && file.toString() === this.#uri?.toString()) {
          this.#renew();
        }
        if (
          what.has('text') &&
          consoleId === this.#policy?.console.id &&
          policies.some((policy) => policy === this.#policy?.kind.name)
        ) {
          this.#channel.run(() => this.#requestOrder());
        }
      }),
      services.documents.onDidChange(({ uri }) => {
        if (uri.toString() === this.#uri?.toString()) {
          this.#renew();
        }
      }),
    );
  }

  async show({ policy, at }: ShownPolicy): Promise<void> {
    this.#policy = policy;
    this.#asked = { at };
    this.#list = at?.array ?? this.#list;
    setPanelTitle(this.#panel, titleOf(policy));
    await this.#requestOrder();
  }

  /** A page without a picture that says why. */
  explain(reason: string): void {
    this.#shown?.stop();
    this.#shown = undefined;
    // An order that is still being analyzed must not bring the picture back.
    this.#uri = undefined;
    this.#say(reason);
  }

  /** Requests an analysis of the file. Its result comes with an event, unless it is there already. */
  async #requestOrder(): Promise<void> {
    if (!this.#policy) {
      return;
    }
    try {
      this.#uri = await fileOf(this.#services, this.#policy);
    } catch (error) {
      passOnUnexpected(error);
      this.explain(error.message);
      return;
    }
    void this.#services.models.orders.look(this.#uri);
    this.#renew();
  }

  /** Shows the file as it is now. Does nothing during the analysis. */
  #renew(): void {
    const uri = this.#uri;
    const lists = uri && this.#services.models.orders.current({ uri });
    const list =
      lists?.find(({ array }) => array === this.#list) ??
      lists?.find(({ rules }) => rules.length > 0) ??
      lists?.[0];
    // The order of a file with errors is not analyzed while it is open.
    if (uri && (this.#isBroken(uri) || (lists && !list))) {
      const reason = vscode.l10n.t('The file is not a complete policy: fix its errors first.');
      const previous = vscode.l10n.t('This is the previous state.');
      this.#say(this.#shown ? `${reason} ${previous}` : reason);
      return;
    }
    const shown = this.#shown;
    const isSame = shown?.of === lists && shown?.list === list;
    if (!lists || !list || (isSame && this.#problem === '' && !this.#asked)) {
      return;
    }
    this.#problem = '';
    if (!isSame) {
      shown?.stop();
      const before = shown?.list.array === list.array ? shown.picture : undefined;
      const picture = new OrderPicture(list.kind, list.rules, before);
      this.#shown = new ShownPicture(++this.#version, lists, list, picture);
    }
    this.#channel.run(() => this.#sendPicture());
  }

  #isBroken(uri: vscode.Uri): boolean {
    const document = openDocument(uri);
    const policy = document && this.#services.documents.current(document);
    return policy?.hasFatalProblem === true;
  }

  #say(problem: string): void {
    this.#problem = problem;
    this.#sendProblem();
  }

  async #sendPicture(): Promise<void> {
    const shown = this.#shown;
    if (!shown || !this.#policy) {
      return;
    }
    const { list, picture, version, of } = shown;
    const source = await this.#services.lookups.sourceOf(this.#policy.console);
    // A newer picture sends itself.
    if (this.#shown !== shown) {
      return;
    }
    const asked = this.#asked;
    const titles = new Map<string, string>(list.kind.arrays.map(({ key, title }) => [key, title]));
    const isSent = this.#channel.send({
      kind: 'picture',
      version,
      title: titleOf(this.#policy),
      notes: pictureNotes(list, picture.columns, source),
      lists: of.map(({ array }) => ({ key: array, label: titles.get(array) ?? array })),
      list: list.array,
      ...(asked && { asked: { rule: asked.at?.array === list.array ? asked.at.index : undefined } }),
      rules: pictureRules(list, picture.columns),
      columns: picture.columns.map(({ names, isKnown }) => ({ names, isKnown })),
      rest: effectWords(list.kind, undefined),
      isNetwork: list.kind.isNetwork,
    });
    if (isSent) {
      this.#asked = undefined;
    }
    // A hidden page loses its content, and is ready again when it is shown.
    if (isSent && this.#panel.visible) {
      this.#channel.run(() => this.#sendAll(shown.cells()));
    }
  }

  async #sendAll(messages: AsyncIterable<ToPage>): Promise<void> {
    for await (const message of messages) {
      this.#channel.send(message);
    }
  }

  #sendProblem(): void {
    if (this.#problem !== '') {
      this.#channel.send({ kind: 'problem', text: this.#problem });
    }
  }

  async #answer(message: FromPage): Promise<void> {
    const shown = this.#shown;
    if ('version' in message && message.version !== shown?.version) {
      if (message.kind === 'move') {
        this.#sendFailure(changedMeanwhile());
      }
      return;
    }
    switch (message.kind) {
      case 'ready':
        await this.#sendPicture();
        this.#sendProblem();
        return;
      case 'about':
      case 'preview':
        await (shown && this.#sendAll(shown.answers(message)));
        return;
      case 'list':
        if (shown?.of.some(({ array }) => array === message.list)) {
          this.#list = message.list;
          this.#renew();
        }
        return;
      case 'undo':
        await this.#undo();
        return;
      case 'text':
        if (shown && this.#policy) {
          const { console, kind } = this.#policy;
          await this.#services.tables.open(['map', console.id, kind.name, shown.list.array]);
        }
        return;
      case 'move':
        await (shown && this.#move(shown, message.rules, message.to));
        return;
      case 'reveal':
        await (shown && this.#reveal(shown, message.rule));
        return;
      default:
        message satisfies never;
    }
  }

  async #move(shown: ShownPicture, rules: readonly number[], to: number): Promise<void> {
    const uri = this.#uri;
    try {
      if (!uri) {
        throw changedMeanwhile();
      }
      const { version } = await vscode.workspace.openTextDocument(uri);
      if (this.#services.models.orders.current({ uri }) !== shown.of) {
        throw changedMeanwhile();
      }
      const { array } = shown.list;
      const moved = { uri, array, rules: rules.map((index) => ({ array, index })), version };
      const places = await this.#services.ruleEditor.act(moved, movingTo(to));
      const names = rules.map((rule) => shown.list.rules[rule]?.name ?? '');
      const text = movedWords(names, (places[0]?.index ?? to) + 1);
      this.#channel.send({ kind: 'result', text, isDone: true });
    } catch (error) {
      this.#sendFailure(error);
    }
  }

  /** Shows an error on the page, and reports it like a command. */
  #sendFailure(error: unknown): void {
    this.#channel.send({ kind: 'result', text: messageOf(error), isDone: false });
    this.#services.report('order picture', error);
  }

  /** Undoes the last move, if no other edit followed. */
  async #undo(): Promise<void> {
    const last = this.#services.ruleEditor.edits.at(-1);
    const isMove = last?.act === 'move' && last.document.uri.toString() === this.#uri?.toString();
    try {
      await this.#services.ruleEditor.undo(isMove ? [last] : [], {
        column: vscode.ViewColumn.Beside,
      });
      this.#panel.reveal();
      this.#channel.send({ kind: 'result', text: vscode.l10n.t('The move was undone.'), isDone: true });
    } catch (error) {
      this.#sendFailure(error);
    }
  }

  /** Beside the picture, unless the file is shown somewhere. */
  async #reveal(shown: ShownPicture, rule: number): Promise<void> {
    const uri = this.#uri;
    const named = shown.list.rules[rule];
    if (!uri || !named) {
      return;
    }
    // The file may have changed since the picture was made.
    const name = named.name === '' ? undefined : named.name;
    const place = { array: shown.list.array, index: rule, name };
    const open = vscode.window.visibleTextEditors.find(
      ({ document }) => document.uri.toString() === uri.toString(),
    );
    const viewColumn = open?.viewColumn ?? vscode.ViewColumn.Beside;
    await openAtRule(this.#services.documents, uri, place, { viewColumn });
  }
}

function titleOf({ kind, console }: ChosenPolicy): string {
  return vscode.l10n.t('Order of {0} ({1})', kind.name, console.entry.name);
}
