import type {
  NetworkList,
  NetworkListDraft,
  BaseImageScope,
  Collection,
  CollectionDraft,
  CollectionUsage,
} from '../../consoleFile/resources.ts';
import { arrayAt, stringAt, toPlain, type JsonObject } from '../../json/json.ts';
import { ExpectedError } from '../../util/errors.ts';
import { type Plain, isPlain, textOrEmpty, textsAt, plainList } from '../../util/plainRecord.ts';
import { type ConsoleRequests, parseWithoutLoss } from '../consoleRequests.ts';
import { operations } from '../operations.ts';
import { spreadsheetFile } from '../../util/inertText.ts';
import { resourceLists } from '../../policy/collections.ts';

/** Lists and edits the network lists of WAAS rules. */
export function networkLists(requests: ConsoleRequests) {
  const list = async (signal?: AbortSignal): Promise<readonly NetworkList[]> =>
    (await requests.list(operations['waas.networkList.list'], signal))
      .filter((record) => textOrEmpty(record, '_id') !== '')
      .map(networkListOf);

  return {
    list,

    async add({ id, description, subnets }: NetworkListDraft): Promise<void> {
      const isAdded = async (): Promise<boolean> =>
        (await list()).some(
          (added) =>
            added.id === id && added.description === description && added.subnets.join() === subnets.join(),
        );
      const body = new Map<string, string | readonly string[]>([
        ['_id', id],
        ['name', id],
        ['description', description],
        ['subnets', subnets],
      ]);
      await requests.add(operations['waas.networkList.add'], body, isAdded);
    },

    /**
     * Keeps the fields that the draft lacks, with exact numbers. `shown` is the version that the user saw. When the
     * console has another one, nothing is written.
     */
    async update({ id, description, subnets }: NetworkListDraft, shown: NetworkListDraft): Promise<void> {
      const records = await requests.lossless(operations['waas.networkList.list']);
      const present = records.find((candidate) => stringAt(candidate, '_id') === id);
      const record = unchangedEntry(`network list ${id}`, 'edit', present, (candidate) => {
        const list = networkListOf(toPlain(candidate) as Plain);
        return list.description === shown.description && hasSameTexts(list.subnets, shown.subnets);
      });
      if (arrayAt(record, 'subnets').some((subnet) => typeof subnet !== 'string')) {
        throw new ExpectedError(
          'not-lossless',
          `The network list ${id} has subnets that are no text, which would be lost. Nothing was written.`,
          { advice: 'Edit it in the console.' },
        );
      }
      const body = new Map(record);
      body.delete('owner');
      body.delete('modified');
      body.set('description', description).set('subnets', subnets);
      await requests.write(operations['waas.networkList.update'], body);
    },

    /** `shown` is the version that the user saw. When the console has another one, nothing is deleted. */
    async remove(shown: NetworkList): Promise<void> {
      const present = (await list()).find(({ id }) => id === shown.id);
      const isAsShown = (current: NetworkList): boolean =>
        current.description === shown.description &&
        current.disabled === shown.disabled &&
        current.notes === shown.notes &&
        current.modified === shown.modified &&
        hasSameTexts(current.subnets, shown.subnets);
      unchangedEntry(`network list ${shown.id}`, 'delete', present, isAsShown);
      await requests.write({ ...operations['waas.networkList.delete'], name: shown.id });
    },
  };
}

function networkListOf(record: Plain): NetworkList {
  return {
    id: textOrEmpty(record, '_id'),
    description: textOrEmpty(record, 'description'),
    subnets: textsAt(record, 'subnets'),
    disabled: record['disabled'] === true,
    notes: textOrEmpty(record, 'notes'),
    owner: textOrEmpty(record, 'owner'),
    modified: textOrEmpty(record, 'modified'),
  };
}

/** Compares two lists without their order. */
function hasSameTexts(a: readonly string[], b: readonly string[]): boolean {
  return JSON.stringify([...a].sort()) === JSON.stringify([...b].sort());
}

