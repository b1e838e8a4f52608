import type { PostureSnapshot } from '../../core/posture/snapshot.ts';
import type { StoredSspmCredential } from '../platform/secrets.ts';
import type { PosturePages } from './pages/posturePages.ts';
import type { PostureDocuments } from './postureDocuments.ts';
import type { PostureLinks } from './postureLinks.ts';
import type { PostureReadings } from './postureReadings.ts';
import type { PostureView } from './postureView.ts';
import type { PostureSource, PostureSources } from './postureSources.ts';

/** The services of the SaaS posture view that its commands use. */
export interface Posture {
  readonly sources: PostureSources;
  readonly readings: PostureReadings;
  readonly links: PostureLinks;
  readonly view: PostureView;
  readonly documents: PostureDocuments;
  readonly pages: PosturePages;
  /** Why nothing newer can be read from a service; undefined while it can. */
  standing(sourceId: string): string | undefined;
  /** The whole tenant as the overview page shows it, by source. */
  readonly shownTenants: Map<string, PostureSnapshot>;
  /** Comparisons that are shown, as documents. */
  readonly comparisons: Map<string, { readonly console: string; readonly text: string }>;
  /** One request with this credential; fails as a command would. */
  check(source: PostureSource, credential: StoredSspmCredential, signal: AbortSignal): Promise<void>;
}
