import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse, parseAllDocuments } from "yaml";
import { expect, test } from "vitest";
import * as z from "zod";
import { END_MAIN_MS, END_MS } from "../src/start/stop-times.ts";

/*
 * What a linter would find in the files for containers: unknown or misspelled keys, names that refer to nothing, and missing hardening.
 * The shapes know only the keys that are used here, so whoever adds one looks it up.
 */

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

const duration = z.string().regex(/^\d+[sm]$/);
const secondsOf = (text: string) => Number.parseInt(text, 10) * (text.endsWith("m") ? 60 : 1);
/** How long a shop may take to stop after it has drained: its web processes, and some time for a main process that has no database to stop. */
const STOP_SECONDS = END_MS / 1000 + 10;

const composeService = z.strictObject({
  image: z.string(),
  build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
  restart: z.enum(["unless-stopped", "always"]),
  env_file: z.string().optional(),
  environment: z.record(z.string(), z.string()).optional(),
  volumes: z.array(z.string()).default([]),
  depends_on: z
    .union([z.array(z.string()), z.record(z.string(), z.strictObject({ condition: z.enum(["service_healthy", "service_started"]) }))])
    .default([]),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  mem_limit: z
    .string()
    .regex(/^\d+[mg]$/)
    .optional(),
  shm_size: z
    .string()
    .regex(/^\d+[mg]$/)
    .optional(),
  stop_grace_period: duration.optional(),
  ports: z.array(z.string().regex(/^\d+:\d+(\/udp)?$/)).default([]),
  healthcheck: z.strictObject({ test: z.array(z.string()), interval: duration, retries: z.int() }).optional(),
});
const compose = z.strictObject({
  name: z.string(),
  "x-shop": composeService,
  services: z.record(z.string(), composeService),
  volumes: z.record(z.string(), z.null()),
});

test("the compose file has no unknown keys, and every name in it refers to something", () => {
  const { services, volumes } = compose.parse(parse(read("deploy/container/compose.yml"), { merge: true }));
  const used = Object.values(services).flatMap((service) => service.volumes.map((volume) => volume.split(":")[0]!));
  // One that is only a path has no name, and lasts as long as its container.
  const named = used.filter((volume) => !/^[./]/.test(volume));
  expect(new Set(named)).toEqual(new Set(Object.keys(volumes)));
  for (const file of used.filter((volume) => volume.startsWith("."))) expect(existsSync(join(root, "deploy/container", file))).toBe(true);
  for (const { depends_on: needs, build, env_file: settings } of Object.values(services)) {
    for (const name of Array.isArray(needs) ? needs : Object.keys(needs)) expect(services).toHaveProperty(name);
    if (!Array.isArray(needs))
      for (const [name, { condition }] of Object.entries(needs))
        if (condition === "service_healthy") expect(services[name]).toHaveProperty("healthcheck", expect.anything());
    if (build) expect(existsSync(join(root, "deploy/container", build.context, build.dockerfile))).toBe(true);
    // Compose replaces variables in its own file, too, with this file's.
    if (settings) expect(settings).toBe(".env");
  }
});

test("in the compose file only the shops get the shop's secrets, and the others what they need", () => {
  const { services } = compose.parse(parse(read("deploy/container/compose.yml"), { merge: true }));
  const set = new Set([...read("deploy/container/settings.example").matchAll(/^(\w+)=/gm)].map(([, name]) => name));
  const given = Object.entries(services).filter(([, { env_file: settings }]) => !settings);
  expect(given.map(([name, { environment }]) => [name, Object.keys(environment ?? {})])).toEqual([
    ["database", ["POSTGRES_USER", "POSTGRES_PASSWORD", "POSTGRES_DB"]],
    ["proxy", ["PUBLIC_URL"]],
  ]);
  for (const [, { environment }] of given)
    for (const [name, value] of Object.entries(environment!)) expect([value, set.has(name)]).toEqual([`\${${name}}`, true]);
  // The database is not ready while its image still sets it up, when it answers on a socket only.
  expect(services["database"]!.healthcheck!.test.join(" ")).toContain("pg_isready -h 127.0.0.1 ");
});

