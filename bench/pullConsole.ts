/** A console that answers each policy after a while, on a thread of its own: what it works is nobody's time here. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

const { bodies, delayMs } = workerData as {
  readonly bodies: ReadonlyMap<string, string>;
  readonly delayMs: number;
};
const server = createServer((request, response) => {
  setTimeout(() => response.end(bodies.get(request.url ?? '')), delayMs);
});
server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port));
