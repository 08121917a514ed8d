import cluster, { type Worker } from "node:cluster";
import { expect, test, vi } from "vitest";
import { relayInvalidations } from "./worker-channel.ts";

/** A web process as its main process sees it. */
function webProcess(id: number) {
  const send = vi.fn<(message: object) => void>();
  const worker = { id, send, isConnected: () => true } as unknown as Worker;
  cluster.workers![id] = worker;
  return { send, says: (message: object) => cluster.emit("message", worker, message) };
}

test("a write waits for the processes that serve, not for one that is still loading", () => {
  relayInvalidations();
  const [writer, other, loading] = [webProcess(1), webProcess(2), webProcess(3)];
  for (const one of [writer, other]) one.says({ despensa: "listening" });
  writer.says({ despensa: "invalidate", id: 7, tags: ["products"] });
  // It may begin to serve meanwhile.
  for (const one of [other, loading])
    expect(one.send).toHaveBeenCalledWith({ despensa: "drop", id: 1, tags: ["products"] }, expect.any(Function));
  loading.says({ despensa: "dropped", id: 1 });
  expect(writer.send).not.toHaveBeenCalled();
  other.says({ despensa: "dropped", id: 1 });
  expect(writer.send).toHaveBeenCalledExactlyOnceWith({ despensa: "done", id: 7 }, expect.any(Function));

  loading.says({ despensa: "listening" });
  writer.says({ despensa: "invalidate", id: 8, tags: ["products"] });
  other.says({ despensa: "dropped", id: 2 });
  expect(writer.send).toHaveBeenCalledOnce();
  loading.says({ despensa: "dropped", id: 2 });
  expect(writer.send).toHaveBeenLastCalledWith({ despensa: "done", id: 8 }, expect.any(Function));
});
