/** Rows in the form of the service's answers: plain data, so that tests can insert any value. */
export type PlainRow = Record<string, unknown>;

/** The whole state of the sandbox's SSPM service. Tests change it directly. */
export class PostureStore {
  applications: PlainRow[] = [];
  catalog: PlainRow[] = [];
  /** Scanned settings by `app_id`. */
  readonly configs = new Map<string, PlainRow[]>();
  /** Setting definitions by catalog name. */
  readonly definitions = new Map<string, PlainRow[]>();
  readonly scopes = new Map<string, PlainRow[]>();
  readonly authInfo = new Map<string, PlainRow>();
  readonly controls = new Map<string, PlainRow>();
  /** The type, projects and issues (by key) of each integration, by its id. */
  readonly integrations = new Map<
    string,
    { readonly type: string; readonly projects: PlainRow[]; readonly issues: Map<string, PlainRow> }
  >();
  pageSize = 25;
}
