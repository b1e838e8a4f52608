import { plainAnswer, type Answer, type Incoming } from '../../src/sandbox/http.ts';

/**
 * The form of lists in answers. `wrapped`: `{items: […]}`; `text`: the list as one string of JSON; `word`: a
 * string without a list; `object`: the first row alone; `strings`: numbers and texts among the rows.
 */
export type ListShape = 'usual' | 'wrapped' | 'text' | 'word' | 'object' | 'null' | 'empty' | 'strings';

interface Page {
  readonly items: readonly object[];
  readonly [field: string]: unknown;
}

/** Turns the answers of the SSPM service into forms that nobody described. */
export class OddPosture {
  shape: ListShape = 'usual';
  /** The paging of the application list: correct, the same page forever, or a new page forever. */
  paging: 'usual' | 'repeating' | 'endless' = 'usual';

  /** Returns the answer of the service, as `service` gives it, in the odd form. */
  answer(request: Incoming, service: (request: Incoming) => Answer): Answer {
    const isApplications = request.path === '/sspm/api/v1/apps';
    if (isApplications && this.paging !== 'usual') {
      // Only its first page is asked for: the token of the next one is our own.
      return this.#page(service({ ...request, query: new URLSearchParams() }), request.query);
    }
    const answer = service(request);
    if (this.shape === 'usual' || answer.status !== 200 || !request.path.startsWith('/sspm/')) {
      return answer;
    }
    const value: unknown = JSON.parse(String(answer.body));
    return isApplications
      ? plainAnswer({ ...(value as Page), items: this.#shaped((value as Page).items) })
      : Array.isArray(value)
        ? plainAnswer(this.#shaped(value as object[]))
        : answer;
  }

  #page(answer: Answer, query: URLSearchParams): Answer {
    if (answer.status !== 200) {
      return answer;
    }
    const page = JSON.parse(String(answer.body)) as Page;
    const at = Number(query.get('page_token') ?? 0);
    const rows = page.items.map((row, index) => ({ ...row, app_id: `endless-${at}-${index}` }));
    const isEndless = this.paging === 'endless';
    return plainAnswer({
      ...page,
      ...(isEndless && { items: rows, total: 0 }),
      next_path: `/sspm/api/v1/apps?page_token=${isEndless ? at + 1 : 0}`,
    });
  }

  #shaped(rows: readonly object[]): unknown {
    const shapes: Readonly<Record<ListShape, unknown>> = {
      usual: rows,
      wrapped: { items: rows },
      text: JSON.stringify(rows),
      word: 'not available',
      object: rows[0] ?? {},
      null: null,
      empty: [],
      strings: ['a text', 7, null, ...rows, [1]],
    };
    return shapes[this.shape];
  }
}
