import type { CollectionPatterns } from '../src/core/policy/collections.ts';
import { policyKind } from '../src/core/policy/families.ts';
import type { NamedScope, OrderedRule } from '../src/core/order/orderedRule.ts';
import { readScope } from '../src/core/order/scopeReader.ts';
import { random } from './random.ts';

const registries = ['registry.example', 'mirror.example/hub', 'build.example:5000'];
const environments = ['dev', 'test', 'stage', 'prod'];
const regions = ['eu-1', 'eu-2', 'us-1'];
const parts = ['nginx', 'openjdk', 'python', 'postgres', 'redis'];
/** What a rule may do: thresholds and exceptions that are the same in many rules. */
const effects = 12;

/** Rules and collections as an organisation grows them: of teams, services and environments, with a few for everyone. */
export class OrderPolicies {
  readonly #next: () => number;
  readonly #scopes: readonly NamedScope[];
  /** By team, places of its collections; the last are for everyone. */
  readonly #teams: readonly (readonly number[])[];

  constructor(collections: number, seed = 11) {
    this.#next = random(seed);
    const matters = new Set(policyKind('vulnerability/images').scopeLists);
    const teams = Math.max(2, Math.round(collections / 14));
    const owned: number[][] = Array.from({ length: teams }, () => []);
    this.#scopes = Array.from({ length: collections }, (_, place) => {
      const team = this.#below(teams);
      owned[team]?.push(place);
      return readScope(`collection ${place}`, this.#collection(team), matters);
    });
    this.#teams = owned.filter((own) => own.length > 0);
  }

  rules(count: number): OrderedRule[] {
    const everyone = { name: 'everyone', box: [] };
    return Array.from({ length: count }, (_, place) => {
      // One for everything in a thousand, and the last.
      const isBroad = place === count - 1 || (place > count / 2 && this.#next() < 0.001);
      return this.rule(isBroad ? [everyone] : undefined, place);
    });
  }

  rule(scopes: readonly NamedScope[] | undefined, place: number): OrderedRule {
    return {
      name: `rule ${place}`,
      enabled: this.#next() >= 0.03,
      scopes: scopes ?? this.#some(),
      effect: `effect ${this.#below(effects)}`,
    };
  }

  /** Several collections of one team, now and then one of another. */
  #some(): readonly NamedScope[] {
    const own = this.#pick(this.#teams);
    return Array.from({ length: 1 + this.#below(4) }, () => {
      const from = this.#next() < 0.1 ? this.#pick(this.#teams) : own;
      return this.#scopes[this.#pick(from)] as NamedScope;
    });
  }

  #collection(team: number): CollectionPatterns {
    const home = `${this.#pick(registries)}/team-${team}`;
    const service = `${home}/service-${this.#below(20)}`;
    const environment = this.#pick(environments);
    const kind = this.#next();
    if (kind < 0.3) {
      return { images: [`${service}:*`] };
    }
    if (kind < 0.4) {
      return { images: [`${service}/*`, `${service}:*`] };
    }
    if (kind < 0.6) {
      return { images: [`${home}/*`], namespaces: [`team-${team}-${environment}`] };
    }
    if (kind < 0.7) {
      return { images: [`${service}*`], clusters: [`${environment}-${this.#pick(regions)}`] };
    }
    if (kind < 0.8) {
      return { images: ['*'], namespaces: [`team-${team}-*`], clusters: [`${environment}-*`] };
    }
    if (kind < 0.85) {
      return { images: [`${home}/*`, `-${home}/legacy-*`, `-*:${environment}`] };
    }
    if (kind < 0.9) {
      return { images: [`*/${this.#pick(parts)}-${team}:*`, `*${this.#pick(parts)}-${team}*`] };
    }
    if (kind < 0.95) {
      return { images: [`*:${team}.${this.#below(9)}`], labels: [`team:${team}`] };
    }
    return kind < 0.98
      ? { images: [`${home}/*`] }
      : { images: [`${this.#pick(registries)}/*`], namespaces: [`${environment}-*`] };
  }

  #below(count: number): number {
    return Math.floor(this.#next() * count);
  }

  #pick<T>(items: readonly T[]): T {
    return items[this.#below(items.length)] as T;
  }
}