test("in the compose file only the proxy can be reached, and the shops are hardened and have the time to drain", () => {
  const { services } = compose.parse(parse(read("deploy/container/compose.yml"), { merge: true }));
  expect(Object.keys(services).filter((name) => services[name]!.ports.length > 0)).toEqual(["proxy"]);
  const shops = Object.values(services).filter(({ build }) => build);
  expect(shops).toHaveLength(2);
  for (const shop of shops) {
    expect(shop).toMatchObject({ read_only: true, cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] });
    expect(shop.mem_limit).toBeDefined();
    expect(shop.environment).toMatchObject({ WORKERS: "1" });
    expect(secondsOf(shop.stop_grace_period!)).toBeGreaterThanOrEqual(Number(shop.environment?.["DRAIN_SECONDS"]) + STOP_SECONDS);
  }
});

const named = z.strictObject({
  name: z.string(),
  labels: z.record(z.string(), z.string()).optional(),
  annotations: z.record(z.string(), z.string()).optional(),
});
const quantity = z.string().regex(/^\d+(m|Mi|Gi)?$/);
const probe = z.strictObject({
  httpGet: z.strictObject({ path: z.enum(["/readyz", "/servez", "/healthz"]), port: z.string() }),
  periodSeconds: z.int(),
  timeoutSeconds: z.int().optional(),
  failureThreshold: z.int(),
});
const container = z.strictObject({
  name: z.string(),
  image: z.string(),
  args: z.array(z.string()).optional(),
  envFrom: z.array(
    z.union([
      z.strictObject({ configMapRef: z.strictObject({ name: z.string() }) }),
      z.strictObject({ secretRef: z.strictObject({ name: z.string() }) }),
    ]),
  ),
  ports: z.array(z.strictObject({ name: z.string(), containerPort: z.int() })).default([]),
  startupProbe: probe.optional(),
  readinessProbe: probe.optional(),
  livenessProbe: probe.optional(),
  resources: z.strictObject({
    requests: z.strictObject({ cpu: quantity, memory: quantity }),
    limits: z.strictObject({ memory: quantity }),
  }),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal("ALL")]) }),
  }),
  volumeMounts: z.array(z.strictObject({ name: z.string(), mountPath: z.string().startsWith("/") })),
});
const pod = z.strictObject({
  restartPolicy: z.enum(["Never", "OnFailure"]).optional(),
  automountServiceAccountToken: z.literal(false),
  enableServiceLinks: z.literal(false),
  terminationGracePeriodSeconds: z.int().optional(),
  securityContext: z.strictObject({
    runAsNonRoot: z.literal(true),
    runAsUser: z.int().gt(0),
    runAsGroup: z.int().gt(0),
    fsGroup: z.int().gt(0),
    seccompProfile: z.strictObject({ type: z.literal("RuntimeDefault") }),
  }),
  topologySpreadConstraints: z
    .array(
      z.strictObject({
        maxSkew: z.int(),
        topologyKey: z.string(),
        whenUnsatisfiable: z.enum(["ScheduleAnyway", "DoNotSchedule"]),
        labelSelector: z.strictObject({ matchLabels: z.record(z.string(), z.string()) }),
      }),
    )
    .optional(),
  containers: z.array(container).length(1),
  volumes: z.array(z.strictObject({ name: z.string(), emptyDir: z.strictObject({}) })),
});
const selector = z.strictObject({ matchLabels: z.record(z.string(), z.string()) });
const kinds = z.discriminatedUnion("kind", [
  z.strictObject({ apiVersion: z.literal("v1"), kind: z.literal("ConfigMap"), metadata: named, data: z.record(z.string(), z.string()) }),
  z.strictObject({
    apiVersion: z.literal("apps/v1"),
    kind: z.literal("Deployment"),
    metadata: named,
    spec: z.strictObject({
      replicas: z.int(),
      selector,
      strategy: z.strictObject({ rollingUpdate: z.strictObject({ maxUnavailable: z.int(), maxSurge: z.int() }) }),
      template: z.strictObject({ metadata: named.omit({ name: true }), spec: pod }),
    }),
  }),
  z.strictObject({
    apiVersion: z.literal("v1"),
    kind: z.literal("Service"),
    metadata: named,
    spec: z.strictObject({
      selector: z.record(z.string(), z.string()),
      ports: z.array(z.strictObject({ name: z.string(), port: z.int(), targetPort: z.string() })),
    }),
  }),
  z.strictObject({
    apiVersion: z.literal("policy/v1"),
    kind: z.literal("PodDisruptionBudget"),
    metadata: named,
    spec: z.strictObject({ minAvailable: z.int(), selector }),
  }),
  z.strictObject({
    apiVersion: z.literal("batch/v1"),
    kind: z.literal("Job"),
    metadata: named,
    spec: z.strictObject({ backoffLimit: z.int(), template: z.strictObject({ spec: pod }) }),
  }),
]);

