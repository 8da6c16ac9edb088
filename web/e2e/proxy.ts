import { createServer, request, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { freePort, type Server } from "./server";

/** What stands between the browser and the server, as at many companies. */
export interface Proxy {
  url: string;
  /** From now on nobody behind it can be reached: 503 with when to ask again. */
  goAway: () => void;
  /** The next call that changes something arrives, but its answer is lost with the connection. */
  loseNextAnswer: () => void;
  comeBack: () => void;
  /** The paths of the calls that change something and have arrived at the server. */
  written: string[];
  stop: () => void;
}

/** Starts a proxy in front of the server; it passes on everything until it is told otherwise. */
export async function startProxy(server: Server): Promise<Proxy> {
  const port = await freePort();
  const target = new URL(server.url);
  const lines = new Set<Duplex>();
  const written: string[] = [];
  let isAway = false;
  let losesNext = false;

  const onward = (incoming: IncomingMessage) =>
    request({
      host: target.hostname,
      port: target.port,
      path: incoming.url,
      method: incoming.method,
      headers: incoming.headers,
    });

  const proxy = createServer((incoming, outgoing) => {
    if (isAway) {
      incoming.resume();
      outgoing.writeHead(503, { "Retry-After": "1" }).end();
      return;
    }
    const changes = incoming.method !== "GET";
    const loses = losesNext && changes;
    if (loses) {
      losesNext = false;
    }
    if (changes) {
      written.push(incoming.url!.split("?")[0]!);
    }
    const call = onward(incoming);
    call.on("response", (answer) => {
      if (loses) {
        answer.resume().on("end", () => incoming.socket.destroy());
        return;
      }
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    call.on("error", () => incoming.socket.destroy());
    incoming.pipe(call);
  });
  proxy.on("upgrade", (incoming, line: Duplex) => {
    if (isAway) {
      line.destroy();
      return;
    }
    const call = onward(incoming);
    call.on("upgrade", (answer, far) => {
      const headers = Object.entries(answer.headers).map(
        ([name, value]) => `${name}: ${String(value)}\r\n`,
      );
      line.write(`HTTP/1.1 101 Switching Protocols\r\n${headers.join("")}\r\n`);
      for (const [from, to] of [
        [line, far],
        [far, line],
      ] as const) {
        from.on("error", () => to.destroy()).on("close", () => to.destroy());
        from.pipe(to);
      }
      lines.add(line);
      line.on("close", () => lines.delete(line));
    });
    call.on("error", () => line.destroy());
    call.end();
  });
  await new Promise<void>((resolve) =>
    proxy.listen(port, "localhost", resolve),
  );
  return {
    url: `http://localhost:${port}`,
    goAway() {
      isAway = true;
      for (const line of lines) {
        line.destroy();
      }
    },
    loseNextAnswer() {
      losesNext = true;
    },
    comeBack() {
      isAway = false;
    },
    written,
    stop() {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}
