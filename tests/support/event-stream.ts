/** An open stream of server-sent events. */
export interface Listened {
  response: Response;
  /** The next event; comments are skipped. */
  next: () => Promise<{ event: string; data: unknown } | "end">;
  leave: () => void;
}

/** Listens to server-sent events. */
export async function listenTo(url: string, { token, body }: { token?: string; body?: unknown } = {}): Promise<Listened> {
  const leaving = new AbortController();
  const response = await fetch(url, {
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
    signal: leaving.signal,
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = "";
  return {
    response,
    leave: () => leaving.abort(),
    async next() {
      for (;;) {
        const at = waiting.indexOf("\n\n");
        if (at !== -1) {
          const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(waiting.slice(0, at)) ?? [];
          waiting = waiting.slice(at + 2);
          if (event) return { event, data: JSON.parse(data!) };
          continue;
        }
        const { done, value } = await reader.read();
        if (done) return "end";
        waiting += value;
      }
    },
  };
}
