/** A console that answers each policy after a while, in a process of its own: what it works is nobody's time here. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Told {
  readonly bodies: Readonly<Record<string, string>>;
  readonly delayMs: number;
}

const [{ bodies, delayMs }] = (await once(process, 'message')) as [Told];
const server = createServer((request, response) => {
  setTimeout(() => response.end(bodies[request.url ?? '']), delayMs);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.((server.address() as AddressInfo).port);
