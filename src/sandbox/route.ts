import type { Answer } from './answer.ts';
import type { Incoming } from './incoming.ts';

/** The required credentials. `open`: none; `session`: a token; `any`: basic credentials or a token. */
export type Access = 'open' | 'session' | 'any';

export interface Call extends Incoming {
  /** The authenticated user; empty on open routes. */
  readonly user: string;
  /** Values of the `:name` segments of the route, percent-decoded once. */
  readonly segments: readonly string[];
}

export interface Route {
  readonly method: string;
  /** `/collections/:name/usages`; below `/api/v<version>` unless `root` is set. */
  readonly path: string;
  readonly root?: boolean;
  readonly access: Access;
  handle(call: Call): Answer;
}
