import { lookup } from "node:dns";
import type { LookupFunction } from "node:net";

/** Looks up the addresses of a host name. If one of them is not allowed, none is asked: the error's code is ENOTPUBLIC. */
export function lookupAllowed(isAllowed: (ip: string) => boolean): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const [first] = found ?? [];
      if (error || !first) return done(error ?? new Error("no address"), "", 0);
      if (!found.every(({ address }) => isAllowed(address)))
        return done(Object.assign(new Error("not public"), { code: "ENOTPUBLIC" }), "", 0);
      return options.all ? done(null, found) : done(null, first.address, first.family);
    });
  };
}