const words = {
  edit: { end: 'Nothing was written.', advice: 'Review the new version, then edit again.' },
  delete: { end: 'It was not deleted.', advice: 'Review the new version, then delete again.' },
} as const;

/** Returns the present entry. Throws when it is gone, or changed on the console after a person saw it. */
function unchangedEntry<T>(
  entry: string,
  action: keyof typeof words,
  present: T | undefined,
  isAsShown: (present: T) => boolean,
): T {
  if (present === undefined) {
    throw new ExpectedError('not-found', `The console no longer has the ${entry}.`);
  }
  if (!isAsShown(present)) {
    const { end, advice } = words[action];
    throw new ExpectedError('changed-meanwhile', `The ${entry} changed on the console. ${end}`, { advice });
  }
  return present;
}

/** Scopes of base images. The API cannot update a scope; a person deletes it and adds another. */
export function baseImages(requests: ConsoleRequests) {
  const list = async (signal?: AbortSignal): Promise<readonly BaseImageScope[]> =>
    (await requests.list(operations['baseImages.list'], signal))
      .filter((scope) => textOrEmpty(scope, '_id') !== '')
      .map((scope) => ({
        id: textOrEmpty(scope, '_id'),
        description: textOrEmpty(scope, 'description'),
        images: plainList(scope['images']).map((image) => ({
          name: textOrEmpty(image, 'imageName'),
          topLayer: textOrEmpty(image, 'topLayer'),
          created: textOrEmpty(image, 'creationTime'),
        })),
      }));

  return {
    list,

    async add({ id, description }: Omit<BaseImageScope, 'images'>): Promise<void> {
      const isAdded = async (): Promise<boolean> =>
        (await list()).some((scope) => scope.id === id && scope.description === description);
      const body = new Map([
        ['_id', id],
        ['description', description],
      ]);
      await requests.add(operations['baseImages.add'], body, isAdded);
    },

    /**
     * Takes the scope that the user saw. When the console has another one, nothing is deleted. Does not compare the
     * images, because scans change them.
     */
    async remove({ id, description }: Omit<BaseImageScope, 'images'>): Promise<void> {
      const present = (await list()).find((scope) => scope.id === id);
      const isAsShown = (scope: BaseImageScope): boolean => scope.description === description;
      unchangedEntry(`scope ${id} of base images`, 'delete', present, isAsShown);
      // The console decodes the id twice.
      const request = { ...operations['baseImages.delete'], name: encodeURIComponent(id) };
      await requests.write(request);
    },

    /** Returns the file of the console without formulas, because people open it in spreadsheets. */
    async csv(signal?: AbortSignal): Promise<string> {
      const { answer } = await requests.send(operations['baseImages.downloadCsv'], signal);
      return spreadsheetFile(new TextDecoder().decode(answer.body));
    },
  };
}

