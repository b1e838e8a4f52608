import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { createServer } from 'node:tls';
import type { Certificate } from '../../certificates.ts';
import { afterwards } from '../../afterwards.ts';

/** Serves what listens at `url` under TLS with this certificate, until the test ends; resolves to the new address. */
export async function tlsFront(t: TestContext, url: string, { key, cert }: Certificate): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer({ key, cert }, (socket) => {
    const inner = connect(Number(new URL(url).port), '127.0.0.1');
    for (const side of [socket, inner]) {
      sockets.add(side);
      side.on('error', () => sockets.forEach((one) => one.destroy()));
    }
    socket.pipe(inner).pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterwards(t, () => {
    sockets.forEach((socket) => socket.destroy());
    server.close();
  });
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
