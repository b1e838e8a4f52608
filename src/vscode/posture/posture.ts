import type { TreeView } from 'vscode';
import type { FeatureServices } from '../featureServices.ts';
import type { VirtualTexts } from '../workspace/virtualTexts.ts';
import type { PosturePages } from './pages/posturePages.ts';
import type { PostureLinks } from './postureLinks.ts';
import type { PostureReadings } from './postureReadings.ts';
import type { PostureSources } from './postureSources.ts';
import type { PostureNode, PostureTree } from './postureTree.ts';

/** The services of the SaaS posture view that its commands use. */
export interface Posture extends FeatureServices {
  readonly sources: PostureSources;
  readonly readings: PostureReadings;
  readonly links: PostureLinks;
  readonly tree: PostureTree;
  readonly view: TreeView<PostureNode>;
  readonly pages: PosturePages;
  /** Read-only documents about a service. */
  readonly texts: VirtualTexts;
}