/** Lists and edits the collections of a console. */
export function consoleCollections(requests: ConsoleRequests) {
  const rows = (signal?: AbortSignal): Promise<readonly unknown[]> =>
    requests.allRows(operations.collections, (row) => readCollection(row)?.name, signal);

  const list = async (signal?: AbortSignal): Promise<readonly Collection[]> =>
    (await rows(signal)).map(readCollection).filter((row) => row !== undefined);

  return {
    list,

    /** The names that the caller may see. */
    async mine(signal?: AbortSignal): Promise<readonly string[]> {
      const names = await requests.list(operations.myCollections, signal);
      return names.map((row) => textOrEmpty(row, 'name')).filter((name) => name !== '');
    },

    async usages(name: string, signal?: AbortSignal): Promise<readonly CollectionUsage[]> {
      const usages = await requests.list({ ...operations['collections.usages'], name }, signal);
      return usages.map((row) => ({ name: textOrEmpty(row, 'name'), type: textOrEmpty(row, 'type') }));
    },

    /** Sends all lists, because consoles differ in how they read a missing list. */
    async add(draft: CollectionDraft): Promise<void> {
      const body = bodyOf(draft, new Map());
      const expected = toPlain(body) as Plain;
      const isAdded = async (): Promise<boolean> =>
        (await rows()).some(
          (row) =>
            isPlain(row) &&
            textOrEmpty(row, 'name') === draft.name &&
            textOrEmpty(row, 'description') === draft.description &&
            hasSameLists(row, expected),
        );
      await requests.add(operations['collections.add'], body, isAdded);
    },

    /**
     * Keeps the fields that the draft lacks: the console would replace a missing color by a random one. `shown` is the
     * version that the user saw. When the console has another one, nothing is written.
     */
    async update(draft: CollectionDraft, shown: CollectionDraft): Promise<void> {
      const nameOf = (row: unknown): string | undefined =>
        row instanceof Map ? stringAt(row as JsonObject, 'name') || undefined : undefined;
      const records = await requests.allRows(operations.collections, nameOf, undefined, parseWithoutLoss);
      const present = records.find((row) => nameOf(row) === draft.name) as JsonObject | undefined;
      const record = unchangedEntry(`collection ${draft.name}`, 'edit', present, (candidate) => {
        const plain = toPlain(candidate) as Plain;
        return textOrEmpty(plain, 'description') === shown.description && hasSameLists(plain, shown.patterns);
      });
      const request = { ...operations['collections.update'], name: draft.name };
      await requests.write(request, bodyOf(draft, record));
    },

    /** `shown` is the version that the user saw. When the console has another one, nothing is deleted. */
    async remove(shown: Collection): Promise<void> {
      const { name } = shown;
      const present = (await list()).find((collection) => collection.name === name);
      unchangedEntry(`collection ${name}`, 'delete', present, ({ description, color, patterns }) => {
        const lists = new Set([...Object.keys(shown.patterns), ...Object.keys(patterns)]);
        return (
          description === shown.description &&
          color === shown.color &&
          [...lists].every((key) => hasSameTexts(textsAt(patterns, key), textsAt(shown.patterns, key)))
        );
      });
      await requests.write({ ...operations['collections.delete'], name });
    },
  };
}

/** An absent list equals an empty one. */
function hasSameLists(a: Plain, b: Plain): boolean {
  return resourceLists.every((list) => hasSameTexts(textsAt(a, list), textsAt(b, list)));
}

/** Fields that the server sets. */
const managed: readonly string[] = ['owner', 'modified', 'system'];

function bodyOf({ name, description, patterns }: CollectionDraft, current: JsonObject): JsonObject {
  const body = new Map([...current].filter(([key]) => !managed.includes(key)));
  body.set('name', name).set('description', description);
  for (const list of resourceLists) {
    body.set(list, patterns[list] ?? body.get(list) ?? ['*']);
  }
  return body;
}

/** Reads one row of the list; undefined when it has no name. */
export function readCollection(row: unknown): Collection | undefined {
  if (!isPlain(row) || textOrEmpty(row, 'name') === '') {
    return undefined;
  }
  const patterns = Object.entries(row).flatMap(([key, value]) => {
    const texts = patternsIn(key, value);
    return texts ? [[key, texts] as const] : [];
  });
  return {
    name: textOrEmpty(row, 'name'),
    description: textOrEmpty(row, 'description'),
    color: textOrEmpty(row, 'color'),
    system: row['system'] === true,
    patterns: Object.fromEntries(patterns),
  };
}

/** Patterns without a documented meaning. They make the contents of a collection unknown. */
const unreadable = ['', '-'] as const;

/**
 * The patterns of a list. A value of another type becomes an unreadable pattern, because without it the
 * collection would cover everything.
 */
function patternsIn(key: string, value: unknown): readonly string[] | undefined {
  if (Array.isArray(value)) {
    const texts = value.filter((pattern) => typeof pattern === 'string');
    return texts.length === value.length ? texts : [...texts, ...unreadable];
  }
  const isList = (resourceLists as readonly string[]).includes(key);
  return isList && value !== null && value !== undefined ? unreadable : undefined;
}
