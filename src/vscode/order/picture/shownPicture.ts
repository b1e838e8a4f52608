import type { OrderOfList } from '../../../core/assist/order/documentOrder.ts';
import {
  namedColumns,
  type ColumnCells,
  type OrderPicture,
  type PictureColumn,
} from '../../../core/order/picture/orderPicture.ts';
import { decisionChangesOfMove } from '../../../core/order/policyDecisionChanges.ts';
import { isUnmoved, moveIndices, targetOf } from '../../../core/policy/reorder.ts';
import { throwIfCanceled } from '../../../core/util/errors.ts';
import { l10n } from '../../../core/util/l10n.ts';
import { pause } from '../../../core/util/inSlices.ts';
import { isWeaker } from '../../workspace/changedDecisionWords.ts';
import type {
  FromPage,
  PictureQuestion,
  PictureRule,
  RuleMark,
  SentColumn,
  ToPage,
} from './pictureMessages.ts';
import { aboutCell, aboutColumn, aboutRule, previewSentences } from './pictureSentences.ts';

/** A list of rules as a page shows it. */
export class ShownPicture {
  readonly version: number;
  readonly list: OrderOfList;
  /** The lists of the file when the picture was made. The picture is current as long as these lists are. */
  readonly of: readonly OrderOfList[];
  readonly picture: OrderPicture;
  readonly #cells = new Map<PictureColumn, ColumnCells>();
  #sending = new AbortController();
  #answering = new AbortController();

  constructor(version: number, of: readonly OrderOfList[], list: OrderOfList, picture: OrderPicture) {
    this.version = version;
    this.of = of;
    this.list = list;
    this.picture = picture;
  }

  /** Cancels everything that is still to be sent. */
  stop(): void {
    this.#sending.abort();
    this.#answering.abort();
  }

  /** The cells of all columns, for a page without any. Throws CanceledError. */
  async *cells(): AsyncGenerator<ToPage> {
    this.#sending.abort();
    this.#sending = new AbortController();
    const { picture, version } = this;
    for await (const cells of inParts(picture, (column) => this.#cellsOf(column), this.#sending.signal)) {
      yield { kind: 'cells', version, cells };
    }
  }

  /** Answers a question, and cancels the answer to the question before. Throws CanceledError. */
  async *answers(question: PictureQuestion): AsyncGenerator<ToPage> {
    this.#answering.abort();
    const { signal } = (this.#answering = new AbortController());
    // A held key asks many questions, and only the last of them counts.
    await pause();
    throwIfCanceled(signal);
    if (question.kind === 'about') {
      yield { kind: 'about', version: this.version, sentences: this.#about(question) };
    } else {
      yield* this.#preview(question, signal);
    }
  }

  #cellsOf(column: PictureColumn): ColumnCells {
    const cells = this.#cells.get(column) ?? this.picture.cells(column);
    this.#cells.set(column, cells);
    return cells;
  }

  /** Sentences about the active cell, rule or collection. */
  #about({ rule, column: place = -1 }: Extract<FromPage, { kind: 'about' }>): readonly string[] {
    const { list, picture } = this;
    const column = picture.columns[place];
    if (!column) {
      return rule === undefined ? [] : aboutRule(list, rule);
    }
    const asked = { column, cells: this.#cellsOf(column) };
    return rule === undefined ? aboutColumn(list, asked) : aboutCell(list, rule, asked);
  }

  /** The changed decisions of a move, then all cells after it. */
  async *#preview(
    { rules, to }: Extract<FromPage, { kind: 'preview' }>,
    signal: AbortSignal,
  ): AsyncGenerator<ToPage> {
    const { list, picture, version } = this;
    const { length } = list.rules;
    const order = rules.every((rule) => rule < length)
      ? moveIndices(length, rules, targetOf(to, length, rules))
      : [];
    const preview = { kind: 'preview', version, rules, to } as const;
    if (isUnmoved(order)) {
      yield { ...preview, sentences: [l10n.t('Nothing would move.')], isWeaker: false, cells: [] };
      return;
    }
    const changes = decisionChangesOfMove(list, order);
    const known = { ...preview, sentences: previewSentences(changes), isWeaker: isWeaker(changes) };
    yield { ...known, cells: [] };
    const moved = picture.reordered(order);
    for await (const cells of inParts(moved, (column) => moved.cells(column), signal)) {
      yield { ...known, cells };
    }
  }
}

/** Columns of one message: what is in sight comes soon, and a message is short. */
const columnsPerMessage = 4;

/** All columns, some at a time. Throws CanceledError. */
async function* inParts(
  { columns }: OrderPicture,
  cellsOf: (column: PictureColumn) => ColumnCells,
  signal: AbortSignal,
): AsyncGenerator<readonly SentColumn[]> {
  let ready: SentColumn[] = [];
  for (const [place, column] of columns.entries()) {
    ready.push([place, cellsOf(column).states]);
    if (ready.length === columnsPerMessage || place === columns.length - 1) {
      yield ready;
      ready = [];
    }
    // Hundreds of columns must not hold a key.
    await pause();
    throwIfCanceled(signal);
  }
}

/** A rule shows the first of these marks that it has. */
const marks = ['shadowed-rule', 'redundant-rule', 'partly-shadowed-rule'] as const;

/** The rules of a list with their marks and columns. */
export function pictureRules(
  { rules, findings, notAnalyzed }: OrderOfList,
  columns: readonly PictureColumn[],
): readonly PictureRule[] {
  const named = namedColumns(columns, rules);
  const markOf = new Map<number, RuleMark>();
  const unclear = new Set(notAnalyzed);
  for (const mark of marks.toReversed()) {
    for (const { kind, rule } of findings) {
      if (kind === mark) {
        markOf.set(rule, mark);
      }
    }
  }
  return rules.map(({ name, enabled }, place) => ({
    name,
    mark: enabled ? (markOf.get(place) ?? (unclear.has(place) ? 'not-analyzed' : '')) : 'disabled',
    columns: named[place] ?? [],
  }));
}
