import type { JsonValue } from '../../core/json/json.ts';
import { readControl } from '../../core/posture/linkedRecords.ts';
import {
  resourceKey,
  resourceOf,
  type Integration,
  type Issue,
  type Resource,
} from '../../core/posture/resource.ts';
import { readTickets } from '../../core/posture/setting.ts';
import { rowsOf } from '../../core/posture/tolerant.ts';
import type { Memory } from '../platform/memory.ts';
import { DisposableOwner, Emitter } from '../../core/util/disposable.ts';
import type { PostureReadings } from './postureReadings.ts';

/** A resource that no list of the service contains. */
export type Link =
  { readonly kind: 'control'; readonly id: string; readonly name?: string | undefined } | Integration | Issue;

/** The issues of an integration. */
export function issuesOf(links: readonly Link[], { integration, ticketing }: Integration): readonly Issue[] {
  return links
    .filter((link) => link.kind === 'issue')
    .filter((issue) => issue.integration === integration && issue.ticketing === ticketing);
}

/** The limit of the remembered links of a console. Ordinance forgets the oldest ones first. */
const MAX_LINKS = 1000;

/** The remembered links of each console: opened controls, and integrations and issues that a ticket named or a person added. */
export class PostureLinks extends DisposableOwner {
  readonly #memory: Memory;
  readonly #changed = this.disposables.add(new Emitter<string>());
  /** Fires the console whose links changed. */
  readonly onDidChange = this.#changed.event;

  constructor(memory: Memory, readings: PostureReadings) {
    super();
    this.#memory = memory;
    const learned = readings.onDidChange(({ sourceId, resource, answer }) => {
      const links = resource && answer ? linksIn(resource, answer.value) : [];
      if (links.length > 0) {
        this.add(sourceId, ...links);
      }
    });
    this.disposables.add(learned);
  }

  of(sourceId: string): readonly Link[] {
    return this.#memory.remembered(`links ${sourceId}`).filter(isLink);
  }

  add(sourceId: string, ...links: readonly Link[]): void {
    const known = this.of(sourceId);
    const byKey = new Map([...known, ...links].map((link) => [resourceKey(link), link]));
    const all = [...byKey.values()].slice(-MAX_LINKS);
    if (JSON.stringify(all) !== JSON.stringify(known)) {
      this.#keep(sourceId, all);
    }
  }

  /** Removes a link, and an integration with its issues. */
  remove(sourceId: string, removed: Link): void {
    const links = this.of(sourceId);
    const issues = removed.kind === 'projects' ? issuesOf(links, removed) : [];
    const keys = new Set([removed, ...issues].map(resourceKey));
    this.#keep(
      sourceId,
      links.filter((link) => !keys.has(resourceKey(link))),
    );
  }

  #keep(sourceId: string, links: readonly Link[]): void {
    void this.#memory.remember(`links ${sourceId}`, links);
    this.#changed.fire(sourceId);
  }
}

/** The links that an answer names. */
function linksIn(resource: Resource, value: JsonValue): readonly Link[] {
  if (resource.kind === 'control') {
    return [{ ...resource, name: readControl(value).name }];
  }
  const tickets = resource.kind === 'configuration' ? rowsOf(value).flatMap(readTickets) : [];
  return tickets.flatMap(({ integration, ticketing, key }): readonly Link[] =>
    integration === undefined
      ? []
      : [
          { kind: 'projects', integration, ticketing },
          { kind: 'issue', integration, ticketing, key },
        ],
  );
}

function isLink(value: unknown): value is Link {
  return ['control', 'projects', 'issue'].includes(resourceOf(value)?.kind ?? '');
}