/** The objects of a file for Kubernetes, by kind. */
function objectsOf(file: string) {
  const documents = parseAllDocuments(read(file));
  expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
  const objects = documents.map((document) => kinds.parse(document.toJS()));
  return <K extends (typeof objects)[number]["kind"]>(kind: K) =>
    objects.find((object): object is Extract<(typeof objects)[number], { kind: K }> => object.kind === kind)!;
}

const inKubernetes = objectsOf("deploy/kubernetes/shop.yml");
const { spec: deployment } = inKubernetes("Deployment");
const shopPod = deployment.template.spec;
const [shopContainer] = shopPod.containers as [z.output<typeof container>];
const migratePod = objectsOf("deploy/kubernetes/migrate.yml")("Job").spec.template.spec;

test("the files for Kubernetes have no unknown keys, and every name in them refers to something", () => {
  const labels = deployment.template.metadata.labels;
  expect(labels).toMatchObject(deployment.selector.matchLabels);
  expect(labels).toMatchObject(inKubernetes("Service").spec.selector);
  expect(labels).toMatchObject(inKubernetes("PodDisruptionBudget").spec.selector.matchLabels);
  for (const { labelSelector } of shopPod.topologySpreadConstraints!) expect(labels).toMatchObject(labelSelector.matchLabels);

  const ports = shopContainer.ports.map(({ name }) => name);
  const { startupProbe, readinessProbe, livenessProbe } = shopContainer;
  const asked = [startupProbe, readinessProbe, livenessProbe].map((one) => one!.httpGet);
  expect(asked.map(({ path }) => path)).toEqual(["/readyz", "/servez", "/healthz"]);
  for (const { port } of asked) expect(ports).toContain(port);
  for (const { targetPort } of inKubernetes("Service").spec.ports) expect(ports).toContain(targetPort);

  for (const { containers, volumes } of [shopPod, migratePod]) {
    expect(new Set(containers[0]!.volumeMounts.map(({ name }) => name))).toEqual(new Set(volumes.map(({ name }) => name)));
    const configured = containers[0]!.envFrom.flatMap((from) => ("configMapRef" in from ? [from.configMapRef.name] : []));
    expect(configured).toEqual([inKubernetes("ConfigMap").metadata.name]);
  }
});

