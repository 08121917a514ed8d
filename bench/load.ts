// A load generator in its own process. Sends prepared requests over keep-alive connections, each as soon as the previous one is
// answered. Written on raw sockets to cost less than what it measures.
import { connect } from "node:net";

export interface Job {
  port: number;
  /** Raw HTTP/1.1 requests for each connection, sent in turn. */
  requests: string[][];
  seconds: number;
  /** Closes a connection after its last request instead of starting over. */
  once: boolean;
}

/** The results. Times are in milliseconds. */
export interface Measured {
  answers: number;
  failures: number;
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
  /** One failed response, to help diagnose a bad result. */
  firstFailure: string;
}

process.once("message", (job: Job) => {
  void run(job).then((measured) => process.send!(measured, () => process.exit(0)));
});

async function run({ port, requests, seconds, once }: Job): Promise<Measured> {
  const times: number[] = [];
  let failures = 0;
  let firstFailure = "";
  const begun = performance.now();
  const end = begun + seconds * 1000;

  await Promise.all(
    requests.map(async (list) => {
      const messages = list.map((text) => Buffer.from(text));
      const socket = connect(port, "127.0.0.1").setNoDelay(true);
      const answers = readAnswers(socket);
      const last = once ? messages.length : Infinity;
      for (let n = 0; n < last && performance.now() < end; n++) {
        const sent = performance.now();
        socket.write(messages[n % messages.length]!);
        const { value: head } = await answers.next();
        if (head === undefined) throw new Error("The server closed the connection.");
        times.push(performance.now() - sent);
        if (head.startsWith("HTTP/1.1 2")) continue;
        failures++;
        firstFailure ||= head;
      }
      socket.destroy();
    }),
  );

  const took = (performance.now() - begun) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { answers: times.length, failures, perSecond: times.length / took, p50: at(0.5), p95: at(0.95), p99: at(0.99), firstFailure };
}

/** Yields the head of each response once its body has arrived. */
async function* readAnswers(socket: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  let head = "";
  let missing = 0;
  for await (const chunk of socket) {
    let rest = chunk;
    while (rest.length > 0) {
      if (missing > 0) {
        const taken = Math.min(missing, rest.length);
        missing -= taken;
        rest = rest.subarray(taken);
        if (missing === 0) yield take();
        continue;
      }
      const end = rest.indexOf("\r\n\r\n");
      head += rest.toString("latin1", 0, end === -1 ? rest.length : end);
      if (end === -1) break;
      rest = rest.subarray(end + 4);
      missing = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (missing === 0) yield take();
    }
  }

  function take(): string {
    const whole = head;
    head = "";
    return whole;
  }
}
