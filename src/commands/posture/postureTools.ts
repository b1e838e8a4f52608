import type { PostureSnapshot } from '../../model/posture/snapshot.ts';
import type { StoredSspmCredential } from '../../platform/secrets.ts';
import type { PosturePages } from '../../views/posture/pages/posturePages.ts';
import type { PostureDocuments } from '../../views/posture/postureDocuments.ts';
import type { PostureLinks } from '../../views/posture/postureLinks.ts';
import type { PostureReadings } from '../../views/posture/postureReadings.ts';
import type { PostureView } from '../../views/posture/postureView.ts';
import type { PostureSource, PostureSources } from '../../workspace/postureSources.ts';

/** What the commands of the SaaS posture view act through. */
export interface PostureTools {
  readonly sources: PostureSources;
  readonly readings: PostureReadings;
  readonly links: PostureLinks;
  readonly view: PostureView;
  readonly documents: PostureDocuments;
  readonly pages: PosturePages;
  /** Why nothing newer can be read from a service; undefined while it can. */
  standing(sourceId: string): string | undefined;
  /** The last reading of a whole tenant, by source. */
  readonly tenants: Map<string, PostureSnapshot>;
  /** Comparisons that are shown, as documents. */
  readonly comparisons: Map<string, { readonly console: string; readonly text: string }>;
  /** One request with this credential; fails as a command would. */
  check(source: PostureSource, credential: StoredSspmCredential, signal: AbortSignal): Promise<void>;
}
