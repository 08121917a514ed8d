import { once } from "node:events";
import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

/** A mail server that accepts everything. */
export interface MailSink {
  url: string;
  /** Subjects by message id, with one entry for each time the email arrived. */
  received: Map<string, string[]>;
  close(): Promise<void>;
}

export async function openMailSink(host = "127.0.0.1"): Promise<MailSink> {
  const received = new Map<string, string[]>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    async onData(stream, _session, done) {
      try {
        const { messageId = "", subject = "" } = await PostalMime.parse(Buffer.concat(await stream.toArray()));
        received.set(messageId, [...(received.get(messageId) ?? []), subject]);
        done();
      } catch (error) {
        done(error as Error); // the connection was cut halfway, so nothing was delivered
      }
    },
  });
  server.on("error", () => {}); // a machine that is cut off leaves connections behind
  const listener = server.listen(0, host);
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo; // of a listening TCP server
  return { url: `smtp://${host}:${port}`, received, close: () => new Promise<void>((done) => server.close(() => done())) };
}
