import type { ServerResponse } from "node:http";

/**
 * Whether this process is about to leave. Then `/servez` and `/readyz` fail, and every response is the last one on its connection, so that proxies
 * and browsers connect elsewhere before the process closes.
 */
export class Drain {
  readonly #underWay = new Set<ServerResponse>();
  #isOn = false;

  get isOn(): boolean {
    return this.#isOn;
  }

  begin(): void {
    this.#isOn = true;
    for (const response of this.#underWay) response.shouldKeepAlive = false;
  }

  add(response: ServerResponse): void {
    this.#underWay.add(response);
    if (this.#isOn) response.shouldKeepAlive = false;
  }

  remove(response: ServerResponse): void {
    this.#underWay.delete(response);
  }
}
