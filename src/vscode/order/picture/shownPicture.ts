import type { OrderOfList } from '../../../core/assist/order/documentOrder.ts';
import type { ColumnCells, OrderPicture } from '../../../core/order/picture/orderPicture.ts';
import { decisionChangesOfMove } from '../../../core/order/policyDecisionChanges.ts';
import { isUnmoved, moveIndices, targetOf } from '../../../core/policy/reorder.ts';
import { throwIfCanceled } from '../../../core/util/errors.ts';
import { l10n } from '../../../core/util/l10n.ts';
import { pause } from '../../../core/util/pause.ts';
import { isWeaker } from '../../workspace/changedDecisionWords.ts';
import type { PictureQuery, SentColumn, ToPage } from './pictureMessages.ts';
import { aboutCell, aboutColumn, aboutRule, previewSentences } from './pictureSentences.ts';

/** Columns of one message: what is in sight comes soon, and a message is short. */
const columnsPerMessage = 4;

/** A list of rules as a page shows it. */
export class ShownPicture {
  readonly version: number;
  readonly list: OrderOfList;
  /** The lists of the file when the picture was made. The picture is current as long as these lists are. */
  readonly of: readonly OrderOfList[];
  readonly picture: OrderPicture;
  readonly #columns: AnalyzedColumns;
  #preview: MovePreview | undefined;
  #answering = new AbortController();

  constructor(version: number, of: readonly OrderOfList[], list: OrderOfList, picture: OrderPicture) {
    this.version = version;
    this.of = of;
    this.list = list;
    this.picture = picture;
    this.#columns = new AnalyzedColumns(picture);
  }

  /** Cancels the answers to the last query. */
  stop(): void {
    this.#answering.abort();
  }

  /** Answers a query, and cancels the answers to the query before. Throws CanceledError. */
  async *answers({ rule, column, columns, move }: PictureQuery): AsyncGenerator<ToPage> {
    this.stop();
    const { signal } = (this.#answering = new AbortController());
    // A held key sends many queries, and only the last of them counts.
    await pause();
    throwIfCanceled(signal);
    const { version } = this;
    if (move) {
      const { rules, to } = move;
      const { sentences, isWeaker, columns: moved } = this.#previewOf(move);
      const preview = { kind: 'preview', version, rules, to, sentences, isWeaker } as const;
      yield { ...preview, cells: [] };
      for await (const cells of moved?.inParts(move.columns, signal) ?? []) {
        yield { ...preview, cells };
      }
    } else {
      yield { kind: 'about', version, sentences: this.#about(rule, column) };
    }
    for await (const cells of this.#columns.inParts(columns, signal)) {
      yield { kind: 'cells', version, cells };
    }
  }

  /** Sentences about the active cell, rule or collection. */
  #about(rule: number | undefined, place = -1): readonly string[] {
    const { list, picture } = this;
    const [column, cells] = [picture.columns[place], this.#columns.at(place)];
    if (!column || !cells) {
      return rule === undefined ? [] : aboutRule(list, rule);
    }
    return rule === undefined
      ? aboutColumn(list, { column, cells })
      : aboutCell(list, rule, { column, cells });
  }

  #previewOf({ rules, to }: NonNullable<PictureQuery['move']>): MovePreview {
    const move = JSON.stringify([rules, to]);
    if (this.#preview?.move !== move) {
      const { list, picture } = this;
      const { length } = list.rules;
      const order = rules.every((rule) => rule < length)
        ? moveIndices(length, rules, targetOf(to, length, rules))
        : [];
      const changes = isUnmoved(order) ? undefined : decisionChangesOfMove(list, order);
      this.#preview = {
        move,
        sentences: changes ? previewSentences(changes) : [l10n.t('Nothing would move.')],
        isWeaker: changes !== undefined && isWeaker(changes),
        columns: changes && new AnalyzedColumns(picture.reordered(order)),
      };
    }
    return this.#preview;
  }
}

interface MovePreview {
  readonly move: string;
  readonly sentences: readonly string[];
  readonly isWeaker: boolean;
  /** The columns after the move. */
  readonly columns: AnalyzedColumns | undefined;
}

/** The columns of a picture. Each is analyzed once. */
class AnalyzedColumns {
  readonly #picture: OrderPicture;
  readonly #cells = new Map<number, ColumnCells>();

  constructor(picture: OrderPicture) {
    this.#picture = picture;
  }

  at(place: number): ColumnCells | undefined {
    const column = this.#picture.columns[place];
    const cells = this.#cells.get(place) ?? (column && this.#picture.cells(column));
    if (cells) {
      this.#cells.set(place, cells);
    }
    return cells;
  }

  /** Cells of some columns at a time. Throws CanceledError. */
  async *inParts(places: readonly number[], signal: AbortSignal): AsyncGenerator<readonly SentColumn[]> {
    let ready: SentColumn[] = [];
    for (const place of places) {
      const cells = this.at(place);
      if (cells) {
        ready.push([place, cells.states]);
      }
      if (ready.length >= columnsPerMessage) {
        yield ready;
        ready = [];
      }
      // Hundreds of columns must not hold a key.
      await pause();
      throwIfCanceled(signal);
    }
    if (ready.length > 0) {
      yield ready;
    }
  }
}
