/** Rows as the service answers them: plain data, so that tests can put anything in their place. */
export type PlainRow = Record<string, unknown>;

/**
 * How lists are answered. `wrapped`: `{items: […]}`; `text`: the list as one string of JSON; `word`: a string that is no
 * list; `object`: the first row alone; `strings`: numbers and texts among the rows.
 */
export type ListShape = 'usual' | 'wrapped' | 'text' | 'word' | 'object' | 'null' | 'empty' | 'strings';

/** How the list of applications goes on: as it should, the same page for ever, or a new page for ever. */
export type Paging = 'usual' | 'repeating' | 'endless';

/** Everything the SSPM service of the sandbox holds. Tests change it directly. */
export class PostureStore {
  applications: PlainRow[] = [];
  catalog: PlainRow[] = [];
  /** Scanned settings by `app_id`. */
  readonly configs = new Map<string, PlainRow[]>();
  /** By catalog name. */
  readonly definitions = new Map<string, PlainRow[]>();
  readonly scopes = new Map<string, PlainRow[]>();
  readonly authInfo = new Map<string, PlainRow>();
  readonly controls = new Map<string, PlainRow>();
  /** By integration id: its type, its projects and its issues by key. */
  readonly integrations = new Map<
    string,
    { readonly type: string; readonly projects: PlainRow[]; readonly issues: Map<string, PlainRow> }
  >();
  pageSize = 25;
  shape: ListShape = 'usual';
  paging: Paging = 'usual';
}