test("in Kubernetes a rollout or a drained machine leaves shops, and each has the time to drain", () => {
  const { data } = inKubernetes("ConfigMap");
  // The whole container is killed if one of its processes takes too much memory.
  expect(data["WORKERS"]).toBe("1");
  expect(inKubernetes("PodDisruptionBudget").spec.minAvailable).toBeLessThan(deployment.replicas);
  expect(deployment.strategy.rollingUpdate.maxUnavailable).toBe(0);
  expect(shopPod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(Number(data["DRAIN_SECONDS"]) + STOP_SECONDS);
  const metrics = shopContainer.ports.find(({ name }) => name === "metrics")?.containerPort;
  expect(data["METRICS_PORT"]).toBe(`${metrics}`);
  expect(deployment.template.metadata.annotations?.["prometheus.io/port"]).toBe(`${metrics}`);
});

test("in Kubernetes a shop that migrates at its start is given as long as the migration job", () => {
  const [, minutes] = /kubectl wait --timeout=(\d+)m/.exec(read("deploy/kubernetes/migrate.yml"))!;
  const { periodSeconds, failureThreshold } = shopContainer.startupProbe!;
  expect(periodSeconds * failureThreshold).toBeGreaterThanOrEqual(Number(minutes) * 60);
});

test("the alert about a shop that is down knows the pods of Kubernetes by their label", () => {
  const label = deployment.template.metadata.labels!["app"];
  expect(read("deploy/monitoring/alerts.yml")).toContain(`up{app="${label}"} == 0`);
});

test("no proxy takes the shops away while the database is down", () => {
  expect(read("deploy/container/Caddyfile")).toMatch(/^\thealth_uri \/servez$/m);
  expect(theOnly("HEALTHCHECK")).toContain("/servez");
  const haproxy = read("deploy/cluster/haproxy.cfg");
  expect(haproxy).toMatch(/^backend serving\n(?:\t.*\n)*\toption httpchk GET \/servez$/m);
  expect(haproxy.match(/ track serving\/machine\d backup /g)).toHaveLength(3);
});

/** The instructions of the container file: a name and the rest, with continued lines joined. */
const instructions = read("deploy/container/Containerfile")
  .replaceAll(/^#.*\n/gm, "")
  .replaceAll(/\\\n/g, " ")
  .split("\n")
  .filter(Boolean)
  .map((line) => /^(\S+) +(.*)$/.exec(line)!.slice(1) as [string, string]);
const theOnly = (name: string) => {
  const found = instructions.filter(([instruction]) => instruction === name);
  expect([name, found.length]).toEqual([name, 1]);
  return found[0]![1];
};

test("the container file has only known instructions, and stages and files that exist", () => {
  const known = new Set(["FROM", "WORKDIR", "COPY", "RUN", "ARG", "USER", "ENV", "VOLUME", "EXPOSE", "ENTRYPOINT", "CMD", "HEALTHCHECK"]);
  expect(instructions.filter(([name]) => !known.has(name))).toEqual([]);
  const bases = instructions.filter(([name]) => name === "FROM").map(([, base]) => base);
  for (const base of bases) expect(base).toMatch(/^\S+:(?!latest\b)[\w.-]+( AS \w+)?$/);
  const stages = bases.flatMap((base) => / AS (\w+)$/.exec(base)?.[1] ?? []);
  for (const [name, what] of instructions) {
    if (name !== "COPY") continue;
    const stage = /--from=(\w+)/.exec(what)?.[1];
    if (stage) expect(stages).toContain(stage);
    else for (const source of what.split(" ").slice(0, -1)) expect(existsSync(join(root, source))).toBe(true);
  }
});

test("the image runs as the account that Kubernetes expects, on the ports it expects, with the flags of npm start", () => {
  const { runAsUser, runAsGroup } = shopPod.securityContext;
  expect(theOnly("USER")).toBe(`${runAsUser}:${runAsGroup}`);
  expect(migratePod.securityContext).toEqual(shopPod.securityContext);
  expect(instructions.findIndex(([name]) => name === "USER")).toBeLessThan(instructions.findIndex(([name]) => name === "ENTRYPOINT"));
  const port = shopContainer.ports.find(({ name }) => name === "http")?.containerPort;
  expect(theOnly("EXPOSE")).toBe(`${port}`);
  expect(theOnly("ENV")).toContain(`PORT=${port} `);
  const { scripts } = JSON.parse(read("package.json")) as { scripts: { start: string } };
  const command = JSON.parse(instructions.findLast(([name, text]) => name === "CMD" && text.includes("main.ts"))![1]) as string[];
  expect(scripts.start).toContain(command.join(" "));
  expect(read("deploy/systemd/despensa.service")).toContain(`node ${command.join(" ")}`);
  for (const file of [command.at(-1)!, ...migratePod.containers[0]!.args!]) expect(existsSync(join(root, file))).toBe(true);
});

test("systemd leaves a shop the time to stop its database", () => {
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(read("deploy/systemd/despensa.service"))!;
  expect(Number(seconds)).toBeGreaterThan(END_MAIN_MS / 1000);
});

test("systemd lets the other processes serve on when the main process dies, or one for its memory", () => {
  const unit = read("deploy/systemd/despensa.service");
  for (const setting of ["KillMode=process", "OOMPolicy=continue", "Restart=always"]) expect(unit.split("\n")).toContain(setting);
});

const analyze = "/usr/bin/systemd-analyze";
if (!existsSync(analyze)) console.log(`Skipped: ${analyze} is not installed, so the systemd unit was not verified`);
test.skipIf(!existsSync(analyze))("systemd accepts the unit", () => {
  const folder = mkdtempSync(join(tmpdir(), "despensa-unit-"));
  const file = join(folder, "despensa.service");
  // The programs are here instead.
  writeFileSync(file, read("deploy/systemd/despensa.service").replaceAll("/opt/despensa", root));
  const { status, stdout, stderr } = spawnSync(analyze, ["verify", "--man=no", file], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  expect([status, stdout + stderr]).toEqual([0, ""]);
});
